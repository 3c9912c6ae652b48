"""The members of the European Union, for databases that do not state them (I13)."""

#: ISO 3166-1 codes, as Unicode CLDR lists them in its group EU (supplemental data, territoryContainment):
#: https://github.com/unicode-org/cldr/blob/main/common/supplemental/supplementalData.xml
EU_MEMBERS = frozenset(
    {
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
        "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
    }
)  # fmt: skip

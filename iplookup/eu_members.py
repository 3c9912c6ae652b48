"""The European Union, for databases that do not say which countries belong to it (I13)."""

#: Its members by ISO 3166-1 code, as the group EU of Unicode CLDR lists them (supplemental data, territoryContainment):
#: https://github.com/unicode-org/cldr/blob/main/common/supplemental/supplementalData.xml
EU_MEMBERS = frozenset(
    {
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
        "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
    }
)  # fmt: skip

"""English names of standard and summer times from Unicode's CLDR: https://cldr.unicode.org, under the Unicode License.

Generated from the table in Babel 2.18; test_english_names_are_those_of_cldr generates it again and compares.
"""

#: For each UTC offset in minutes, the names of the standard and summer times with this offset.
OFFSETS = {
    -660: "American Samoa Standard Time, Niue Time",
    -600: "Cook Islands Standard Time, Hawaii-Aleutian Standard Time, Tahiti Time",
    -570: "Marquesas Time",
    -540: "Alaska Standard Time, Gambier Time, Hawaii-Aleutian Daylight Time",
    -480: "Alaska Daylight Time, Pacific Standard Time, Pitcairn Time",
    -420: "Mexican Pacific Standard Time, Mountain Standard Time, Pacific Daylight Time, Yukon Time",
    -360: "Central Standard Time, Easter Island Standard Time, Galapagos Time, Mountain Daylight Time",
    -300: (
        "Acre Standard Time, Central Daylight Time, Colombia Standard Time, Cuba Standard Time, Easter Island "
        "Summer Time, Eastern Standard Time, Ecuador Time, Peru Standard Time"
    ),
    -240: (
        "Amazon Standard Time, Atlantic Standard Time, Bolivia Time, Chile Standard Time, Cuba Daylight Time, "
        "Eastern Daylight Time, Guyana Time, Venezuela Time"
    ),
    -210: "Newfoundland Standard Time",
    -180: (
        "Argentina Standard Time, Atlantic Daylight Time, Brasilia Standard Time, Chile Summer Time, Falkland "
        "Islands Standard Time, French Guiana Time, Paraguay Standard Time, Rothera Time, St. Pierre & Miquelon "
        "Standard Time, Suriname Time, Uruguay Standard Time"
    ),
    -150: "Newfoundland Daylight Time",
    -120: (
        "Fernando de Noronha Standard Time, Greenland Standard Time, South Georgia Time, St. Pierre & Miquelon "
        "Daylight Time"
    ),
    -60: "Azores Standard Time, Cape Verde Standard Time, Greenland Summer Time",
    0: "Azores Summer Time, Coordinated Universal Time, Greenwich Mean Time, Western European Standard Time",
    60: (
        "British Summer Time, Central European Standard Time, Irish Standard Time, West Africa Standard Time, "
        "Western European Summer Time"
    ),
    120: (
        "Central Africa Time, Central European Summer Time, Eastern European Standard Time, Israel Standard Time, "
        "South Africa Standard Time"
    ),
    180: (
        "Arabian Standard Time, East Africa Time, Eastern European Summer Time, Israel Daylight Time, Moscow "
        "Standard Time, Syowa Time, Volgograd Standard Time"
    ),
    210: "Iran Standard Time",
    240: (
        "Armenia Standard Time, Azerbaijan Standard Time, Georgia Standard Time, Gulf Standard Time, Mauritius "
        "Standard Time, Reunion Time, Samara Standard Time, Seychelles Time"
    ),
    270: "Afghanistan Time",
    300: (
        "French Southern & Antarctic Time, Kazakhstan Time, Maldives Time, Mawson Time, Pakistan Standard Time, "
        "Tajikistan Time, Turkmenistan Standard Time, Uzbekistan Standard Time, Vostok Time, Yekaterinburg "
        "Standard Time"
    ),
    330: "India Standard Time",
    345: "Nepal Time",
    360: "Bangladesh Standard Time, Bhutan Time, Indian Ocean Time, Kyrgyzstan Time, Omsk Standard Time",
    390: "Cocos Islands Time, Myanmar Time",
    420: (
        "Christmas Island Time, Davis Time, Hovd Standard Time, Indochina Time, Krasnoyarsk Standard Time, "
        "Novosibirsk Standard Time, Western Indonesia Time"
    ),
    480: (
        "Australian Western Standard Time, Brunei Time, Central Indonesia Time, China Standard Time, Hong Kong "
        "Standard Time, Irkutsk Standard Time, Malaysia Time, Philippine Standard Time, Singapore Standard Time, "
        "Taiwan Standard Time, Ulaanbaatar Standard Time"
    ),
    525: "Australian Central Western Standard Time",
    540: (
        "Eastern Indonesia Time, Japan Standard Time, Korean Standard Time, Palau Time, Timor-Leste Time, Yakutsk "
        "Standard Time"
    ),
    570: "Australian Central Standard Time",
    600: (
        "Australian Eastern Standard Time, Chamorro Standard Time, Chuuk Time, Dumont d'Urville Time, Papua New "
        "Guinea Time, Vladivostok Standard Time"
    ),
    630: "Australian Central Daylight Time, Lord Howe Standard Time",
    660: (
        "Australian Eastern Daylight Time, Kosrae Time, Lord Howe Daylight Time, Magadan Standard Time, New "
        "Caledonia Standard Time, Norfolk Island Standard Time, Pohnpei Time, Sakhalin Standard Time, Solomon "
        "Islands Time, Vanuatu Standard Time"
    ),
    720: (
        "Anadyr Standard Time, Fiji Standard Time, Gilbert Islands Time, Kamchatka Standard Time, Marshall "
        "Islands Time, Nauru Time, New Zealand Standard Time, Norfolk Island Daylight Time, Tuvalu Time, Wake "
        "Island Time, Wallis & Futuna Time"
    ),
    765: "Chatham Standard Time",
    780: "New Zealand Daylight Time, Phoenix Islands Time, Samoa Standard Time, Tokelau Time, Tonga Standard Time",
    825: "Chatham Daylight Time",
    840: "Line Islands Time",
}

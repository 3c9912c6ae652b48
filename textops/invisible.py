"""Find and remove invisible characters, except where they belong, such as within an emoji sequence (X15).

https://www.unicode.org/reports/tr44/#General_Category_Values
"""

import regex

BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

# The invisible characters of category Cf. Its visible ones are signs around or above numbers, such as U+06DD, and
# controls that arrange Egyptian hieroglyphs.
_FORMAT = r"[\p{Cf}--\p{Prepended_Concatenation_Mark}--[\U00013430-\U0001343F]]"

# An emoji with its modifiers; a sequence of joined emoji, or a flag made of tags (UTS #51).
_EMOJI = r"\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?"
_EMOJI_SEQUENCE = rf"{_EMOJI}(?:\u200D{_EMOJI})++ | \p{{Extended_Pictographic}}[\U000E0020-\U000E007E]++\U000E007F"
# Joiners where they belong: between letters or marks and after a virama, as at the end of words in Malayalam; also
# the vowel separator of Mongolian.
_JOINERS_OF_WORDS = r"(?<=[\p{L}\p{M}])[\u200C\u200D]++(?=[\p{L}\p{M}])"
_OTHER_JOINERS = r"(?<=\p{ccc=9})[\u200C\u200D] | (?<=\p{Mongolian})\u180E(?=\p{Mongolian})"

# For the report, joiners belong only beside letters that join (as in Arabic) or form clusters (as in Indic scripts).
# Only a joiner is looked behind of: to look back from each of many variation selectors would take quadratic time.
_JOINING = r"[[\p{L}\p{M}]&&[\p{jt=D}\p{jt=R}\p{jt=L}\u0640\P{InSC=Other}]]"
_JOINERS_OF_SCRIPTS = rf"(?=[\u200C\u200D])(?<={_JOINING}\p{{M}}*)[\u200C\u200D]++(?=\p{{M}}*{_JOINING})"

_REMOVED = regex.compile(
    rf"(?V1)(?:{_EMOJI_SEQUENCE}|{_JOINERS_OF_WORDS}|{_OTHER_JOINERS})(*SKIP)(*FAIL)|{_FORMAT}++", regex.VERBOSE
)

# Invisible characters of other categories: fillers and joiners, which are letters or marks, and controls.
_FILLERS = r"[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0\uFE00-\uFE0F\U000E0100-\U000E01EF]"
_CONTROLS = r"[\p{Cc}--[\t\n\v\f\r\x85]]"
# Fillers and joiners where they belong: a variation selector after an emoji, ideograph or sign; those of Mongolian
# after one of its letters; fillers of Hangul between the parts of a syllable; a joiner of marks after a mark or letter
# and before a mark; a blank beside other patterns of Braille, sought once from the start of its run: a search from each
# blank of it would take quadratic time.
_IN_PLACE = r"""
    (?<=[\p{Emoji}\p{Ideographic}\p{S}\p{P}\p{Myanmar}\p{Phags_Pa}\p{Manichaean}])[\uFE00-\uFE0F\U000E0100-\U000E01EF]
  | (?<=\p{Mongolian})[\u180B-\u180D\u180F]
  | \u115F(?=[\u1160-\u11FF]) | (?<=[\u1100-\u115F\uA960-\uA97C])\u1160
  | (?<=[\p{L}\p{M}])\u034F(?=\p{M})
  | (?<=[\u2801-\u28FF])\u2800++ | (?<!\u2800)\u2800++(?=[\u2801-\u28FF])
"""
#: The characters that are invisible and not where they belong.
HIDDEN = regex.compile(
    rf"(?V1)(?:{_EMOJI_SEQUENCE}|{_JOINERS_OF_SCRIPTS}|{_OTHER_JOINERS}|{_IN_PLACE})(*SKIP)(*FAIL)|{_FORMAT}|{_FILLERS}|{_CONTROLS}",
    regex.VERBOSE,
)


def remove_invisible(text: str) -> str:
    """Return ``text`` without characters of category Cf, such as bidirectional controls and zero-width spaces.

    Joiners within words, the characters of emoji sequences, and the visible signs of that category are kept.
    """
    return str(_REMOVED.sub("", text))

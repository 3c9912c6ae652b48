"""/text/: case operations, rule X5, by tables. The tables of docs/functions/text.md and docs/text.md are run too."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row
from textops import words
from textops.casing import camelcase, kebabcase, lowercase, pascalcase, snakecase, titlecase, uppercase

unhurried = settings(deadline=None)  # test_speed.py measures how fast it is

# text, snake, camel, pascal. Kebab is snake with hyphens.
WORDS = [
    # Where the case changes.
    ("XMLHttpRequest", "xml_http_request", "xmlHttpRequest", "XmlHttpRequest"),
    ("userID2", "user_id2", "userId2", "UserId2"),
    ("ThisIsATest", "this_is_a_test", "thisIsATest", "ThisIsATest"),
    ("A1B2", "a1_b2", "a1B2", "A1B2"),
    ("HTML5Parser", "html5_parser", "html5Parser", "Html5Parser"),
    ("utf8String", "utf8_string", "utf8String", "Utf8String"),
    ("foo1bar", "foo1bar", "foo1bar", "Foo1bar"),
    ("iOS", "i_os", "iOs", "IOs"),
    ("ID", "id", "id", "Id"),
    ("aB", "a_b", "aB", "AB"),
    ("ABc", "a_bc", "aBc", "ABc"),
    ("3D", "3_d", "3D", "3D"),
    ("2ndTime", "2nd_time", "2ndTime", "2ndTime"),
    ("CO₂Level", "co₂_level", "co₂Level", "Co₂Level"),
    # Separators: whatever is neither letter, mark nor digit.
    ("version 1.2.10", "version_1_2_10", "version1210", "Version1210"),
    ("hello world", "hello_world", "helloWorld", "HelloWorld"),
    ("snake_case and-kebab", "snake_case_and_kebab", "snakeCaseAndKebab", "SnakeCaseAndKebab"),
    ("__lead trail--", "lead_trail", "leadTrail", "LeadTrail"),
    ("a\tb\r\nc\u2028d\u00a0e", "a_b_c_d_e", "aBCDE", "ABCDE"),
    ("a+b=c€d", "a_b_c_d", "aBCD", "ABCD"),
    ("a\x00b\u200bc", "a_b_c", "aBC", "ABC"),
    ("¿Qué tal? ¡Bien!", "qué_tal_bien", "quéTalBien", "QuéTalBien"),
    ("", "", "", ""),
    ("--- __", "", "", ""),
    ("\u0301", "", "", ""),
    # Apostrophes between letters do not split, and are dropped.
    ("it's", "its", "its", "Its"),
    ("It’s OK", "its_ok", "itsOk", "ItsOk"),
    ("O'Neil", "oneil", "oneil", "Oneil"),
    ("l’Été", "lété", "lété", "Lété"),
    ("DON'T", "dont", "dont", "Dont"),
    ("rock'n'roll", "rocknroll", "rocknroll", "Rocknroll"),
    ("re\u0301'a", "re\u0301a", "re\u0301a", "Re\u0301a"),
    ("dogs' 'tis '90s", "dogs_tis_90s", "dogsTis90s", "DogsTis90s"),
    ("5'a a'5 a''b", "5_a_a_5_a_b", "5AA5AB", "5AA5AB"),
    # Accents, precomposed and decomposed, keep to their letters.
    ("éÉtéNoël", "é_été_noël", "éÉtéNoël", "ÉÉtéNoël"),
    ("e\u0301E\u0301te\u0301Noe\u0308l", "e\u0301_e\u0301te\u0301_noe\u0308l",
     "e\u0301E\u0301te\u0301Noe\u0308l", "E\u0301E\u0301te\u0301Noe\u0308l"),
    ("XE\u0301E\u0301te\u0301", "xe\u0301_e\u0301te\u0301", "xe\u0301E\u0301te\u0301", "Xe\u0301E\u0301te\u0301"),
    ("a\u0301\u0301'B\u0301b 1\u0301'a", "a\u0301\u0301b\u0301b_1\u0301_a",
     "a\u0301\u0301b\u0301b1\u0301A", "A\u0301\u0301b\u0301b1\u0301A"),
    ("A\u0301B\u0301c a\u0301B 1\u0301B AB\u0301", "a\u0301_b\u0301c_a\u0301_b_1\u0301_b_ab\u0301",
     "a\u0301B\u0301cA\u0301B1\u0301BAb\u0301", "A\u0301B\u0301cA\u0301B1\u0301BAb\u0301"),
    ("\u0301a \u0301\u0301b'\u0301c.\u0301", "a_b_c", "aBC", "ABC"),
    # Scripts and their own rules.
    ("ⅫⅫⅰⅰ ⓐⒷ", "ⅻ_ⅻⅰⅰ", "ⅻⅫⅰⅰ", "ⅫⅫⅰⅰ"),
    ("straße", "straße", "straße", "Straße"),
    ("ßtraße", "ßtraße", "ßtraße", "Sstraße"),
    ("STRASSE", "strasse", "strasse", "Strasse"),
    ("ΣΊΣΥΦΟΣ", "σίσυφος", "σίσυφος", "Σίσυφος"),
    ("ΟΔΟΣ ΟΔΟΣ", "οδος_οδος", "οδοςΟδος", "ΟδοςΟδος"),
    ("İstanbul", "i\u0307stanbul", "i\u0307stanbul", "İstanbul"),
    ("ISPARTA ısparta", "isparta_ısparta", "ispartaIsparta", "IspartaIsparta"),
    ("ПриветМир", "привет_мир", "приветМир", "ПриветМир"),
    ("fooǅbar", "foo_ǆbar", "fooǅbar", "Fooǅbar"),
    ("ǆep ǄEP", "ǆep_ǆep", "ǆepǅep", "ǅepǅep"),
    ("ﬁne ﬂow", "ﬁne_ﬂow", "ﬁneFlow", "FineFlow"),
    ("二〇二四年 Abc", "二〇二四年_abc", "二〇二四年Abc", "二〇二四年Abc"),
    ("你好Abc", "你好abc", "你好abc", "你好abc"),
    ("नमस्ते दुनिया", "नमस्ते_दुनिया", "नमस्तेदुनिया", "नमस्तेदुनिया"),
    ("٣ أيام", "٣_أيام", "٣أيام", "٣أيام"),
    ("𐐨𐐀𐐨", "𐐨_𐐨𐐨", "𐐨𐐀𐐨", "𐐀𐐀𐐨"),
    # Joiners between letters or marks are of the word, and the soft hyphen, which is dropped.
    ("می\u200cخواهم", "می\u200cخواهم", "می\u200cخواهم", "می\u200cخواهم"),
    ("ශ්\u200dරී ලංකා", "ශ්\u200dරී_ලංකා", "ශ්\u200dරීලංකා", "ශ්\u200dරීලංකා"),
    ("co\u00adOperate fac\u00adtory", "co_operate_factory", "coOperateFactory", "CoOperateFactory"),
    ("XML\u200cHttp", "xml\u200c_http", "xml\u200cHttp", "Xml\u200cHttp"),
    ("a\u200d b\u200c. \u00adc 1\u200dx e\u0301\u200d\u200da", "a_b_c_1_x_e\u0301\u200d\u200da",
     "aBC1XE\u0301\u200d\u200da", "ABC1XE\u0301\u200d\u200da"),
    # Emoji are separators, with the signs that belong to them.
    ("❤️ love👍🏽ok", "love_ok", "loveOk", "LoveOk"),
    ("1️⃣ first", "1\ufe0f\u20e3_first", "1\ufe0f\u20e3First", "1\ufe0f\u20e3First"),
    ("👩‍👩‍👧🇩🇪", "", "", ""),
]  # fmt: skip

TITLES = [
    ("hello world", "Hello World"),
    ("HELLO WORLD", "Hello World"),
    ("it's o'neil's", "It's O'neil's"),
    ("it’s", "It’s"),
    ("3rd place", "3rd Place"),
    ("2ND 1ST", "2nd 1st"),
    ("version 1.2.10b", "Version 1.2.10b"),
    ("(hello) [world] {all}", "(Hello) [World] {All}"),
    ("\"hello\" 'world' “you” «vous» ‘me’", "\"Hello\" 'World' “You” «Vous» ‘Me’"),
    ("((“deep", "((“Deep"),
    ("¿qué? ¡bien! #tag @me -x _y …z", "¿Qué? ¡Bien! #Tag @Me -X _Y …Z"),
    ("well-known and/or foo(bar)", "Well-Known And/Or Foo(bar)"),
    ("WELL-KNOWN x\u2010ray y\u2011z", "Well-Known X\u2010Ray Y\u2011Z"),
    ("e\u0301-e\u0301 ǆ-ǆ ο-ΟΔΟΣ", "E\u0301-E\u0301 ǅ-ǅ Ο-Οδος"),
    ("a-1b 1-b 12/3rd a--b a-(b) a–b -a-", "A-1b 1-b 12/3rd A--b A-(b) A–b -A-"),
    (" a  b\tc\nd\u00a0e\u2028f\x1cg ", " A  B\tC\nD\u00a0E\u2028F\x1cG "),
    ("XMLHttpRequest", "Xmlhttprequest"),
    ("éÉtéNoël", "Ééténoël"),
    ("e\u0301te\u0301 E\u0301TE\u0301", "E\u0301te\u0301 E\u0301te\u0301"),
    ("straße ßa", "Straße Ssa"),
    ("ΣΊΣΥΦΟΣ ΟΔΟΣ.", "Σίσυφος Οδος."),
    ("İstanbul ISPARTA ırmak", "İstanbul Isparta Irmak"),
    ("ǆungla ǄUNGLA", "ǅungla ǅungla"),
    ("ﬁne ŉa", "Fine ʼNa"),
    ("👍hello 🇩🇪x", "👍Hello 🇩🇪X"),
    ("ᾳδης", "ᾼδης"),
    ("გამარჯობა", "გამარჯობა"),
    ("你好 नमस्ते", "你好 नमस्ते"),
    ("", ""),
    (" \n", " \n"),
    ("-- \u0301", "-- \u0301"),
]

# text, upper, lower: Unicode's full mappings (SpecialCasing.txt), of no language in particular.
MAPPINGS = [
    ("Hello 1!", "HELLO 1!", "hello 1!"),
    ("Straße", "STRASSE", "straße"),
    ("ẞ", "ẞ", "ß"),
    ("ΣΊΣΥΦΟΣ", "ΣΊΣΥΦΟΣ", "σίσυφος"),
    ("Σ ΑΣ. ΑΣΑ", "Σ ΑΣ. ΑΣΑ", "σ ας. ασα"),
    ("İiIı", "İIII", "i\u0307iiı"),
    ("ﬁﬀﬃ", "FIFFFFI", "ﬁﬀﬃ"),
    ("ǆǅǄ", "ǄǄǄ", "ǆǆǆ"),
    ("ŉ\u0390", "ʼN\u0399\u0308\u0301", "ŉ\u0390"),
    ("ⅷⒶ", "ⅧⒶ", "ⅷⓐ"),
    ("ა", "Ა", "ა"),
    ("𐐀𐐨", "𐐀𐐀", "𐐨𐐨"),
    ("e\u0301", "E\u0301", "e\u0301"),
    ("你好\x00", "你好\x00", "你好\x00"),
    ("", "", ""),
]


@each_row(("text", "snake", "camel", "pascal"), WORDS)
def test_words_are_found_and_joined(text, snake, camel, pascal):
    """X5."""
    assert snakecase(text) == snake
    assert kebabcase(text) == snake.replace("_", "-")
    assert camelcase(text) == camel
    assert pascalcase(text) == pascal


@each_row(("text", "title"), TITLES)
def test_titlecase_changes_case_and_nothing_else(text, title):
    """X5."""
    assert titlecase(text) == title


@each_row(("text", "upper", "lower"), MAPPINGS)
def test_case_mappings(text, upper, lower):
    assert uppercase(text) == upper
    assert lowercase(text) == lower


# What has one capital and one small letter, and no rule that looks at its neighbours.
LETTERS = st.sampled_from("abcdefgéñжяαβ漢字कﬀ")
NAMES = st.lists(st.text(LETTERS, min_size=1), max_size=8)


MARKLESS = st.text(alphabet="AbBé1' mj.中字Ⅷⅷ’")


@unhurried
@given(MARKLESS, st.integers(1, 5))
def test_words_do_not_depend_on_the_portions_in_which_they_are_found(text, portion):
    """X5."""
    assert list(words.split_words(text, portion=portion)) == list(words.split_words(text))


@unhurried
@given(MARKLESS)
def test_words_are_the_same_in_a_text_that_is_rewritten(text):
    """X5: a mark anywhere, a joiner or a letter beyond the Basic Multilingual Plane has the whole text rewritten."""
    found = list(words.split_words(text))
    for behind in (" \u0301", " \u00ad", " 😀"):
        assert list(words.split_words(text + behind)) == found


@pytest.mark.parametrize("page", ["docs/functions/text.md", "docs/text.md"])
def test_tables_of_the_documentation(page):
    """X5: each row, as it is shown."""
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
    head = "| Text | `snakecase` | `camelcase` | `pascalcase` | `titlecase` |\n"
    rows = [re.findall("`([^`]*)`", row) for row in text.partition(head)[2].partition("\n\n")[0].splitlines()[1:]]
    assert len(rows) >= 10
    assert rows == [[row[0], *(form(row[0]) for form in (snakecase, camelcase, pascalcase, titlecase))] for row in rows]


@unhurried
@given(NAMES, st.sampled_from([" ", "_", "-", ".", " / ", "\t", "👍", "\u2028"]))
def test_words_survive_from_one_form_to_the_other(words, separator):
    """X5: what was joined by any separator comes apart again."""
    text = separator.join(words)
    assert snakecase(text).split("_") == (words or [""])
    assert kebabcase(snakecase(text)) == kebabcase(text)
    assert snakecase(kebabcase(text)) == snakecase(text)


# Each character's part in a word, and each rule of X5 in turn.
PARTS = {"A": "U", "É": "U", "ǅ": "U", "b": "l", "ß": "l", "ª": "l", "字": "o", "1": "d", "②": "d", "\u0301": "m"}
PARTS |= {"\u0903": "m", "'": "'", "’": "'", " ": " ", "_": " ", "👍": " ", "ⓐ": " "}


def words_by_the_rules(text):
    units = [[" ", ""]]
    for character in text:
        part = PARTS[character]
        if part == "m" and units[-1][0] in "Ulod":
            units[-1][1] += character
        else:
            units.append([part.replace("m", " "), character])
    units.append([" ", ""])
    found = [""]
    for (before, _), (part, unit), (after, _) in zip(units, units[1:], units[2:], strict=False):
        capital_starts = part == "U" and (before in "ld" or (before == "U" and after == "l"))
        between_letters = part == "'" and before in "Ulo" and after in "Ulo"
        if capital_starts or (part in "' " and not between_letters):
            found.append("")
        if part in "Ulod":
            found[-1] += unit
    return [word for word in found if word]


@pytest.mark.slow
@settings(max_examples=12 * settings.default.max_examples)
@given(st.text(st.sampled_from("".join(PARTS))))
def test_words_are_those_of_the_rules_one_by_one(text):
    """X5."""
    assert snakecase(text) == "_".join(words_by_the_rules(text)).lower()
    assert pascalcase(text) == "".join(map(str.capitalize, words_by_the_rules(text)))


@pytest.mark.slow
def test_shapes_of_characters_do_not_pile_up(monkeypatch):
    """Whoever sends every character there is fills no memory."""
    shapes = type(words._SHAPES)()
    monkeypatch.setattr(words, "_SHAPES", shapes)
    for start in range(0x10000, 0x30000, 0x4000):
        snakecase("".join(map(chr, range(start, start + 0x4000))))
        assert 0 < len(shapes) <= shapes.MAX_SIZE


# Cn: letters that the standard library's Unicode version does not know yet.
WORD_CATEGORIES = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Cn"}


@unhurried
@given(st.text())
def test_word_forms_hold_only_word_characters(text):
    """X5: letters, marks, digits and the joiner; no empty word; no apostrophe."""
    for form, joiner in ((snakecase, "_"), (kebabcase, "-"), (camelcase, ""), (pascalcase, "")):
        made = form(text)
        foreign = {unicodedata.category(character) for character in made.replace(joiner, "")} - WORD_CATEGORIES
        assert not foreign
        assert not made or not joiner or all(made.split(joiner))


@unhurried
@given(st.text())
def test_titlecase_keeps_white_space_and_what_has_no_case(text):
    """X5."""
    assert titlecase(text).upper() == text.upper()
    assert [part == "" for part in titlecase(text).split(" ")] == [part == "" for part in text.split(" ")]

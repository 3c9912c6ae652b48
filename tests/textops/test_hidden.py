"""/text/: natural order, and characters that are not seen or mistaken (X15)."""

import json
from contextlib import suppress

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.measure import takes_longer
from tests.tables import each_row, rows
from textops.arranging import sort_lines_natural
from textops.invisible import remove_invisible
from textops.unicode_report import unicode_report
from utilitysvc.kit import ServiceError

#: Ordinary texts. Japanese, Chinese, Thai, Khmer, Lao and Burmese write names in Latin letters without a space.
LANGUAGES = {
    "Amharic": "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።",
    "Arabic": "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق، في عام ٢٠٢٦.",
    "Armenian": "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ։",
    "Bengali": "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।",
    "Bulgarian": "Всички хора се раждат свободни и равни по достойнство и права.",
    "Burmese": "လူတိုင်းသည် Facebookမှာ တူညီလွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် မွေးဖွားလာသူများဖြစ်သည်။",
    "Chinese": "人人生而自由，在尊严和权利上一律平等。我用iPhone上网（3.5GB）。",
    "Czech": "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.",
    "Danish": "Alle mennesker er født frie og lige i værdighed – på 1½ ² §.",
    "English": "It’s a “naïve” café — £5.00, 10 µm, 5 µs, ½ °C, 2²; e-mail: a@b.example",
    "Finnish": "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan.",
    "French": "Tous les êtres humains naissent libres et égaux\u00a0: l’œuvre, «\u202fça\u202f»!",
    "Georgian": "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებით.",
    "German": "Alle Menschen sind frei und gleich an Würde; „Straße“, GROẞ, Größe.",
    "Greek": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι· ἐν ἀρχῇ ἦν ὁ λόγος.",
    "Gujarati": "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર છે.",
    "Hebrew": "כל בני האדם נולדו בני חורין ושווים בערכם; ב-iPhone, שָׁלוֹם.",
    "Hindi": "सभी मनुष्यों को गौरव और अधिकारों में जन्मजात स्वतन्त्रता प्राप्त है। क्‍ष १२३",
    "Icelandic": "Hver maður er borinn frjáls og jafn öðrum að virðingu, þó.",
    "Japanese": "すべての人間は、生まれながらにして自由である。iPhoneは5Gで、カタカナのスーパー一つ。㎏ ①",
    "Kannada": "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ದಾರೆ. ಘನತೆ ಹಕ್ಕು.",
    "Khmer": "មនុស្សទាំងអស់កើតមកមានសេរីភាព និងសមភាព។ ប្រើFacebookនៅ",
    "Korean": "모든 인간은 태어날 때부터 자유로우며 LG는 韓國 회사다.",
    "Lao": "ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ສິດທິ ເສລີພາບ ໃຊ້Facebookຢູ່",
    "Malayalam": "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും ജനിച്ചിട്ടുള്ളവരാണ്. ന്‍",
    "Mongolian": "ᠬᠦᠮᠦᠨ ᠪᠦᠷ ᠲᠥᠷᠥᠵᠦ ᠮᠡᠨᠳᠡᠯᠡᠬᠦ ᠡᠷᠬᠡ ᠴᠢᠯᠥᠭᠡ ᠲᠡᠢ\u180b",
    "Persian": "تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت برابرند؛ می‌خواهم.",
    "Polish": "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności.",
    "Punjabi": "ਸਾਰੇ ਮਨੁੱਖ ਆਜ਼ਾਦ ਪੈਦਾ ਹੁੰਦੇ ਹਨ ਅਤੇ ਬਰਾਬਰ ਅਧਿਕਾਰ ਰੱਖਦੇ ਹਨ।",
    "Russian": "Все люди рождаются свободными — «равными», 5 кВт/ч, XXI век, COVID-19.",
    "Serbian": "Сва људска бића рађају се слободна. Sva ljudska bića rađaju se slobodna.",
    "Sinhala": "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. ශ්‍රී ලංකා",
    "Tamil": "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்.",
    "Telugu": "ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులు.",
    "Thai": "มนุษย์ทั้งหลายเกิดมามีอิสระ ใช้Facebookในประเทศไทย ๕๐ บาท",
    "Tibetan": "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་ཆེ་མཐོངས།",
    "Turkish": "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar: IĞDIR ığdır.",
    "Ukrainian": "Всі люди народжуються вільними; об’єкт, комп’ютер, їжа.",
    "Urdu": "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔",
    "Vietnamese": "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm.",
    "emoji": "👍🏽 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ #️⃣ ❤️ ☎︎ 🧑🏿‍❤️‍💋‍🧑🏻 👩‍🚀",
    "mathematics": "∀x ∈ ℝ: 𝑥² ≥ 0, Δ = b² − 4ac, α-helix, 𝑓(𝑥)",
    "signs": "\u06dd١٢ 漢\ufe00 ≨\ufe00 U+1F600\r\n\tend",
}


@each_row("language", LANGUAGES)
def test_x15_ordinary_texts_have_an_empty_report(language):
    """X15: of any one script, emoji included."""
    assert unicode_report(LANGUAGES[language]) == "[]"


@each_row("language", LANGUAGES)
def test_x15_ordinary_texts_have_nothing_to_remove(language):
    assert remove_invisible(LANGUAGES[language]) == LANGUAGES[language]


@each_row(
    ("text", "report"),
    rows("hidden_report.json"),
)  # fmt: skip
def test_x15_report(api, text, report):
    """X15, UTS #39: in the order of the text, scripts and look-alikes word by word."""
    found = json.loads(api.post("/text/", {"text": text, "operation": "unicode_report"}).json()["result"])
    assert [[entry["position"], entry["code_point"], entry["kind"], entry.get("like")] for entry in found] == report
    assert all(entry["character"] == text[entry["position"]] for entry in found)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\u202e", "RIGHT-TO-LEFT OVERRIDE"),
        ("\x00", "<invisible-0000>"),
        ("\ue000", "<private-use-E000>"),
        ("\u0378", "<unassigned-0378>"),
    ],
)
def test_x15_names(text, name):
    """X15: what is not seen is an escape."""
    report = unicode_report(text)
    assert json.loads(report)[0]["name"] == name
    assert report.isascii()


@each_row(
    ("text", "result"),
    rows("hidden_remove_invisible.tsv"),
)
def test_x15_remove_invisible(text, result):
    """X15: category Cf, but joiners within words and emoji, and signs that are seen."""
    assert remove_invisible(text) == result


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_x15_only_category_cf_is_removed(text):
    assert regex.sub(r"\p{Cf}", "", text) == regex.sub(r"\p{Cf}", "", remove_invisible(text))


def test_x15_report_is_as_large_as_all_its_entries():
    """X9, X15: each entry counts to the size of the result."""
    entry = len(unicode_report("\u200b")) - len("[\n\n]")
    assert unicode_report("\u200b" * 3, largest=3 * entry)
    with pytest.raises(ServiceError, match="Result too large"):
        unicode_report("\u200b" * 3, largest=3 * entry - 1)


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["p\u0430 ", "\u200b", "x𝐚 ", "漢a", "а", "\ue000", "👩\u200d"])
def test_x15_time(unit):
    """X15, X9: linear; a report that would be too large ends early."""
    text = unit * (50_000 // len(unit.encode()))

    def report():
        with suppress(ServiceError):
            unicode_report(text)

    assert not takes_longer(report, 1.5)


@each_row(
    ("lines", "result"),
    rows("hidden_sort_lines_natural.json"),
)
def test_x15_sort_lines_natural(lines, result):
    """X15: numbers by value, case ignored, ties by code point."""
    assert sort_lines_natural("\n".join(lines)).split("\n") == result


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("ab\u0e01c", []),  # Thai beside Latin is usual
        ("ab\u0e01\u3042", ["mixed_script", "mixed_script"]),  # Thai and Japanese beside it are not
        ("ab\u0585", ["confusable"]),
        ("ab\u0585\u0586", []),  # a run with a letter that looks like no Latin one is seen to be Armenian
    ],
)
def test_x15_scripts_beside_latin(word, kinds):
    """X15."""
    assert [entry["kind"] for entry in json.loads(unicode_report(word))] == kinds


NAMED_AND_NUMBERED = st.tuples(st.text("abAB", min_size=1, max_size=3), st.integers(0, 10**20), st.text("xyXY"))


@given(st.lists(NAMED_AND_NUMBERED))
def test_x15_natural_order_is_that_of_the_parts(parts):
    """X15: texts without regard to case, numbers by value, then code points."""
    lines = {f"{name}{number}{rest}": (name.lower(), number, rest.lower()) for name, number, rest in parts}
    expected = sorted(lines, key=lambda line: (lines[line], line))
    assert sort_lines_natural("\n".join(lines)).splitlines() == expected


@pytest.mark.parametrize(
    ("text", "result"), [("\u1820\u180e\u1821", "\u1820\u180e\u1821"), ("\u1820\u180e", "\u1820"), ("a\u180e", "a")]
)
def test_x15_the_vowel_separator_of_mongolian_belongs_between_letters(text, result):
    """X15."""
    assert remove_invisible(text) == result

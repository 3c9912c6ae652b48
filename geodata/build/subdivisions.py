"""Find the ISO 3166-2 codes for the source's English names of subdivisions, without guesses by similarity.

A name must equal a listed name apart from case, accents, punctuation and generic words such as "province".
"""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

# Words that some lists add to a name and others leave out.
GENERIC = """
administration administrative area atoll autonoma autonome autonomo autonomous borough canton capital city comarca
commune community comunidad council county da das de del della departamento departement department di district distrito
division do dos du economic emirate federal gobernacion gorod gov governorate guberniya island islands judet judetul
kabupaten kanton ken khet khoueng krai kray land local metropolitan mkhare muhafazat municipality nation national ncr
oblast oblisi oblys oblysy of okres okrug ostan parish pho prefecture principality province provincia provincie provinsi
qarku rayon regency regiao region regional republic republika respublika rural shahrestan sheng shi shire special state
territory thanh the tinh town union unitary urban vilayet viloyat viloyati voivodeship voivodship wilaya zone zupanija
"""
GENERIC_WORDS = frozenset(GENERIC.split())
# Letters that Unicode normalization does not decompose into a base letter and a mark.
LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ə": "a"}
)
APOSTROPHES = re.compile("['’‘ʼʻ`.]")
PUNCTUATION = str.maketrans(dict.fromkeys("/,()[]*&-–—_", " "))
# Countries in which ISO has since given some codes to other subdivisions, so that CLDR's English names are wrong.
WITHOUT_CLDR = frozenset({"IR", "LT", "MA"})

Names = Mapping[str, Iterable[str]]  # the names of a subdivision by its full code, such as "US-CA"


def fold(name: str) -> str:
    """Return the name in lower case without accents and punctuation, with one space between words."""
    decomposed = unicodedata.normalize("NFKD", name.lower().translate(LETTERS))
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(APOSTROPHES.sub("", letters).translate(PUNCTUATION).split())


def core(folded: str) -> str:
    """Return a folded name without generic words and spaces. It is empty if it has only generic words."""
    return "".join(word for word in folded.split() if word not in GENERIC_WORDS)


class SubdivisionCodes:
    """Finds the code of a subdivision by its country and name."""

    def __init__(self, names: Names, parents: Mapping[str, str], pairs: Mapping[tuple[str, str], str]) -> None:
        """``parents``: the code of the subdivision around each. ``pairs``: codes by hand, by (country, folded name)."""
        self.parents = parents
        self.pairs = pairs
        self.by_name: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.by_core: dict[tuple[str, str], set[str]] = defaultdict(set)
        listed = [(code[:2], fold(name), code) for code, spellings in names.items() for name in spellings]
        by_hand = [(country, folded, f"{country}-{code}") for (country, folded), code in pairs.items() if code]
        for country, folded, code in listed + by_hand:
            self.by_name[country, folded].add(code)
            self.by_core[country, core(folded)].add(code)

    def find(self, country: str, name: str) -> str:
        """Return the code after its hyphen, or "" if the name is unknown or could mean several subdivisions."""
        folded = fold(name)
        by_hand = self.pairs.get((country, folded))
        if by_hand is not None:
            return by_hand
        kernel = core(folded)
        alike = self._top(self.by_core.get((country, kernel), set())) if kernel else set()
        exact = self._top(self.by_name.get((country, folded), set()))
        # A capital and the region around it may have the same name. Without a generic word the name may mean either,
        # even if only one of them is listed in exactly this spelling.
        bare = kernel == folded.replace(" ", "")
        found = alike if bare or len(exact) != 1 else exact
        return next(iter(found)).partition("-")[2] if len(found) == 1 else ""

    def _top(self, codes: set[str]) -> set[str]:
        """Return the codes without those of subdivisions that are part of another one in ``codes``."""
        return {code for code in codes if self.parents.get(code) not in codes}


def read_pairs(path: Path) -> dict[tuple[str, str], str]:
    """Read lines ``country<TAB>name<TAB>code`` as codes by (country, folded name). Empty: the name must get no code."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {(country, fold(name)): code for country, name, code in rows}


def subdivision_names(cldr: Path) -> tuple[dict[str, set[str]], dict[str, str]]:
    """Return names and parents of all subdivisions of ISO 3166-2, from pycountry and the English names of CLDR."""
    import pycountry  # type: ignore[import-not-found,unused-ignore]  # installed only to build the databases

    names = {entry.code: {entry.name} for entry in pycountry.subdivisions}
    parents = {entry.code: entry.parent_code for entry in pycountry.subdivisions if entry.parent_code}
    english = json.loads((cldr / "subdivisions/en/en.json").read_text(encoding="utf-8"))
    for key, name in english["subdivisions"]["localeDisplayNames"]["subdivisions"].items():
        code = f"{key[:2]}-{key[2:]}".upper()
        if code in names and code[:2] not in WITHOUT_CLDR:
            names[code].add(name)
    return names, parents

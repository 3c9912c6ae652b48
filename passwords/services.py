"""Random passwords and passphrases from the operating system's generator, uniform over all that the settings allow."""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import cast

from passwords import minimums, passphrases, ruled, site_rules
from passwords.characters import CLASSES, alphabets, possible_passwords
from passwords.characters import passwords as passwords_of_classes
from passwords.results import PassphraseResult, PasswordResult, plain_text, result_of
from passwords.strength import StrengthResult, judge
from utilitysvc.drawing import sources, uniform
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.rules import Bounds, Length
from utilitysvc.kit.service_error import ServiceError, refuse_both

__all__ = [
    "CLASSES",
    "COUNT",
    "EXCLUDE",
    "LENGTH",
    "MINIMUMS",
    "PASSWORD",
    "PASSWORD_REQUIRED",
    "SEPARATOR",
    "TRIED_WORDS",
    "WORDS",
    "PassphraseResult",
    "PasswordResult",
    "StrengthResult",
    "generate_passphrase",
    "generate_password",
    "generate_password_by_rules",
    "password_strength",
    "plain_strength",
    "plain_text",
]

LENGTH = Bounds("length", 1, 1000, details="", default=50)
EXCLUDE = Length("exclude", 1000, details="")
WORDS = Bounds("words", 3, 20, details="")
SEPARATOR = Length("separator", 8, details="", default="-")
COUNT = Bounds("count", 1, 100, details="", default=1)
#: How many characters of each class may be asked for.
MINIMUMS = {
    name: Bounds(
        f"min_{name}", 0, 100, error=f"Minimum of {name} must be between {{minimum}} and {{maximum}}", details=""
    )
    for name in CLASSES
}
#: The password of ``password_strength``, and the words that an attacker would try first.
PASSWORD = Length("password", 256, details="")
PASSWORD_REQUIRED = ("Password parameter is required", "")
TRIED_WORDS = Bounds("words", 1, 100, error="Between {minimum} and {maximum} words can be given", details="")
#: The length of a password by a site's rules, if none is given and the rules allow it.
RULED_LENGTH = 20

SIMILAR = "il1LIo0O"
AMBIGUOUS = "{}[]()/\\'\"`~,;:.<>"


def generate_password(
    *,
    length: int = LENGTH.default,
    uppercase: bool = True,
    lowercase: bool = True,
    numbers: bool = True,
    symbols: bool = True,
    exclude_similar: bool = False,
    exclude_ambiguous: bool = False,
    exclude: str = "",
    count: int = COUNT.default,
    min_uppercase: int = 0,
    min_lowercase: int = 0,
    min_numbers: int = 0,
    min_symbols: int = 0,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> PasswordResult:
    """Generate a password of ``length`` characters of the chosen classes, each class at least once where it fits.

    >>> generate_password(length=6, uppercase=False, lowercase=False, symbols=False)["entropy"]
    19.9

    ``length`` is 1 to 1000. ``exclude`` holds characters to leave out, at most 1,000. ``min_uppercase`` and its like (0
    to 100) ask for more than one character of a class. ``entropy`` is in bits. With ``count`` (1 to 100) above 1 the
    result has ``passwords``, all different. Every password that these settings allow is equally likely. Raises
    ServiceError for a value out of bounds, no class, a class that the exclusions leave empty, minimums of a class that
    is off or that the length cannot hold, or a count of different passwords that there are not.
    """
    LENGTH.check(length)
    excluded = set(SIMILAR * exclude_similar + AMBIGUOUS * exclude_ambiguous + EXCLUDE.check(exclude))
    COUNT.check(count)
    chosen = dict(zip(CLASSES, (uppercase, lowercase, numbers, symbols), strict=True))
    asked_for = dict(zip(CLASSES, (min_uppercase, min_lowercase, min_numbers, min_symbols), strict=True))
    for name, number in asked_for.items():
        if number > 0 and not chosen[name]:
            raise refuse_both(f"min_{name}", f"{name}=false", "a class that is off has no characters")
    for name, number in asked_for.items():
        MINIMUMS[name].check(number)
    classes = [name for name in CLASSES if chosen[name]]
    each = alphabets(classes, excluded)
    least = int(length >= len(classes))  # of each class, where all of them fit (P1)
    needed = [max(asked_for[name], least) for name in classes]
    if max(needed) > least:
        if sum(needed) > length:
            counts = ", ".join(f"{number} {name}" for number, name in zip(needed, classes, strict=True))
            raise ServiceError(
                "Minimums exceed the length", f"length: {length}, characters needed: {sum(needed)} ({counts})"
            )
        possible, drawn = minimums.numbered(length, each, needed, source(True))
    else:
        possible = possible_passwords(length, [len(alphabet) for alphabet in each])
        drawn = passwords_of_classes(length, each, source(True))
    result = _characters_result(drawn, count, possible, clock)
    if excluded:
        result["excluded"] = "".join(sorted(excluded))
    return result


def generate_password_by_rules(
    *,
    rules: str,
    length: int | None = None,
    count: int = COUNT.default,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> PasswordResult:
    """Generate a password that a site's ``rules`` allow, in Apple's syntax for password managers.

    >>> generate_password_by_rules(rules="minlength: 8; maxlength: 8; required: digit; allowed: lower")["entropy"]
    41.2

    Every password that the rules allow at the ``length`` is equally likely; without one that is 20, or the nearest
    length that they allow. ``entropy`` is in bits. With ``count`` (1 to 100) above 1 the result has ``passwords``, all
    different. https://developer.apple.com/documentation/security/customizing-password-autofill-rules is the syntax.
    Raises ServiceError for rules that cannot be read or that no password fulfils, for a length that they do not allow
    and for a count out of bounds, or of different passwords that there are not.
    """
    COUNT.check(count)
    parsed = site_rules.parse(rules)
    shortest = max(parsed.minimum, LENGTH.minimum)
    longest = LENGTH.maximum if parsed.maximum is None else min(parsed.maximum, LENGTH.maximum)
    if shortest > longest:
        raise site_rules.invalid_rules(f"no length is at least {shortest} and at most {longest}")
    if length is None:
        length = min(max(RULED_LENGTH, shortest), longest)
    Bounds("length", shortest, longest, details="").check(length)
    possible, password = ruled.numbered(parsed, length)
    if not possible:
        raise site_rules.invalid_rules(f"no password of length {length} fulfils them")
    randbytes = source(True)
    drawn = (password(uniform.integer_below(possible, randbytes)) for _ in repeat(None))
    return _characters_result(drawn, count, possible, clock)


def _characters_result(drawn: Iterable[str], count: int, possible: int, clock: Clock) -> PasswordResult:
    result = cast(PasswordResult, result_of(drawn, count, possible, clock))
    if "password" in result:
        result["character_types"] = {name: sum(map(result["password"].count, each)) for name, each in CLASSES.items()}
    return result


def generate_passphrase(
    *,
    words: int,
    separator: str = SEPARATOR.default,
    capitalize: bool = False,
    digit: bool = False,
    count: int = COUNT.default,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> PassphraseResult:
    """Generate a passphrase of ``words`` words of the EFF's large list (https://www.eff.org/dice), each equally likely.

    >>> generate_passphrase(words=6, digit=True)["entropy"]
    83.5

    ``words`` is 3 to 20; ``separator``, of at most 8 characters, stands between them. ``capitalize`` begins each with a
    capital; ``digit`` puts one digit after one of them. ``entropy`` is in bits. With ``count`` (1 to 100) above 1 the
    result has ``passwords``, all different. Raises ServiceError for a value out of bounds.
    """
    WORDS.check(words)
    SEPARATOR.check(separator)
    COUNT.check(count)
    listed = passphrases.words_of_list(capitalize=capitalize)
    possible, drawn = passphrases.numbered(listed, words, separator, source(True), digit=digit)
    result = result_of(drawn, count, possible, clock)
    if count > 1:
        del result["length"]  # each has its own
    return cast(PassphraseResult, {**result, "words": words})


def password_strength(*, password: str, words: Sequence[str] = ()) -> StrengthResult:
    """Judge how long a password would stand against someone who guesses it, by zxcvbn.

    >>> result = password_strength(password="Ada1815!", words=["Ada"])
    >>> result["score"], result["strength_level"], result["matches"][0]["dictionary"]
    (2, 'medium', 'words')

    ``password`` has 1 to 256 characters, of which the first 72 are examined, or 32 of rare kinds; ``examined`` says so.
    ``words`` are up to 100 that an attacker would try first, as the user's name. The result holds nothing of the
    password. ``entropy`` is in bits, and times are in seconds. Raises ServiceError for an empty or too long password,
    for too many words, and where the extra ``strength`` is not installed.
    """
    if not password:
        raise ServiceError(*PASSWORD_REQUIRED)
    PASSWORD.check(password)
    if words:
        TRIED_WORDS.check(len(words))
    return judge(password, words)


def plain_strength(result: StrengthResult) -> str:
    """Return the score."""
    return str(result["score"])

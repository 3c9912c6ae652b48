"""/password/ with rules: rule P8. The syntax is Apple's.

https://developer.apple.com/documentation/security/customizing-password-autofill-rules
"""

from collections import Counter
from itertools import groupby, product

import pytest

from passwords import services, site_rules
from passwords.ruled import numbered
from passwords.site_rules import SiteRules
from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock


def allowed(rules, length):
    """All passwords that the rules allow, by trying all."""
    for letters in product(rules.characters, repeat=length):
        longest = max((len(list(run)) for _, run in groupby(letters)), default=0)
        if rules.max_consecutive is not None and longest > rules.max_consecutive:
            continue
        if all(required & set(letters) for required in rules.required):
            yield "".join(letters)


@each_row("characters, required, max_consecutive", rows("site_rules_passwords_are_numbered_each_once.json"))
@each_row("length", range(1, 6))
def test_p8_passwords_are_numbered_each_once(characters, required, max_consecutive, length):
    """The count is exact, and each number is another one of the passwords: so a uniform number makes a uniform draw."""
    rules = SiteRules(characters, tuple(map(frozenset, required)), 1, None, max_consecutive)
    possible, password = numbered(rules, length)
    assert sorted(map(password, range(possible))) == sorted(allowed(rules, length))


def test_p8_draws_are_uniform():
    rules = "required: [ab]; allowed: [c]; max-consecutive: 1; maxlength: 2"
    found = Counter(services.generate_password_by_rules(rules=rules)["password"] for _ in range(6000))
    assert set(found) == {"ab", "ac", "ba", "bc", "ca", "cb"}
    assert all(abs(times - 1000) < 7 * (6000 * (1 / 6) * (5 / 6)) ** 0.5 for times in found.values())


@each_row("text, characters, required, numbers", rows("site_rules_rules_are_read.json"))
def test_p8_rules_are_read(text, characters, required, numbers):
    rules = site_rules.parse(text)
    assert rules.characters == "".join(sorted(set(characters)))
    assert rules.required == tuple(map(frozenset, required))
    assert [rules.minimum, rules.maximum, rules.max_consecutive] == numbers


@each_row("text, given, length", rows("site_rules_length.json"))
def test_p8_length(api, text, given, length):
    status, body = api.ask("/password/", rules=text or ";", length=given)
    assert (status, body["length"], len(body["password"])) == (200, length, length)


def test_p8_answer_has_the_keys_of_a_password():
    result = services.generate_password_by_rules(rules="required: digit; maxlength: 4", clock=example_clock)
    assert list(result) == ["password", "length", "timestamp", "strength_level", "entropy", "character_types"]
    assert (result["entropy"], result["strength_level"], result["length"]) == (13.3, "weak", 4)
    assert result["character_types"] == {"uppercase": 0, "lowercase": 0, "numbers": 4, "symbols": 0}


@each_row("rules", [None, ""])
@each_row("more", [{"symbols": None}, {"exclude": ""}])
def test_p8_g3_empty_is_not_given(api, rules, more):
    assert api.ask("/password/", rules=rules, **more).body["length"] == 50
    assert api.ask("/password/", rules="required: digit", **more).body["length"] == 20


@pytest.mark.slow
@each_row("rules, length", rows("site_rules_the_most_work.json"))
def test_p8_the_most_work_ends_soon(rules, length):
    """G21."""
    values = {"rules": rules, "length": length, "count": 100}
    assert cpu_seconds(lambda: services.generate_password_by_rules(**values), repeats=1) < 2


@each_row("written, hyphen, range", rows("site_rules_g19_a_hyphen_of_two_meanings.json"))
def test_p8_g19_a_hyphen_of_two_meanings(api, written, hyphen, range):
    """P8, G19: both are written out, and each is taken."""
    status, body = api.ask("/password/", rules=f"minlength: 6; required: {written}; allowed: lower")
    assert status == 400
    if hyphen is None:
        assert list(body) == ["error"]
        return
    writings = [reading["write"] for reading in body["readings"]]
    assert writings[0] == f"minlength: 6; required: {hyphen}; allowed: lower"
    if range:
        assert writings[1] == f"minlength: 6; required: {range}; allowed: lower"
    assert [api.ask("/password/", rules=writing).status for writing in writings] == [200, 200]

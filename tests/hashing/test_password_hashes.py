"""Rule H12: /hash/password/ makes hashes of passwords, and compares passwords with hashes."""

import logging
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from hashing.password_hashes import schemes, services
from hashing.password_hashes.schemes import read_hash
from hashing.password_hashes.views import HASH_PASSWORD, VERIFY_PASSWORD
from tests.measure import takes_longer
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.service_error import ServiceError

PATH = "/hash/password/"
LIGHT = dict(rows("password_hashes_light.json"))
READ = (
    "Read are $argon2id$, $argon2i$ and $argon2d$ with v=19, $scrypt$ and $pbkdf2-sha256$ as passlib writes them, and "
    "$2a$, $2b$ and $2y$ of bcrypt"
)

ARGON2 = "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
BCRYPT = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"


def ask(api, **parameters):
    response = api.post(PATH, parameters)
    return response.status_code, response.json()


def test_h12_answer_has_these_keys_in_this_order(api):
    status, body = ask(api, password="abc", algorithm="bcrypt", cost=4)
    assert (status, list(body)) == (200, ["hash", "algorithm", "parameters", "timestamp"])
    status, body = ask(api, password="abc", hash=body["hash"])
    assert (status, list(body)) == (200, ["matches", "algorithm", "parameters", "timestamp"])


@pytest.mark.slow
@each_row("algorithm, parameters, start", rows("password_hashes_defaults.json"))
def test_h12_defaults(api, algorithm, parameters, start):
    """OWASP's minimum settings that need at most 64 MiB."""
    status, body = ask(api, password="abc", algorithm=algorithm)
    assert (status, body["parameters"]) == (200, parameters)
    assert body["hash"].startswith(start)
    assert len(read_hash(body["hash"]).salt) == 22  # 16 bytes


@each_row(("password", "hash", "algorithm"), rows("password_hashes_known.json"))
def test_h12_published_hash(api, password, hash, algorithm):
    status, body = ask(api, password=password, hash=hash)
    assert (status, body["matches"], body["algorithm"]) == (200, True, algorithm)
    assert ask(api, password=password + "x", hash=hash)[1]["matches"] is False


@each_row("password", rows("password_hashes_any_text.json"))
@each_row("algorithm", LIGHT)
def test_h12_any_text_is_a_password(api, algorithm, password):
    """bcrypt takes 72 bytes, and no U+0000."""
    if algorithm == "bcrypt" and (len(password.encode()) > 72 or "\0" in password):
        return
    _, body = ask(api, password=password, algorithm=algorithm, **LIGHT[algorithm])
    assert ask(api, password=password, hash=body["hash"])[1]["matches"] is True
    assert ask(api, password="b" + password[1:], hash=body["hash"])[1]["matches"] is False


@each_row("algorithm", LIGHT)
def test_h12_answers_name_the_parameters_and_the_salt_is_new_each_time(api, algorithm):
    """Those of the request in the place of the defaults, and those of a hash."""
    made = [ask(api, password="abc", algorithm=algorithm, **LIGHT[algorithm])[1] for _ in range(2)]
    assert made[0]["parameters"] == schemes.SCHEMES[algorithm].defaults | LIGHT[algorithm]
    assert ask(api, password="abc", hash=made[0]["hash"])[1]["parameters"] == made[0]["parameters"]
    assert made[0]["hash"] != made[1]["hash"]


@each_row("parameters, error, details", rows("password_hashes_refused.json"))
def test_h12_refused(api, parameters, error, details):
    assert ask(api, **parameters) == (400, {"error": error, "details": details})


LONG = 1_000_000


@each_row(
    ("hash", "details"),
    [
        *rows("password_hashes_unreadable.json"),
        *[
            (hash, None)
            for hash in ("x" * LONG, "$" * LONG, ARGON2 + "A" * LONG, ARGON2.replace("m=8", "m=" + "9" * LONG))
        ],
    ],
)
def test_h12_hash_that_cannot_be_read(api, hash, details):
    """G21: it is refused fast, even if it is long, and the error does not repeat any of it."""
    expected = (400, {"error": "Invalid hash specified", "details": details or READ})
    assert ask(api, password="a", hash=hash) == expected
    assert not takes_longer(lambda: ask(api, password="a", hash=hash), 0.5)


@pytest.mark.slow
@each_row("hash, compared", rows("password_hashes_at_the_bounds.json"))
def test_h12_hash_at_the_bounds_is_read_and_compared(api, hash, compared):
    if compared is not True:
        assert read_hash(hash).parameters == compared
        return
    status, body = ask(api, password="a", hash=hash)
    assert (status, body["matches"]) == (200, False)


def test_h12_parameters_are_read_only_from_the_body(api):
    """They are secrets. Parameters in the query are not read, and are listed as ignored (G16)."""
    response = api.send("POST", PATH, query={"password": "abc", "cost": "1"}, body={}, content_type="application/json")
    assert (response.status_code, response.json()["error"]) == (400, "Password parameter is required")
    assert response.headers["X-Ignored-Parameters"] == "password, cost"
    assert api.get(PATH, {"password": "abc"}).status_code == 405


@pytest.mark.parametrize("hash", [None, ""])
def test_h12_hash_that_is_not_given(api, hash):
    """G1, G3."""
    assert "hash" in ask(api, password="abc", hash=hash, cost=1, memory_kib=8)[1]


def test_h12_no_secret_in_a_log_or_an_error(api, caplog):
    """G15."""
    secret = "Geheimnis-7319"
    with caplog.at_level(logging.DEBUG):
        for more in ({}, {"cost": 99}, {"hash": secret}, {"hash": BCRYPT}, {"algorithm": secret[:3]}, {"cost": secret}):
            response = api.post(PATH, {"password": secret, **more})
            assert secret not in response.content.decode()
    assert secret not in caplog.text


def test_h12_as_plain_text():
    """G6."""
    assert services.plain_hash({"hash": "$2b$"}) == "$2b$"
    assert services.plain_matches({"matches": True}) == "true"


@pytest.mark.slow
def test_h12_examples_are_true():
    """The answers in the description are written by hand, because the packages may not be installed."""
    for title, example in VERIFY_PASSWORD.examples.items():
        assert (
            VERIFY_PASSWORD.compute(VERIFY_PASSWORD.parameters.read(example), clock=example_clock)
            == VERIFY_PASSWORD.answers[title]
        )
    for title, example in HASH_PASSWORD.examples.items():
        answer = HASH_PASSWORD.answers[title]
        assert services.verify_password(password=example["password"], hash=answer["hash"])["matches"] is True
        assert read_hash(answer["hash"])[1:3] == (answer["algorithm"], answer["parameters"])


def test_h12_memory_budget_holds_for_any_number_of_clients():
    """Threads wait for each other. If the budget is enough for two of them, no more than two run at the same time."""
    budget = services.MemoryBudget(100, patience=20)
    running, seen = [], []

    def client(number):
        with budget.use(40):
            running.append(number)
            seen.append(len(running))
            time.sleep(0.002)
            running.remove(number)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(client, range(40)))
    assert (max(seen), running) == (2, [])
    with budget.use(100):
        pass  # the whole budget is free again


def test_h12_thread_that_waits_too_long_is_refused_and_reserves_nothing():
    budget = services.MemoryBudget(100, patience=0.01)
    with budget.use(61), pytest.raises(ServiceError, match="busy") as refusal, budget.use(40):
        raise AssertionError("there is no room")
    assert refusal.value.status == 503
    with pytest.raises(ZeroDivisionError), budget.use(100):
        1 / 0  # noqa: B018  # a computation that fails releases its memory
    with budget.use(100):
        pass


def test_h12_all_algorithms_share_one_budget(api, monkeypatch):
    """While the budget is used up, each algorithm is refused after the wait."""
    assert (services.BUDGET._total, services.BUDGET._patience) == (128 * 1024 * 1024, 20)
    monkeypatch.setattr(services.BUDGET, "_patience", 0.01)
    with services.BUDGET.use(128 * 1024 * 1024):
        for algorithm, light in LIGHT.items():
            status, body = ask(api, password="abc", algorithm=algorithm, **light)
            assert (status, body["error"]) == (503, "Hashing of passwords is busy")
        assert ask(api, password="a", hash=BCRYPT)[0] == 503
    assert ask(api, password="a", hash=BCRYPT)[0] == 200


@each_row("algorithm, memory", rows("password_hashes_memory.json"))
def test_h12_budget_is_enough_for_every_algorithm(algorithm, memory):
    """No algorithm needs more than the budget, which would never be free."""
    scheme = schemes.SCHEMES[algorithm]
    most = dict(scheme.defaults, cost=scheme.cost.maximum)
    most |= {name: value for name, value in (("memory_kib", 65_536), ("block_size", 16)) if name in most}
    assert scheme.memory(most) <= 128 * 1024 * 1024
    assert scheme.memory(scheme.defaults) == memory


def test_h12_extra_that_is_not_installed_is_named(api, monkeypatch):
    """F6: the status is 501. Algorithms that need no package still work."""
    monkeypatch.setitem(sys.modules, "argon2", None)
    monkeypatch.setitem(sys.modules, "bcrypt", None)
    for parameters in ({}, {"algorithm": "bcrypt"}, {"hash": BCRYPT}):
        status, body = ask(api, password="abc", **parameters)
        assert (status, body["error"]) == (501, "Not installed")
        assert "password-hashing" in body["details"]
    for algorithm in ("scrypt", "pbkdf2-sha256"):
        assert ask(api, password="abc", algorithm=algorithm, **LIGHT[algorithm])[0] == 200

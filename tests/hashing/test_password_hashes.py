"""Rule H12: /hash/password/ makes hashes of passwords, and compares passwords with hashes."""

import json
import logging
import subprocess
import sys
import threading
import time

import pytest
from django.urls import resolve

from hashing.password_hashes import schemes, services
from hashing.password_hashes.schemes import read_hash
from hashing.password_hashes.views import HASH_PASSWORD, VERIFY_PASSWORD
from tests.measure import takes_longer
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.serving.lanes import lane_of

PATH = "/hash/password/"
LIGHT = {
    "argon2id": {"cost": 1, "memory_kib": 8},
    "bcrypt": {"cost": 4},
    "scrypt": {"cost": 10},
    "pbkdf2-sha256": {"cost": 1000},
}
READ = (
    "Read are $argon2id$, $argon2i$ and $argon2d$ with v=19, $scrypt$ and $pbkdf2-sha256$ as passlib writes them, and "
    "$2a$, $2b$ and $2y$ of bcrypt"
)

ARGON2 = "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
SCRYPT = "$scrypt$ln=10,r=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
PBKDF2 = "$pbkdf2-sha256$1000$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
BCRYPT = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"


def ask(api, **parameters):
    response = api.post(PATH, parameters)
    return response.status_code, response.json()


def test_h12_answer_has_these_keys_in_this_order(api):
    status, body = ask(api, password="abc", algorithm="bcrypt", cost=4)
    assert (status, list(body)) == (200, ["hash", "algorithm", "parameters", "timestamp"])
    status, body = ask(api, password="abc", hash=body["hash"])
    assert (status, list(body)) == (200, ["matches", "algorithm", "parameters", "timestamp"])


DEFAULTS = [
    (None, {"cost": 2, "memory_kib": 19456, "parallelism": 1}, "$argon2id$v=19$m=19456,t=2,p=1$"),
    ("BCRYPT", {"cost": 10}, "$2b$10$"),
    ("scrypt", {"cost": 15, "block_size": 8, "parallelism": 3}, "$scrypt$ln=15,r=8,p=3$"),
    ("PBKDF2_SHA256", {"cost": 600_000}, "$pbkdf2-sha256$600000$"),
]


@pytest.mark.slow
@each_row(("algorithm", "parameters", "start"), DEFAULTS)
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


@each_row("start", ["$2a$", "$2b$", "$2y$"])
def test_h12_spellings_of_bcrypt_mean_the_same(api, start):
    hash = f" {start}05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n"
    assert ask(api, password="U*U", hash=hash)[1]["matches"] is True


@each_row("password", ["a", " a ", "\0" * 9, "Grüße 👩‍👩‍👧 \U0010ffff", "x" * 1024, "é" * 512, "0", "true"])
@each_row("algorithm", ["argon2id", "scrypt", "pbkdf2-sha256"])
def test_h12_any_text_is_a_password(api, algorithm, password):
    _, body = ask(api, password=password, algorithm=algorithm, **LIGHT[algorithm])
    assert ask(api, password=password, hash=body["hash"])[1]["matches"] is True
    assert ask(api, password="b" + password[1:], hash=body["hash"])[1]["matches"] is False


@pytest.mark.parametrize("password", ["x" * 72, "é" * 36, "a", "👩" * 18])
def test_h12_bcrypt_takes_72_bytes(api, password):
    _, body = ask(api, password=password, algorithm="bcrypt", cost=4)
    assert ask(api, password=password, hash=body["hash"])[1]["matches"] is True
    assert ask(api, password="b" + password[1:], hash=body["hash"])[1]["matches"] is False


@each_row("algorithm", LIGHT)
def test_h12_answers_name_the_parameters(api, algorithm):
    """Those of the request in the place of the defaults, and those of a hash."""
    _, made = ask(api, password="abc", algorithm=algorithm, **LIGHT[algorithm])
    assert made["parameters"] == schemes.SCHEMES[algorithm].defaults | LIGHT[algorithm]
    assert ask(api, password="abc", hash=made["hash"])[1]["parameters"] == made["parameters"]


@pytest.mark.parametrize("algorithm", LIGHT)
def test_h12_salt_is_new_each_time(api, algorithm):
    hashes = {ask(api, password="abc", algorithm=algorithm, **LIGHT[algorithm])[1]["hash"] for _ in range(3)}
    assert len(hashes) == 3


@each_row(
    ("parameters", "error", "details"),
    [
        *rows("password_hashes_refused.json"),
        ({"password": "x" * 1025}, "Password must be at most 1024 bytes", "Bytes given: 1025"),
        ({"password": "é" * 513, "algorithm": "bcrypt"}, "Password must be at most 1024 bytes", "Bytes given: 1026"),
        ({"password": "x" * 1025, "hash": ARGON2}, "Password must be at most 1024 bytes", "Bytes given: 1025"),
        (
            {"password": "é" * 37, "hash": BCRYPT},
            "Password must be at most 72 bytes for bcrypt",
            "Bytes given: 74; bcrypt would ignore the rest: send a shorter one, or take argon2id",
        ),
    ],
)
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


AT_THE_BOUNDS = [
    ARGON2.replace("m=8,t=1,p=1", "m=128,t=1,p=16"),
    ARGON2.replace("m=8,t=1,p=1", "m=128,t=10,p=1"),
    ARGON2.replace("c29tZXNhbHQ", "A" * 86),
    ARGON2[:-43] + "A" * 22,
    ARGON2[:-43] + "A" * 86,
    SCRYPT.replace("ln=10,r=1,p=1", "ln=10,r=16,p=16"),
    SCRYPT.replace("ln=10,r=1,p=1", "ln=15,r=1,p=1"),
    SCRYPT.replace("ln=10,r=1,p=1", "ln=16,r=2,p=1"),
    PBKDF2[:-43] + "A." * 10 + "AA",
    BCRYPT,
]


@each_row(
    ("hash", "parameters"),
    [
        (ARGON2.replace("m=8", "m=65536"), {"cost": 1, "memory_kib": 65536, "parallelism": 1}),
        (SCRYPT.replace("ln=10,r=1,p=1", "ln=16,r=16,p=2"), {"cost": 16, "block_size": 16, "parallelism": 2}),
        (PBKDF2.replace("1000", "2000000"), {"cost": 2_000_000}),
        (BCRYPT.replace("$04$", "$14$"), {"cost": 14}),
    ],
)
def test_h12_hash_at_the_bounds_is_read(hash, parameters):
    assert read_hash(hash).parameters == parameters


@pytest.mark.slow
@pytest.mark.parametrize("hash", AT_THE_BOUNDS)
def test_h12_hash_at_the_bounds_is_compared(api, hash):
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


def test_h12_is_no_tool_for_agents(api):
    """The same for all other paths that take only POST."""
    response = api.post("/mcp/", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, accept="application/json")
    assert "hash_password" not in response.content.decode()
    assert b'"hash"' in response.content


def test_h12_in_a_batch(api):
    """B9."""
    call = {
        "path": PATH,
        "parameters": {"password": "U*U", "hash": "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"},
    }
    [result] = api.post("/batch/", {"calls": [call]}).json()["results"]
    assert (result["status"], result["body"]["matches"]) == (200, True)


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
            VERIFY_PASSWORD.compute(VERIFY_PASSWORD.read(example), clock=example_clock)
            == VERIFY_PASSWORD.answers[title]
        )
    for title, example in HASH_PASSWORD.examples.items():
        answer = HASH_PASSWORD.answers[title]
        assert services.verify_password(password=example["password"], hash=answer["hash"])["matches"] is True
        assert read_hash(answer["hash"])[1:3] == (answer["algorithm"], answer["parameters"])


def test_h12_memory_budget_holds_for_any_number_of_clients():
    """Threads wait for each other. If the budget is enough for two of them, no more than two run at the same time."""
    budget = services.MemoryBudget(100, patience=20)
    running, most, guard = 0, 0, threading.Lock()

    def client():
        nonlocal running, most
        for _ in range(5):
            with budget.use(40):
                with guard:
                    running += 1
                    most = max(most, running)
                time.sleep(0.002)
                with guard:
                    running -= 1

    threads = [threading.Thread(target=client) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert (most, running) == (2, 0)
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


@pytest.mark.parametrize("algorithm", LIGHT)
def test_h12_budget_is_enough_for_every_algorithm(algorithm):
    """No algorithm needs more than the budget, which would never be free."""
    scheme = schemes.SCHEMES[algorithm]
    most = dict(scheme.defaults, cost=scheme.cost.maximum)
    most |= {name: value for name, value in (("memory_kib", 65_536), ("block_size", 16)) if name in most}
    assert scheme.memory(most) <= 128 * 1024 * 1024
    expected = {"argon2id": 19456 * 1024, "bcrypt": 4096, "scrypt": 32 * 1024 * 1024, "pbkdf2-sha256": 1024}
    assert scheme.memory(scheme.defaults) == expected[algorithm]


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


def test_h12_packages_are_loaded_at_their_first_use():
    """F6."""
    program = """
import sys
from hashing.password_hashes.services import hash_password
hash_password(password="abc", algorithm="scrypt", cost=10)
print(sorted({"argon2", "bcrypt"} & set(sys.modules)))
hash_password(password="abc", algorithm="bcrypt", cost=4)
print(sorted({"argon2", "bcrypt"} & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.splitlines() == ["[]", "['bcrypt']"]


@each_row("parameters", [{"password": "a", "cost": 1, "memory_kib": 8}, {"password": "a", "hash": SCRYPT}])
def test_h12_cheap_hash_is_not_computed_on_the_event_loop(parameters):
    """S5: it may have to wait for memory, and every other client would wait with it."""
    meta = {"REQUEST_METHOD": "POST", "QUERY_STRING": "", "CONTENT_TYPE": "application/json"}
    assert lane_of(resolve("/hash/password/"), meta, json.dumps(parameters).encode()) == "expensive"

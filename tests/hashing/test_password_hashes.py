"""Rule H12: /hash/password/ makes hashes of passwords, and compares passwords with hashes."""

import json
import logging
import subprocess
import sys
import threading
import time

import pytest

from hashing.password_hashes import memory, schemes, services
from hashing.password_hashes.bcrypt_base64 import from_bcrypt_base64, to_bcrypt_base64
from hashing.password_hashes.strings import PasswordHash, read_hash, write_hash
from hashing.password_hashes.views import HASH_PASSWORD, VERIFY_PASSWORD, PasswordHashView
from tests.measure import takes_longer
from tests.tables import each_row
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
PASSES = "argon2 takes the number of passes over the memory"
ROUNDS = "bcrypt takes the binary logarithm of the rounds, 10 for 1024"
N = "scrypt takes the binary logarithm of N, 15 for 32768"
SUPPORTED = "Supported algorithms: argon2id, bcrypt, scrypt, pbkdf2-sha256"
READ = (
    "Read are $argon2id$, $argon2i$ and $argon2d$ with v=19, $scrypt$ and $pbkdf2-sha256$ as passlib writes them, and "
    "$2a$, $2b$ and $2y$ of bcrypt"
)

LONGEST_TAG = (
    "$pbkdf2-sha256$1000$c29tZXNhbHQ"
    "$j4Aa14inUtOh7Sg/D7hH54ohymuHNQD4.ccfhepGWAYlN5e9NePWGg8WNn3vI4As4jSSLlDcF4xI1FLb/y1tQw"
)
# Published hashes with their passwords.
KNOWN = [
    # The reference implementation of argon2, src/test.c, version 0x13: test_argon2i and test_argon2id.
    ("password", "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8", "argon2i"),
    ("password", "$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E", "argon2i"),
    ("password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "argon2id"),
    # Openwall's crypt_blowfish, wrapper.c.
    ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "bcrypt"),
    ("U*U*U", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a", "bcrypt"),
    ("U*U*", "$2b$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK", "bcrypt"),
    # passlib's documentation of passlib.hash.scrypt and passlib.hash.pbkdf2_sha256.
    ("password", "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E", "scrypt"),
    (
        "password",
        "$pbkdf2-sha256$8000$XAuBMIYQQogxRg$tRRlz8hYn63B9LYiCd6PRo6FMiunY9ozmMMI3srxeRE",
        "pbkdf2-sha256",
    ),
    # passlib's own tests, with a dot for each plus sign.
    (
        "password",
        "$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ",
        "pbkdf2-sha256",
    ),
    # The shortest and the longest tag, by the command openssl kdf.
    ("password", "$pbkdf2-sha256$1000$c29tZXNhbHQ$j4Aa14inUtOh7Sg/D7hH5w", "pbkdf2-sha256"),
    ("password", LONGEST_TAG, "pbkdf2-sha256"),
]

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


@each_row(("algorithm", "parameters", "start"), DEFAULTS)
def test_h12_defaults_of_the_table(algorithm, parameters, start):
    name = HASH_PASSWORD.read({"password": "abc", "algorithm": algorithm})["algorithm"]
    scheme = schemes.SCHEMES[name]
    assert (scheme.defaults, scheme.salt_size) == (parameters, 16)
    assert write_hash(PasswordHash(name, scheme.defaults, bytes(16), bytes(scheme.tag_size))).startswith(start)


@pytest.mark.slow
@pytest.mark.parametrize(("algorithm", "parameters", "start"), DEFAULTS)
def test_h12_defaults(api, algorithm, parameters, start):
    """OWASP's minimum settings that need at most 64 MiB."""
    status, body = ask(api, password="abc", algorithm=algorithm)
    assert (status, body["parameters"]) == (200, parameters)
    assert body["hash"].startswith(start)
    assert write_hash(read_hash(body["hash"])) == body["hash"]


@each_row(("password", "hash", "algorithm"), KNOWN)
def test_h12_published_hash(api, password, hash, algorithm):
    status, body = ask(api, password=password, hash=hash)
    assert (status, body["matches"], body["algorithm"]) == (200, True, algorithm)
    assert ask(api, password=password + "x", hash=hash)[1]["matches"] is False
    assert write_hash(read_hash(hash)) == hash.replace("$2a$", "$2b$")


@pytest.mark.parametrize(("start", "matches"), [("$2a$", True), ("$2b$", True), ("$2y$", True)])
def test_h12_spellings_of_bcrypt_mean_the_same(api, start, matches):
    hash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW".replace("$2a$", start)
    assert ask(api, password="U*U", hash=f" {hash}\n")[1]["matches"] is matches


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


REFUSED = [
    ({}, "Password parameter is required", "Provide the password in the password parameter"),
    ({"password": ""}, "Password parameter is required", "Provide the password in the password parameter"),
    (
        {"password": None, "hash": BCRYPT},
        "Password parameter is required",
        "Provide the password in the password parameter",
    ),
    ({"password": True}, "Invalid parameter type", "password must be a string"),
    ({"password": "x" * 1025}, "Password must be at most 1024 bytes", "Bytes given: 1025"),
    ({"password": "é" * 513}, "Password must be at most 1024 bytes", "Bytes given: 1026"),
    ({"password": "x" * 1025, "hash": ARGON2}, "Password must be at most 1024 bytes", "Bytes given: 1025"),
    ({"password": "a", "algorithm": "md5"}, "Invalid algorithm specified", f"{SUPPORTED}. Unknown algorithm: md5"),
    (
        {"password": "a", "algorithm": "argon2i"},
        "Invalid algorithm specified",
        f"{SUPPORTED}. Unknown algorithm: argon2i. Did you mean argon2id?",
    ),
    ({"password": "a", "cost": "x"}, "Invalid parameter type", "cost must be an integer"),
    ({"password": "a", "cost": 0}, "Cost must be between 1 and 10", f"Requested cost: 0; {PASSES}"),
    ({"password": "a", "cost": 11}, "Cost must be between 1 and 10", f"Requested cost: 11; {PASSES}"),
    (
        {"password": "a", "algorithm": "bcrypt", "cost": 3},
        "Cost must be between 4 and 14",
        f"Requested cost: 3; {ROUNDS}",
    ),
    (
        {"password": "a", "algorithm": "bcrypt", "cost": 15},
        "Cost must be between 4 and 14",
        f"Requested cost: 15; {ROUNDS}",
    ),
    ({"password": "a", "algorithm": "scrypt", "cost": 9}, "Cost must be between 10 and 16", f"Requested cost: 9; {N}"),
    (
        {"password": "a", "algorithm": "scrypt", "cost": 17},
        "Cost must be between 10 and 16",
        f"Requested cost: 17; {N}",
    ),
    (
        {"password": "a", "algorithm": "pbkdf2-sha256", "cost": 999},
        "Cost must be between 1000 and 2000000",
        "Requested cost: 999; PBKDF2 takes the number of rounds",
    ),
    (
        {"password": "a", "algorithm": "pbkdf2-sha256", "cost": 2_000_001},
        "Cost must be between 1000 and 2000000",
        "Requested cost: 2000001; PBKDF2 takes the number of rounds",
    ),
    (
        {"password": "a", "algorithm": "bcrypt", "cost": 2_000_000},
        "Cost must be between 4 and 14",
        f"Requested cost: 2000000; {ROUNDS}",
    ),
    ({"password": "a", "memory_kib": 7}, "memory_kib must be between 8 and 65536", "Requested memory_kib: 7"),
    ({"password": "a", "memory_kib": 65_537}, "memory_kib must be between 8 and 65536", "Requested memory_kib: 65537"),
    ({"password": "a", "cost": 11, "memory_kib": 7}, "Cost must be between 1 and 10", f"Requested cost: 11; {PASSES}"),
    (
        {"password": "a", "algorithm": "scrypt", "memory_kib": 8, "cost": 99},
        "Invalid parameter combination",
        "memory_kib has no meaning for the algorithm scrypt, which takes cost alone",
    ),
    (
        {"password": "x" * 73, "algorithm": "bcrypt"},
        "Password must be at most 72 bytes for bcrypt",
        "Bytes given: 73; bcrypt would ignore the rest: send a shorter one, or take argon2id",
    ),
    (
        {"password": "é" * 37, "hash": BCRYPT},
        "Password must be at most 72 bytes for bcrypt",
        "Bytes given: 74; bcrypt would ignore the rest: send a shorter one, or take argon2id",
    ),
    (
        {"password": "ab\0", "algorithm": "bcrypt"},
        "Password must not hold U+0000 for bcrypt",
        "It stands at position 2: leave it out, or take argon2id",
    ),
    (
        {"password": "\0", "hash": BCRYPT},
        "Password must not hold U+0000 for bcrypt",
        "It stands at position 0: leave it out, or take argon2id",
    ),
    ({"password": "a", "hash": 5}, "Invalid hash specified", READ),
    ({"password": "a", "hash": []}, "Invalid parameter type", "hash must be a string"),
]


@each_row(("parameters", "error", "details"), REFUSED)
def test_h12_refused(api, parameters, error, details):
    assert ask(api, **parameters) == (400, {"error": error, "details": details})


@each_row(
    ("hash", "details"),
    [
        *[
            (hash, READ)
            for hash in (
                "abc",
                "5f4dcc3b5aa765d61d8327deb882cf99",
                ARGON2.replace("v=19", "v=16"),
                ARGON2.replace("v=19$", ""),
                ARGON2.replace("argon2id", "argon2"),
                ARGON2.replace("m=8,t=1,p=1", "t=1,m=8,p=1"),
                ARGON2.replace("m=8", "m=08"),
                ARGON2.replace("m=8", "m=-8"),
                ARGON2.replace("m=8", "m=٨"),
                ARGON2.replace("m=8", "m=" + "9" * 11),
                ARGON2.replace("m=8", "m=" + "9" * 5000),
                ARGON2.replace("p=1", "p=1,keyid=AAAA"),
                ARGON2 + "$",
                ARGON2 + "=",
                ARGON2 + "\0",
                ARGON2[1:],
                ARGON2.rpartition("$")[0],
                SCRYPT.replace("ln=10", "n=1024"),
                "$7$CU..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D",
                PBKDF2.replace("sha256", "sha512"),
                PBKDF2.replace("1000", "+1000"),
                BCRYPT.replace("$2b$", "$2x$"),
                BCRYPT.replace("$2b$", "$2$"),
                BCRYPT.replace("$04$", "$4$"),
                BCRYPT[:-1],
                BCRYPT + "a",
                "$1$abcdefgh$irWbblnpmw.5z7wgBnprh0",
                "x" * 1_000_000,
                ARGON2[:-10] + "A" * 1_000_000,
                "$" * 1_000_000,
                "\U0010ffff",
            )
        ],
        (ARGON2.replace("m=8", "m=7"), "Its memory_kib must be between 8 and 65536, not 7"),
        (ARGON2.replace("m=8", "m=65537"), "Its memory_kib must be between 8 and 65536, not 65537"),
        (ARGON2.replace("t=1", "t=11"), "Its cost must be between 1 and 10, not 11"),
        (ARGON2.replace("t=1", "t=0"), "Its cost must be between 1 and 10, not 0"),
        (ARGON2.replace("p=1", "p=0"), "Its parallelism must be between 1 and 16, not 0"),
        (ARGON2.replace("m=8,t=1,p=1", "m=136,t=1,p=17"), "Its parallelism must be between 1 and 16, not 17"),
        (ARGON2.replace("m=8,t=1,p=1", "m=15,t=1,p=2"), "Its memory_kib must be at least 8 times its parallelism"),
        (ARGON2.replace("c29tZXNhbHQ", "c29tZXNhbA"), "Its number of bytes of salt must be between 8 and 64, not 7"),
        (ARGON2.replace("c29tZXNhbHQ", "A" * 87), "Its number of bytes of salt must be between 8 and 64, not 65"),
        (ARGON2[:-43] + "A" * 20, "Its number of bytes of tag must be between 16 and 64, not 15"),
        (ARGON2[:-43] + "A" * 87, "Its number of bytes of tag must be between 16 and 64, not 65"),
        (ARGON2.replace("c29tZXNhbHQ", "c29tZXNhbHR"), "Salt or tag is not correct Base64"),
        (ARGON2 + "AA", "Salt or tag is not correct Base64"),
        (SCRYPT.replace("ln=10", "ln=9"), "Its cost must be between 10 and 16, not 9"),
        (SCRYPT.replace("ln=10", "ln=17"), "Its cost must be between 10 and 16, not 17"),
        (SCRYPT.replace("ln=10", "ln=9999999999"), "Its cost must be between 10 and 16, not 9999999999"),
        (SCRYPT.replace("ln=10", "ln=16"), "Its cost must be less than 16 times its block size"),
        (SCRYPT.replace("r=1", "r=17"), "Its block size must be between 1 and 16, not 17"),
        (SCRYPT.replace("r=1", "r=0"), "Its block size must be between 1 and 16, not 0"),
        (SCRYPT.replace("p=1", "p=17"), "Its parallelism must be between 1 and 16, not 17"),
        (SCRYPT.replace("ln=10,r=1,p=1", "ln=16,r=16,p=3"), "Its N times r times p must be at most 2097152"),
        (PBKDF2.replace("1000", "999"), "Its cost must be between 1000 and 2000000, not 999"),
        (PBKDF2.replace("1000", "2000001"), "Its cost must be between 1000 and 2000000, not 2000001"),
        (BCRYPT.replace("$04$", "$03$"), "Its cost must be between 4 and 14, not 3"),
        (BCRYPT.replace("$04$", "$15$"), "Its cost must be between 4 and 14, not 15"),
        (BCRYPT.replace("C.E5YPO9", "C/E5YPO9"), "Salt or tag is not correct Base64"),
        (BCRYPT[:-1] + "X", "Salt or tag is not correct Base64"),
    ],
)
def test_h12_hash_that_cannot_be_read(api, hash, details):
    """G21: it is refused fast, even if it is long, and the error does not repeat any of it."""
    assert ask(api, password="a", hash=hash) == (400, {"error": "Invalid hash specified", "details": details})
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
    "hash",
    [
        *AT_THE_BOUNDS,
        ARGON2.replace("m=8", "m=65536"),
        SCRYPT.replace("ln=10,r=1,p=1", "ln=16,r=16,p=2"),
        PBKDF2.replace("1000", "2000000"),
        BCRYPT.replace("$04$", "$14$"),
    ],
)
def test_h12_hash_at_the_bounds_is_read(hash):
    assert write_hash(read_hash(hash)) == hash


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
    call = {"path": PATH, "parameters": {"password": "U*U", "hash": KNOWN[3][1]}}
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


@pytest.mark.parametrize(("result", "text"), [({"hash": "$2b$"}, "$2b$"), ({"matches": True}, "true")])
def test_h12_as_plain_text(result, text):
    """G6."""
    assert (services.plain_hash if "hash" in result else services.plain_matches)(result) == text


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
        salt = read_hash(answer["hash"]).salt
        values = HASH_PASSWORD.read(example)
        assert HASH_PASSWORD.compute(values, source=lambda size, salt=salt: salt[:size], clock=example_clock) == answer


def test_h12_memory_budget_holds_for_any_number_of_clients():
    """Threads wait for each other. If the budget is enough for two of them, no more than two run at the same time."""
    budget = memory.MemoryBudget(100, patience=20)
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
    budget = memory.MemoryBudget(100, patience=0.01)
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


@pytest.mark.parametrize("data", [bytes(16), bytes(range(23)), b"\xff" * 16, b"\xfb\xff\xbf"])
def test_h12_base64_of_bcrypt(data):
    assert from_bcrypt_base64(to_bcrypt_base64(data)) == data
    assert to_bcrypt_base64(b"\0\0\0") == "...."


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


@each_row(
    ("arguments", "error"),
    [
        ({"password": "x", "memory_kib": 0}, "memory_kib must be between 8 and 65536"),
        ({"password": "x" * 1025}, "Password must be at most 1024 bytes"),
        ({"password": "x" * 1025, "algorithm": "bcrypt"}, "Password must be at most 1024 bytes"),
    ],
)
def test_h12_refused_in_python(arguments, error):
    with pytest.raises(services.ServiceError) as refusal:
        services.hash_password(**arguments)
    assert refusal.value.error == error


@each_row("parameters", [{"password": "a", "cost": 1, "memory_kib": 8}, {"password": "a", "hash": SCRYPT}])
def test_h12_cheap_hash_is_not_computed_on_the_event_loop(parameters):
    """S5: it may have to wait for memory, and every other client would wait with it."""
    meta = {"REQUEST_METHOD": "POST", "QUERY_STRING": "", "CONTENT_TYPE": "application/json"}
    assert lane_of(PasswordHashView, {}, meta, json.dumps(parameters).encode()) == "expensive"

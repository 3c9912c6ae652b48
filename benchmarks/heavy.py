"""The section of heavy requests, and the bare WSGI application that runs their plain loops: ``POST /7`` the eighth."""

import hashlib
import random
import re
import secrets
import string
import uuid
import zlib
from collections import Counter
from functools import partial
from statistics import median

import fnv_c
import orjson
import regex
import xxhash
from argon2.low_level import Type, hash_secret_raw
from blake3 import blake3

from benchmarks.measure import PLAIN, ask, cpu_per_request, in_turn, post, ratios, serving
from tests.tables import rows

MEGABYTE = ("The quick brown fox's naïve café, 1.5 × XMLHttpRequest — Ünïcödé!\n" * 20_000)[:880_000]  # in UTF-8


def _rounds(digest):
    data = b"hello"
    for _ in range(10_000):
        data = digest(data)
    return data


#: An algorithm for each way in which the service computes one.
DIGESTS = {
    "sha256": lambda data: hashlib.sha256(data).digest(),
    "sha512-256": lambda data: hashlib.new("sha512-256", data).digest(),
    "ripemd160": lambda data: hashlib.new("ripemd160", data).digest(),
    "blake2b512": lambda data: hashlib.blake2b(data).digest(),
    "blake3": lambda data: blake3(data).digest(),
    "xxh3-64": lambda data: xxhash.xxh3_64(data).digest(),
    "crc32": lambda data: zlib.crc32(data).to_bytes(4),
    "fnv1a64": lambda data: fnv_c.fnv1a_64(data).to_bytes(8),
}


def _snakecase():
    """Split the text by the usual recipe, camel case by two substitutions, then words."""
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", MEGABYTE)
    words = re.findall(r"[^\W_]+", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text))
    return "_".join(map(str.lower, words))


def _analyze():
    """Return the same statistics by library calls: counters, the distinct characters, and regex's grapheme clusters."""
    characters, text = Counter(MEGABYTE), MEGABYTE
    frequencies = [dict(counter.most_common()) for counter in (characters, Counter(text.split()))]
    lengths = [len(text), len(text.splitlines()), len(text.encode()), len(regex.findall(r"\X", text))]
    totals = [
        sum(count for character, count in characters.items() if test(character))
        for test in (str.isupper, str.islower, str.isdigit, str.isspace, string.punctuation.__contains__)
    ]
    return [*frequencies, lengths, totals]


CHARACTERS = string.ascii_letters + string.digits + string.punctuation
#: The plain loop of each row of heavy.json.
LOOPS = {f"{name}, 10,000 rounds": partial(_rounds, digest) for name, digest in DIGESTS.items()} | {
    "FNV-1a of 1 MB": lambda: fnv_c.fnv1a_64(MEGABYTE.encode()),
    "argon2id of a password": lambda: hash_secret_raw(b"correct horse", bytes(16), 1, 8192, 1, 32, Type.ID),
    "1,000 UUIDs": lambda: [str(uuid.uuid4()) for _ in range(1000)],
    "10,000 different integers": lambda: random.sample(range(-1_000_000, 1_000_001), 10_000),
    "10,000 integers": lambda: [random.randint(-1_000_000, 1_000_000) for _ in range(10_000)],
    "10,000 secure integers": lambda: [secrets.randbelow(2_000_001) for _ in range(10_000)],
    "10,000 decimals": lambda: [round(random.uniform(1, 100), 9) for _ in range(10_000)],
    "1,000-character password": lambda: "".join(secrets.choice(CHARACTERS) for _ in range(1000)),
    "analyze 1 MB": _analyze,
    "snakecase of 1 MB": _snakecase,
    "uppercase of 1 MB": MEGABYTE.upper,
}
#: Name, request and plain loop. A parameter that is null is the text of a megabyte.
CALLS = [
    (name, ask(path, parameters and {key: value or MEGABYTE for key, value in parameters.items()}), LOOPS[name])
    for name, path, parameters in rows("heavy.json")
]


def application(environ, start_response):
    """Run a plain loop, and answer with its result and with the body of the request."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    _, _, loop = CALLS[int(environ["PATH_INFO"].strip("/"))]
    payload = orjson.dumps([orjson.loads(body or b"null"), loop()], default=bytes.hex)
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(payload)))])
    return [payload]


def heavy(repeats=11):
    """Heavy requests

    The CPU time of the whole request, compared with the plain library loop that a user would write for it. The loop
    runs in a bare WSGI application, which gets a request of the same size and answers with the loop's result. So both
    run in a thread of a server that was idle until the request arrived; in a process that is never idle a loop takes 10
    to 20% less. Both are measured in turn in each round. The figures are the lowest of the rounds, and the ratio is the
    median of the rounds' ratios. Two clients that ask at the same time changed no ratio by more than 0.07 on
    2026-11-23.
    """
    table = [["CPU per heavy request", "ms | plain loop, ms", "ratio"]]
    with serving() as ours, serving(*PLAIN, application="benchmarks.heavy:application") as bare:
        for number, (name, request, _) in enumerate(CALLS):
            plain = post(f"/{number}", request.partition(b"\r\n\r\n")[2])
            works = [partial(cpu_per_request, *ours, request, 3), partial(cpu_per_request, *bare, plain, 3)]
            own, theirs = in_turn(works, repeats)
            times = f"{min(own) * 1e3:.2f} | {min(theirs) * 1e3:.2f}"
            table.append([name, times, f"{median(ratios(own, theirs)):.2f}"])
    return table

"""The section of heavy requests, and the bare WSGI application that runs their plain loops: ``POST /7`` the eighth."""

import hashlib
import json
import random
import re
import secrets
import string
import uuid
import zlib
from collections import Counter
from functools import partial
from statistics import median

import bcrypt
import fnv_c
import maxminddb
import orjson
import pytz
import regex
import xxhash
from argon2.low_level import Type, hash_secret_raw
from blake3 import blake3

from benchmarks.bare_wsgi import respond
from benchmarks.measure import PLAIN, ask, cpu_per_request, get, post, ratios, serving
from hashing.algorithms import ALGORITHMS
from hashing.implementations import optional
from tests.service import ROOT
from tests.tables import rows

ROUNDS = 10_000
LARGE = b"x" * 900_000
MEGABYTE = ("The quick brown fox's naïve café, 1.5 × XMLHttpRequest — Ünïcödé!\n" * 20_000)[:880_000]  # in UTF-8

#: The functions that neither hashlib nor xxhash has under the name of their algorithm.
CONSTRUCTORS = {
    "blake2s256": hashlib.blake2s,
    "blake2b256": partial(hashlib.blake2b, digest_size=32),
    "blake2b512": hashlib.blake2b,
    "blake3": blake3,
    "whirlpool": optional("whirlpool").new,  # OpenSSL's, which hashlib knows only where the operator lets it
}
CHECKSUMS = {
    "crc32": zlib.crc32,
    "adler32": zlib.adler32,
    "fnv1a32": fnv_c.fnv1a_32,
    "fnv1a64": fnv_c.fnv1a_64,
}


def _digest_of(algorithm):
    """Return the library's call that digests bytes."""
    if checksum := CHECKSUMS.get(algorithm.name):
        return lambda data: checksum(data).to_bytes(algorithm.digest_size, "big")
    name = algorithm.name.replace("-", "_")
    found = (getattr(package, name, None) for package in (hashlib, xxhash))
    new = CONSTRUCTORS.get(name) or next(filter(None, found), partial(hashlib.new, name))
    return lambda data: new(data).digest()


def _in_rounds(digest):
    data = b"hello"
    for _ in range(ROUNDS):
        data = digest(data)
    return data


#: A word, as far as one pattern can find it: it recognizes only ASCII capitals.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W_A-Z]+")


def _words(change):
    """Split the text by the usual recipe, camel case by two substitutions, then words; change each of them."""
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", MEGABYTE)
    return map(change, re.findall(r"[^\W_]+", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)))


def _titlecase():
    """Write words with apostrophes in title case, by the recipe in Python's documentation of str.title."""
    return re.sub(r"[^\W\d_]+('[^\W\d_]+)?", lambda word: word[0].capitalize(), MEGABYTE)


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
READER = maxminddb.open_database(ROOT / "geodata" / "city.mmdb")
PASSWORD, SALT = b"correct horse", bytes(16)
#: The plain loop of each row of heavy.json.
LOOPS = {
    "argon2id of a password": lambda: hash_secret_raw(PASSWORD, SALT, 1, 8192, 1, 32, Type.ID),
    "bcrypt of a password": lambda: bcrypt.hashpw(PASSWORD, bcrypt.gensalt(6)),
    "scrypt of a password": lambda: hashlib.scrypt(PASSWORD, salt=SALT, n=1024, r=8, p=3, dklen=32),
    "pbkdf2-sha256 of a password": lambda: hashlib.pbkdf2_hmac("sha256", PASSWORD, SALT, 20_000),
    "1,000 UUIDs": lambda: orjson.dumps([str(uuid.uuid4()) for _ in range(1000)]),
    "10,000 different integers": lambda: random.sample(range(-1_000_000, 1_000_001), 10_000),
    "10,000 integers": lambda: [random.randint(-1_000_000, 1_000_000) for _ in range(10_000)],
    "10,000 secure integers": lambda: [secrets.randbelow(2_000_001) for _ in range(10_000)],
    "10,000 decimals": lambda: [round(random.uniform(1, 100), 9) for _ in range(10_000)],
    "1,000-character password": lambda: "".join(secrets.choice(CHARACTERS) for _ in range(1000)),
    "all time zones": lambda: orjson.dumps(sorted(pytz.all_timezones)),
    "IP look-up": lambda: orjson.dumps(READER.get("81.2.69.142")),
    "analyze 1 MB": _analyze,
    "snakecase of 1 MB": lambda: "_".join(_words(str.lower)),
    "snakecase, beside one regular expression, of 1 MB": lambda: "_".join(WORD.findall(MEGABYTE)).lower(),
    "camelcase of 1 MB": lambda: "".join(_words(str.capitalize)),
    "titlecase of 1 MB": _titlecase,
    "uppercase of 1 MB": MEGABYTE.upper,
}


def _calls():
    """Yield (name, request, plain loop)."""
    for name, algorithm in ALGORITHMS.items():
        request = get(f"/hash/?input=hello&iterations={ROUNDS}&algorithm={name}")
        yield f"{name}, 10,000 rounds", request, partial(_in_rounds, _digest_of(algorithm))
    request = post("/hash/", b'{"algorithm": "fnv1a64", "input": "%s"}' % LARGE)
    yield "FNV-1a of 900 kB", request, lambda: fnv_c.fnv1a_64(LARGE)
    for name, path, parameters in rows("heavy.json"):
        loop = LOOPS[name]
        if path == "/text/":
            parameters["text"] = MEGABYTE
            yield name, ask(path, parameters), lambda loop=loop: orjson.dumps([loop(), MEGABYTE])
        else:
            yield name, ask(path, parameters), loop


CALLS = list(_calls())


def application(environ, start_response):
    """Run a plain loop, and send the body of the request back."""
    length = int(environ.get("CONTENT_LENGTH") or 0)
    carried = json.loads(environ["wsgi.input"].read(length)) if length else {}
    _, _, loop = CALLS[int(environ["PATH_INFO"].strip("/"))]
    loop()
    return respond(start_response, "200 OK", carried)


def heavy(repeats=11):
    """Heavy requests

    The CPU time of the whole request, compared with the plain library loop that a user would write for it. The loop
    runs in a bare WSGI application, which gets a request of the same size and sends its body back. So both run in a
    thread of a server that was idle until the request arrived; in a process that is never idle a loop takes 10 to 20%
    less. Both are measured in turn in each round. The figures are the lowest of the rounds, and the ratio is the median
    of the rounds' ratios. Two clients that ask at the same time changed no ratio by more than 0.07 on 2026-11-23.
    """
    table = [["CPU per heavy request", "ms | plain loop, ms", "ratio"]]
    with serving() as ours, serving(*PLAIN, application="benchmarks.heavy:application") as bare:
        for number, (name, request, _) in enumerate(CALLS):
            body = request.partition(b"\r\n\r\n")[2]
            plain = post(f"/{number}", body) if body else get(f"/{number}")
            rounds = [(cpu_per_request(*ours, request, 3), cpu_per_request(*bare, plain, 3)) for _ in range(repeats)]
            own, theirs = zip(*rounds, strict=True)
            table.append(
                [name, f"{min(own) * 1e3:.2f} | {min(theirs) * 1e3:.2f}", f"{median(ratios(own, theirs)):.2f}"]
            )
    return table

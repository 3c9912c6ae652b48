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
from benchmarks.measure import PLAIN, cpu_per_request, get, post, serving
from hashing.implementations import optional
from tests.service import ROOT

ROUNDS = 10_000
LARGE = b"x" * 900_000
MEGABYTE = ("The quick brown fox's naïve café, 1.5 × XMLHttpRequest — Ünïcödé!\n" * 20_000)[:880_000]  # in UTF-8

OF_HASHLIB = "md5 sha1 sha224 sha256 sha384 sha512 sha3-224 sha3-256 sha3-384 sha3-512"
OF_XXHASH = "xxh32 xxh64 xxh3-64 xxh3-128"
CONSTRUCTORS = {
    **{name: getattr(hashlib, name.replace("-", "_")) for name in OF_HASHLIB.split()},
    **{name: getattr(xxhash, name.replace("-", "_")) for name in OF_XXHASH.split()},
    "sha512-256": partial(hashlib.new, "sha512_256"),
    "blake2s256": hashlib.blake2s,
    "blake2b256": partial(hashlib.blake2b, digest_size=32),
    "blake2b512": hashlib.blake2b,
    "blake3": blake3,
    "ripemd160": partial(hashlib.new, "ripemd160"),
    "whirlpool": optional("whirlpool").new,  # OpenSSL's, which hashlib knows only where the operator lets it
}
CHECKSUMS = {
    "crc32": (zlib.crc32, 4),
    "adler32": (zlib.adler32, 4),
    "fnv1a32": (fnv_c.fnv1a_32, 4),
    "fnv1a64": (fnv_c.fnv1a_64, 8),
}
#: At a fraction of their default costs, with which they would take most of the time of all measurements.
PASSWORD, SALT = b"correct horse", bytes(16)
PASSWORD_HASHES = {
    "argon2id": ({"cost": 1, "memory_kib": 8192}, lambda: hash_secret_raw(PASSWORD, SALT, 1, 8192, 1, 32, Type.ID)),
    "bcrypt": ({"cost": 6}, lambda: bcrypt.hashpw(PASSWORD, bcrypt.gensalt(6))),
    "scrypt": ({"cost": 10}, lambda: hashlib.scrypt(PASSWORD, salt=SALT, n=1024, r=8, p=3, dklen=32)),
    "pbkdf2-sha256": ({"cost": 20_000}, lambda: hashlib.pbkdf2_hmac("sha256", PASSWORD, SALT, 20_000)),
}
#: A word, as far as one pattern can find it: it recognizes only ASCII capitals.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W_A-Z]+")


def _words(change):
    """Split the text by the usual recipe, camel case by two substitutions, then words; change each of them."""
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", MEGABYTE)
    return map(change, re.findall(r"[^\W_]+", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)))


def _titlecase():
    """Write words with apostrophes in title case, by the recipe in Python's documentation of str.title."""
    return re.sub(r"[^\W\d_]+('[^\W\d_]+)?", lambda word: word[0].capitalize(), MEGABYTE)


def _analyze(text=MEGABYTE):
    """Return the same statistics by library calls: counters, the distinct characters, and regex's grapheme clusters."""
    characters = Counter(text)
    frequencies = [dict(counter.most_common()) for counter in (characters, Counter(text.split()))]
    lengths = [len(text), len(text.splitlines()), len(text.encode()), len(regex.findall(r"\X", text))]
    totals = [
        sum(count for character, count in characters.items() if test(character))
        for test in (str.isupper, str.islower, str.isdigit, str.isspace, string.punctuation.__contains__)
    ]
    return orjson.dumps([text, *frequencies, lengths, totals])


#: Operations on a text of 1 MB, each with its plain loop. What follows a comma is not part of its name.
TEXTS = {
    "snakecase": lambda: "_".join(_words(str.lower)),
    "snakecase, beside one regular expression,": lambda: "_".join(WORD.findall(MEGABYTE)).lower(),
    "kebabcase": lambda: "-".join(_words(str.lower)),
    "camelcase": lambda: "".join(_words(str.capitalize)),
    "pascalcase": lambda: "".join(_words(str.capitalize)),
    "titlecase": _titlecase,
    "uppercase": MEGABYTE.upper,
    "lowercase": MEGABYTE.lower,
}
INTEGERS = "/random/?min=-1000000&max=1000000&count=10000"
CHARACTERS = string.ascii_letters + string.digits + string.punctuation
READER = maxminddb.open_database(ROOT / "geodata" / "city.mmdb")
#: Paths that are asked by GET, each with its plain loop.
PATHS = {
    "1,000 UUIDs": ("/uuid/?count=1000", lambda: orjson.dumps([str(uuid.uuid4()) for _ in range(1000)])),
    "10,000 different integers": (INTEGERS, lambda: random.sample(range(-1_000_000, 1_000_001), ROUNDS)),
    "10,000 integers": (
        f"{INTEGERS}&unique=false",
        lambda: [random.randint(-1_000_000, 1_000_000) for _ in range(ROUNDS)],
    ),
    "10,000 secure integers": (
        f"{INTEGERS}&unique=false&secure=true",
        lambda: [secrets.randbelow(2_000_001) for _ in range(ROUNDS)],
    ),
    "10,000 decimals": (
        "/number/?count=10000&decimal=true&precision=9",
        lambda: [round(random.uniform(1, 100), 9) for _ in range(ROUNDS)],
    ),
    "1,000-character password": (
        "/password/?length=1000",
        lambda: "".join(secrets.choice(CHARACTERS) for _ in range(1000)),
    ),
    "all time zones": ("/time/?operation=timezones", lambda: orjson.dumps(sorted(pytz.all_timezones))),
    "IP look-up": ("/ip/81.2.69.142", lambda: orjson.dumps(READER.get("81.2.69.142"))),
}


def _rounds_of(digest):
    data = b"hello"
    for _ in range(ROUNDS):
        data = digest(data)
    return data


def _calls():
    """Yield (name, request, plain loop)."""
    digests = {name: lambda data, new=new: new(data).digest() for name, new in CONSTRUCTORS.items()}
    for name, (checksum, size) in CHECKSUMS.items():
        digests[name] = lambda data, checksum=checksum, size=size: checksum(data).to_bytes(size, "big")
    for name, digest in digests.items():
        request = get(f"/hash/?input=hello&iterations={ROUNDS}&algorithm={name}")
        yield f"{name}, 10,000 rounds", request, partial(_rounds_of, digest)
    request = post("/hash/", b'{"algorithm": "fnv1a64", "input": "%s"}' % LARGE)
    yield "FNV-1a of 900 kB", request, lambda: fnv_c.fnv1a_64(LARGE)
    for name, (parameters, loop) in PASSWORD_HASHES.items():
        body = orjson.dumps({"password": PASSWORD.decode(), "algorithm": name, **parameters})
        yield f"{name} of a password", post("/hash/password/", body), loop
    for name, (path, loop) in PATHS.items():
        yield name, get(path), loop
    answers = {name: lambda change=change: orjson.dumps([change(), MEGABYTE]) for name, change in TEXTS.items()}
    for name, loop in {"analyze": _analyze, **answers}.items():
        body = orjson.dumps({"text": MEGABYTE, "operation": name.partition(",")[0]})
        yield f"{name} of 1 MB", post("/text/", body), loop


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
    rows = [["CPU per heavy request", "ms | plain loop, ms", "ratio"]]
    with serving() as ours, serving(*PLAIN, application="benchmarks.heavy:application") as bare:
        for number, (name, request, _) in enumerate(CALLS):
            body = request.partition(b"\r\n\r\n")[2]
            plain = post(f"/{number}", body) if body else get(f"/{number}")
            rounds = [(cpu_per_request(*ours, request, 3), cpu_per_request(*bare, plain, 3)) for _ in range(repeats)]
            own, theirs = map(min, zip(*rounds, strict=True))
            ratio = median(seconds / others for seconds, others in rounds)
            rows.append([name, f"{own * 1e3:.2f} | {theirs * 1e3:.2f}", f"{ratio:.2f}"])
    return rows

"""Heavy requests

The CPU time of the whole request, compared with the plain library loop that a user would write for it. The loop runs in
a bare WSGI application, which gets a request of the same size and sends its body back. So both run in a thread of a
server that was idle until the request arrived; in a process that is never idle a loop takes 10 to 20% less. Both are
measured in turn in each round. The figures are the lowest of the rounds, and the ratio is the median of the rounds'
ratios. Two clients that ask at the same time changed no ratio by more than 0.07 on 2026-11-23.
"""

import hashlib
import random
import re
import secrets
import string
import sys
import uuid
import zlib
from collections import Counter
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

from benchmarks.measure import PLAIN, cpu_per_request, get, post, serving
from hashing.implementations import optional
from tests.service import ROOT

ROUNDS = 10_000
MEGABYTE = ("The quick brown fox's naïve café, 1.5 × XMLHttpRequest — Ünïcödé!\n" * 20_000)[:880_000]  # in UTF-8
PASSWORD_CHARACTERS = string.ascii_letters + string.digits + string.punctuation

CONSTRUCTORS = {
    "md5": hashlib.md5, "sha1": hashlib.sha1, "sha256": hashlib.sha256, "sha512": hashlib.sha512,
    "sha3-256": hashlib.sha3_256, "sha3-512": hashlib.sha3_512,
    "blake2b256": lambda data: hashlib.blake2b(data, digest_size=32), "blake2b512": hashlib.blake2b,
    "ripemd160": lambda data: hashlib.new("ripemd160", data),
    "sha224": hashlib.sha224, "sha384": hashlib.sha384, "sha512-256": lambda data: hashlib.new("sha512_256", data),
    "sha3-224": hashlib.sha3_224, "sha3-384": hashlib.sha3_384, "blake2s256": hashlib.blake2s, "blake3": blake3,
    "xxh32": xxhash.xxh32, "xxh64": xxhash.xxh64, "xxh3-64": xxhash.xxh3_64, "xxh3-128": xxhash.xxh3_128,
    "whirlpool": optional("whirlpool").new,
}  # fmt: skip
CHECKSUMS = {
    "crc32": (zlib.crc32, 4), "adler32": (zlib.adler32, 4),
    "fnv1a32": (fnv_c.fnv1a_32, 4), "fnv1a64": (fnv_c.fnv1a_64, 8),
}  # fmt: skip
#: At a fraction of their default costs, with which they would take most of the time of all measurements.
SALT = bytes(16)
PASSWORD_HASHES = {
    "argon2id": (
        {"cost": 1, "memory_kib": 8192},
        lambda: hash_secret_raw(b"correct horse", SALT, 1, 8192, 1, 32, Type.ID),
    ),
    "bcrypt": ({"cost": 6}, lambda: bcrypt.hashpw(b"correct horse", bcrypt.gensalt(6))),
    "scrypt": ({"cost": 10}, lambda: hashlib.scrypt(b"correct horse", salt=SALT, n=1024, r=8, p=3, dklen=32)),
    "pbkdf2-sha256": ({"cost": 20_000}, lambda: hashlib.pbkdf2_hmac("sha256", b"correct horse", SALT, 20_000)),
}


def rounds_of(digest):
    def loop():
        data = b"hello"
        for _ in range(ROUNDS):
            data = digest(data)
        return data

    return loop


#: A word, as far as one pattern can find it: it recognizes only ASCII capitals.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W_A-Z]+")


def words(text):
    """Split a text into words by the usual recipe: separate camel case by two substitutions, then find the words."""
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", text)
    return re.findall(r"[^\W_]+", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text))


def titlecase(text):
    """Write words with apostrophes in title case, by the recipe in Python's documentation of str.title."""
    return re.sub(r"[^\W\d_]+('[^\W\d_]+)?", lambda word: word[0].capitalize(), text)


def analyze(text=MEGABYTE):
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
    "analyze": analyze,
    "snakecase": lambda: "_".join(word.lower() for word in words(MEGABYTE)),
    "snakecase, beside one regular expression,": lambda: "_".join(WORD.findall(MEGABYTE)).lower(),
    "kebabcase": lambda: "-".join(word.lower() for word in words(MEGABYTE)),
    "camelcase": lambda: "".join(word.capitalize() for word in words(MEGABYTE)),
    "pascalcase": lambda: "".join(word.capitalize() for word in words(MEGABYTE)),
    "titlecase": lambda: titlecase(MEGABYTE),
    "uppercase": MEGABYTE.upper,
    "lowercase": MEGABYTE.lower,
}
INTEGERS = "/random/?min=-1000000&max=1000000&count=10000"
UNLIKE, ALIKE, SECURE = INTEGERS, f"{INTEGERS}&unique=false", f"{INTEGERS}&unique=false&secure=true"
DECIMALS = "/number/?count=10000&decimal=true&precision=9"
READER = maxminddb.open_database(ROOT / "geodata" / "city.mmdb")
#: Paths that are asked by GET, each with its plain loop.
PATHS = {
    "1,000 UUIDs": ("/uuid/?count=1000", lambda: orjson.dumps([str(uuid.uuid4()) for _ in range(1000)])),
    "10,000 different integers": (UNLIKE, lambda: random.sample(range(-1_000_000, 1_000_001), 10_000)),
    "10,000 integers": (ALIKE, lambda: [random.randint(-1_000_000, 1_000_000) for _ in range(10_000)]),
    "10,000 secure integers": (SECURE, lambda: [secrets.randbelow(2_000_001) for _ in range(10_000)]),
    "10,000 decimals": (DECIMALS, lambda: [round(random.uniform(1, 100), 9) for _ in range(10_000)]),
    "1,000-character password": (
        "/password/?length=1000",
        lambda: "".join(secrets.choice(PASSWORD_CHARACTERS) for _ in range(1000)),
    ),
    "all time zones": ("/time/?operation=timezones", lambda: orjson.dumps(sorted(pytz.all_timezones))),
    "IP look-up": ("/ip/81.2.69.142", lambda: orjson.dumps(READER.get("81.2.69.142"))),
}


def calls():
    """Yield (name, request, plain loop)."""
    digests = {name: lambda data, new=new: new(data).digest() for name, new in CONSTRUCTORS.items()}
    for name, (checksum, size) in CHECKSUMS.items():
        digests[name] = lambda data, checksum=checksum, size=size: checksum(data).to_bytes(size, "big")
    for name, digest in digests.items():
        request = get(f"/hash/?input=hello&iterations={ROUNDS}&algorithm={name}")
        yield f"{name}, 10,000 rounds", request, rounds_of(digest)
    large = b"x" * 900_000
    request = post("/hash/", b'{"algorithm": "fnv1a64", "input": "%s"}' % large)
    yield "FNV-1a of 900 kB", request, lambda: fnv_c.fnv1a_64(large)
    for name, (parameters, loop) in PASSWORD_HASHES.items():
        body = orjson.dumps({"password": "correct horse", "algorithm": name, **parameters})
        yield f"{name} of a password", post("/hash/password/", body), loop
    for name, (path, loop) in PATHS.items():
        yield name, get(path), loop
    for name, text in TEXTS.items():
        body = orjson.dumps({"text": MEGABYTE, "operation": name.partition(",")[0]})
        loop = text if text is analyze else lambda text=text: orjson.dumps([text(), MEGABYTE])
        yield f"{name} of 1 MB", post("/text/", body), loop


def table(repeats=11):
    """Return rows: call, milliseconds of our service, milliseconds of the plain loop, ratio."""
    rows = [["CPU per heavy request", "ms | plain loop, ms", "ratio"]]
    with serving() as ours, serving(*PLAIN, application="benchmarks.peers.loops:application") as bare:
        for number, (name, request, _) in enumerate(calls()):
            body = request.partition(b"\r\n\r\n")[2]
            plain = post(f"/{number}", body) if body else get(f"/{number}")
            rounds = [(cpu_per_request(*ours, request, 3), cpu_per_request(*bare, plain, 3)) for _ in range(repeats)]
            own, theirs = map(min, zip(*rounds, strict=True))
            ratio = median(seconds / others for seconds, others in rounds)
            rows.append([name, f"{own * 1e3:.2f} | {theirs * 1e3:.2f}", f"{ratio:.2f}"])
            print(f"{name:30} {rows[-1][1]:>24} {rows[-1][2]:>8}", file=sys.stderr)
    return rows

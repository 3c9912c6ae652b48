"""Published test vectors of all algorithms (H3, H9) and of HMAC (B1)."""

from functools import partial

from hashing import services
from hashing.algorithms import ALGORITHMS
from tests.tables import each_row, rows

VECTORS = [(name, text * int(times), digest) for name, text, times, digest in rows("vectors.tsv")]


def digest_of(algorithm, data):
    return ALGORITHMS[algorithm].implementation.new(data).digest()


@each_row("algorithm, text, digest", VECTORS)
def test_published_vector(api, algorithm, text, digest):
    """H3. By POST, because a million characters are too long for a query (G10)."""
    body = api.post("/hash/", {"input": text, "algorithm": algorithm}).json()
    assert (body["hash"], body["algorithm"], body["length"]) == (digest, algorithm, len(digest))


@each_row("algorithm, octets", rows("zero_checksums.tsv"))
def test_checksum_keeps_its_leading_zeros(algorithm, octets):
    """H3, B3."""
    digest = services.hash_text(input=octets, algorithm=algorithm, encoding="hex")["hash"]
    assert digest == "0" * ALGORITHMS[algorithm].digest_size * 2


def xxhash_input(length):
    state, octets = 2654435761, bytearray()
    for _ in range(length):
        octets.append(state >> 56)
        state = state * 11400714785074694797 % 2**64
    return bytes(octets)


@each_row("algorithm, length, digest", rows("byte_vectors.tsv"))
def test_published_vector_of_bytes(algorithm, length, digest):
    """H9: BLAKE3's input repeats the bytes 0 to 250."""
    data = bytes(place % 251 for place in range(int(length)))
    assert digest_of(algorithm, data if algorithm == "blake3" else xxhash_input(int(length))).hex() == digest


@each_row("algorithm, key, data, mac", rows("hmac_vectors.tsv"))
def test_hmac_vector(api, algorithm, key, data, mac):
    """B1."""
    _, body = api.ask("/hash/", input=data, encoding="hex", algorithm=algorithm, key=key, key_encoding="hex")
    assert (body["hash"], body["hmac"]) == (mac, True)


@each_row("key", ["", "k", "ключ", "k" * 64, "k" * 137, "k" * 1000])
@each_row("algorithm, size", rows("hmac_blocks.tsv"))
def test_hmac_follows_its_definition(algorithm, size, key):
    """B1: RFC 2104, 2, for keys shorter and longer than a block, and for hash functions without published vectors."""
    digest = partial(digest_of, algorithm)
    block = key.encode() if len(key.encode()) <= int(size) else digest(key.encode())
    block = block.ljust(int(size), b"\0")
    inner, outer = bytes(octet ^ 0x36 for octet in block), bytes(octet ^ 0x5C for octet in block)

    def mac(data):
        return digest(outer + digest(inner + data))

    first = mac(b"saltdata")
    for rounds, expected in ((1, first), (2, mac(first))):
        result = services.hash_text(input="data", salt="salt", key=key, algorithm=algorithm, iterations=rounds)
        assert (result["hash"], result["hmac"]) == (expected.hex(), True)

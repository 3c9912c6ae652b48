"""Published test vectors of all algorithms (H3, H9) and of HMAC (B1)."""

import hashlib
from functools import partial

import pytest

from hashing import services
from hashing.algorithms import ALGORITHMS
from tests.tables import each_row

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
ALPHANUMERIC = ALPHABET.upper() + ALPHABET + "0123456789"
EIGHTY_DIGITS = "1234567890" * 8
MILLION_A = "a" * 1_000_000
BLOCKS_448 = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
BLOCKS_896 = (
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
)

# RFC 1321, A.5.
MD5 = {
    "": "d41d8cd98f00b204e9800998ecf8427e",
    "a": "0cc175b9c0f1b6a831c399e269772661",
    "abc": "900150983cd24fb0d6963f7d28e17f72",
    "message digest": "f96b697d7cb7938d525a2f31aaf161d0",
    ALPHABET: "c3fcd3d76192e4007dfb496cca67e13b",
    ALPHANUMERIC: "d174ab98d277d9f5a5611c2c9f419d9f",
    EIGHTY_DIGITS: "57edf4a22be3c955ac49da2e2107b67a",
}
# RFC 3174, 7.3, TEST1 to TEST4.
SHA1 = {
    "abc": "a9993e364706816aba3e25717850c26c9cd0d89d",
    BLOCKS_448: "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
    MILLION_A: "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
    "01234567" * 80: "dea356a2cddd90c7a7ecedc5ebb563934f460452",
}
# NIST, Examples with Intermediate Values for FIPS 180-4, and FIPS 180-2, appendices B and C; "" from NIST CAVP.
SHA256 = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    BLOCKS_448: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    MILLION_A: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
SHA512 = {
    "abc": "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
    "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    BLOCKS_896: "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
    "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
    MILLION_A: "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
    "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b",
}
# "" from NIST's examples for FIPS 202 (SHA3-256_Msg0, SHA3-512_Msg0), the others from DI Management's list of test
# vectors for SHA-1, SHA-2 and SHA-3.
SHA3_256 = {
    "": "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
    "abc": "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
    BLOCKS_448: "41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376",
    MILLION_A: "5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1",
}
SHA3_512 = {
    "": "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a6"
    "15b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26",
    "abc": "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e"
    "10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
    MILLION_A: "3c3a876da14034ab60627c077bb98f7e120a2a5370212dffb3385a18d4f38859"
    "ed311d0a9d5141ce9cc5c66ee689b266a8aa18ace8282a0e0db596c90b0a7b87",
}
# RFC 7693, appendix A. For BLAKE2b-256 see the self-test of appendix E below.
BLAKE2B512 = {
    "abc": "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
    "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
}
# The designers' iso-test-vectors.txt (Barreto and Rijmen, 2003), which is also in ISO/IEC 10118-3:2004.
WHIRLPOOL = {
    "": "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7"
    "3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3",
    "a": "8aca2602792aec6f11a67206531fb7d7f0dff59413145e6973c45001d0087b42"
    "d11bc645413aeff63a42391a39145a591a92200d560195e53b478584fdae231a",
    "abc": "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
    "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5",
    "message digest": "378c84a4126e2dc6e56dcc7458377aac838d00032230f53ce1f5700c0ffb4d3b"
    "8421557659ef55c106b4b52ac5a4aaa692ed920052838f3362e86dbd37a8903e",
    ALPHABET: "f1d754662636ffe92c82ebb9212a484a8d38631ead4238f5442ee13b8054e41b"
    "08bf2a9251c30b6a0b8aae86177ab4a6f68f673e7207865d5d9819a3dba4eb3b",
    MILLION_A: "0c99005beb57eff50a7cf005560ddf5d29057fd86b20bfd62deca0f1ccea4af5"
    "1fc15490eddc47af32bb2b66c34ff9ad8c6008ad677f77126953b226e4ed8b01",
}
# The authors' page "The hash function RIPEMD-160" (Bosselaers), test values.
RIPEMD160 = {
    "": "9c1185a5c5e9fc54612808977ee8f548b2258d31",
    "a": "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe",
    "abc": "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
    "message digest": "5d0689ef49d2fae572b881b123a85ffa21595f36",
    ALPHABET: "f71c27109c692c1b56bbdceb5b9d2865b3708dbc",
    BLOCKS_448: "12a053384a9c0c88e405a06c27dcf49ada62eb2b",
    ALPHANUMERIC: "b0e20b6e3116640286ed3a87a5713079b21f5189",
    EIGHTY_DIGITS: "9b752e45573d4b39f4dbd3323cab82bf63326bfb",
    MILLION_A: "52783243c1697bdbe16d37f97f68f08325dc1528",
}
# "123456789": the check value of CRC-32/ISO-HDLC in Cook's catalogue of parametrised CRC algorithms. "": RFC 1952.
CRC32 = {"123456789": "cbf43926", "": "00000000"}
# RFC 1950, 8.2: s1 and s2 start at 1 and 0. "Wikipedia" is the example in Wikipedia's article Adler-32.
ADLER32 = {"": "00000001", "Wikipedia": "11e60398"}
# The authors' test_fnv.c (Fowler, Noll, Vo; draft-eastlake-fnv).
FNV1A32 = {"": "811c9dc5", "a": "e40c292c", "foobar": "bf9cf968"}
FNV1A64 = {"": "cbf29ce484222325", "a": "af63dc4c8601ec8c", "foobar": "85944171f73967e8"}

# NIST, Examples with Intermediate Values for FIPS 180-4.
SHA224 = {
    "abc": "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
    BLOCKS_448: "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
}
SHA384 = {
    "abc": "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
    BLOCKS_896: "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039",
}
SHA512_256 = {
    "abc": "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
    BLOCKS_896: "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a",
}
# The same sources as for SHA3-256.
SHA3_224 = {
    "": "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
    "abc": "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
}
SHA3_384 = {
    "": "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e058d5f004",
    "abc": "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
}
# RFC 7693, appendix B.
BLAKE2S256 = {"abc": "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"}

VECTORS = {
    "md5": MD5,
    "sha1": SHA1,
    "sha256": SHA256,
    "sha512": SHA512,
    "sha3-256": SHA3_256,
    "sha3-512": SHA3_512,
    "blake2b512": BLAKE2B512,
    "whirlpool": WHIRLPOOL,
    "ripemd160": RIPEMD160,
    "crc32": CRC32,
    "adler32": ADLER32,
    "fnv1a32": FNV1A32,
    "fnv1a64": FNV1A64,
    "sha224": SHA224,
    "sha384": SHA384,
    "sha512-256": SHA512_256,
    "sha3-224": SHA3_224,
    "sha3-384": SHA3_384,
    "blake2s256": BLAKE2S256,
}
ROWS = [(name, text, digest) for name, vectors in VECTORS.items() for text, digest in vectors.items()]


@each_row(("algorithm", "text", "digest"), ROWS)
def test_published_vector(api, algorithm, text, digest):
    """H3. By POST, because a million characters are too long for a query (G10)."""
    body = api.post("/hash/", {"input": text, "algorithm": algorithm}).json()
    assert (body["hash"], body["algorithm"], body["length"]) == (digest, algorithm, len(digest))


@pytest.mark.parametrize(
    ("algorithm", "text", "digest"),
    [
        # Inputs whose FNV-1a is 0, from the authors' page ("fnv-1a ... zero hash").
        ("fnv1a32", "cc2431c4", "00000000"),
        ("fnv1a64", "d56bb95342870836", "0000000000000000"),
    ],
)
def test_checksum_keeps_its_leading_zeros(api, algorithm, text, digest):
    """H3, B3."""
    _, body = api.ask("/hash/", input=text, algorithm=algorithm, encoding="hex")
    assert body["hash"] == digest


# By length of the input, from the BLAKE3 team's test_vectors.json. The input repeats the bytes 0 to 250. The lengths
# are those at which a block of 64 bytes or a chunk of 1,024 bytes begins or ends.
BLAKE3 = {
    0: "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
    1: "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
    1023: "10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11",
    1024: "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
    1025: "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
    2049: "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030",
    5121: "628bd2cb2004694adaab7bbd778a25df25c47b9d4155a55f8fbd79f2fe154cff",
}
# By length of the input (xxhash_input), from xxHash's own self-test (cli/xsum_sanity_check.c) without a seed.
XXHASH = {
    "xxh32": {0: "02cc5d05", 1: "cf65b03e", 14: "1208e7e2", 222: "5bd11dbd"},
    "xxh64": {0: "ef46db3751d8e999", 1: "e934a84adb052768", 14: "8282dcc4994e35c8", 222: "b641ae8cb691c174"},
    "xxh3-64": {0: "2d06800538d394c2", 12: "a713daf0dfbb77e7", 195: "cd94217ee362ec3a", 2367: "cb37aeb9e5d361ed"},
    "xxh3-128": {
        0: "99aa06d3014798d86001c324468d497f",
        12: "6e3efd8fc7802b18061a192713f69ad9",
        222: "337e09641b948717f1aebd597cec6b3a",
        2367: "e89c0f6ff369b427cb37aeb9e5d361ed",
    },
}


def xxhash_input(length: int) -> bytes:
    state, octets = 2654435761, bytearray()
    for _ in range(length):
        octets.append(state >> 56)
        state = state * 11400714785074694797 % 2**64
    return bytes(octets)


BYTE_ROWS = [("blake3", bytes(place % 251 for place in range(length)), digest) for length, digest in BLAKE3.items()] + [
    (name, xxhash_input(length), digest) for name, vectors in XXHASH.items() for length, digest in vectors.items()
]


@each_row(("algorithm", "data", "digest"), BYTE_ROWS)
def test_published_vector_of_bytes(api, algorithm, data, digest):
    """H9, B3."""
    body = api.post("/hash/", {"input": data.hex(), "algorithm": algorithm, "encoding": "hex"}).json()
    assert (body["hash"], body["length"]) == (digest, len(digest))


def digest_of(algorithm: str, data: bytes) -> bytes:
    return ALGORITHMS[algorithm].new(data).digest()


def selftest_sequence(length: int, seed: int) -> bytes:
    """RFC 7693, appendix E: selftest_seq, a Fibonacci generator."""
    a, b, octets = 0xDEAD4BAD * seed & 0xFFFFFFFF, 1, bytearray()
    for _ in range(length):
        a, b = b, a + b & 0xFFFFFFFF
        octets.append(b >> 24)
    return bytes(octets)


@pytest.mark.parametrize(
    ("function", "ours", "sizes", "lengths", "grand_hash"),
    [
        (
            hashlib.blake2b,
            {32: "blake2b256", 64: "blake2b512"},
            (20, 32, 48, 64),
            (0, 3, 128, 129, 255, 1024),
            "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475",
        ),
        (
            hashlib.blake2s,
            {32: "blake2s256"},
            (16, 20, 28, 32),
            (0, 3, 64, 65, 255, 1024),
            "6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe",
        ),
    ],
)
def test_blake2_passes_the_self_test_of_its_rfc(function, ours, sizes, lengths, grand_hash):
    """H3, H9: RFC 7693, appendix E. Ours are the unkeyed digests of our sizes, and the hash over all digests."""
    results = b""
    for size in sizes:
        for length in lengths:
            data = selftest_sequence(length, length)
            key = selftest_sequence(size, size)
            unkeyed = digest_of(ours[size], data) if size in ours else function(data, digest_size=size).digest()
            results += unkeyed + function(data, digest_size=size, key=key).digest()
    assert digest_of(ours[32], results).hex() == grand_hash


def test_adler32_follows_its_definition(api):
    """H3: RFC 1950, 8.2, with a text that is long enough for both sums to exceed the modulus."""
    text = "\u00ff" * 3000
    low, high = 1, 0
    for octet in text.encode():
        low = (low + octet) % 65521
        high = (high + low) % 65521
    assert api.post("/hash/", {"input": text, "algorithm": "adler32"}).json()["hash"] == f"{high << 16 | low:08x}"


KEYS = [
    # RFC 2202, 2, case 3, and RFC 4231, 4.4: keys that are not UTF-8.
    ("md5", "aa" * 16, "dd" * 50, "56be34521d144c88dbb8c733f0e8b3f6"),
    ("sha256", "aa" * 20, "dd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    # RFC 4231, 4.7: a key that is longer than a block.
    ("sha224", "aa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First".hex(),
     "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e"),
]  # fmt: skip


@pytest.mark.parametrize(("algorithm", "key", "data", "mac"), KEYS)
def test_hmac_vector_with_a_key_of_bytes(api, algorithm, key, data, mac):
    """B1."""
    vector = {"input": data, "encoding": "hex", "algorithm": algorithm, "key": key, "key_encoding": "hex"}
    assert services.hash_text(**vector)["hash"] == mac


ASCENDING_KEY = "".join(map(chr, range(1, 26)))
FIFTY_CD = "cd" * 50

GREETING = b"Hi There".hex()
QUESTION = b"what do ya want for nothing?".hex()
TRUNCATION = b"Test With Truncation".hex()

HMAC_VECTORS = {
    # RFC 2202, 2: cases 1, 2, 4, 5. (The keys of the others are not UTF-8.)
    ("md5", "\x0b" * 16, GREETING): "9294727a3638bb1c13f48ef8158bfc9d",
    ("md5", "Jefe", QUESTION): "750c783e6ab0b503eaa86e310a5db738",
    ("md5", ASCENDING_KEY, FIFTY_CD): "697eaf0aca3a3aea3a75164746ffaa79",
    ("md5", "\x0c" * 16, TRUNCATION): "56461ef2342edc00f9bab995690efd4c",
    # RFC 2202, 3: the same cases.
    ("sha1", "\x0b" * 20, GREETING): "b617318655057264e28bc0b6fb378c8ef146be00",
    ("sha1", "Jefe", QUESTION): "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
    ("sha1", ASCENDING_KEY, FIFTY_CD): "4c9007f4026250c6bc8414f9bf50c86c2d7235da",
    ("sha1", "\x0c" * 20, TRUNCATION): "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04",
    # RFC 4231, 4.2, 4.3, 4.5.
    ("sha256", "\x0b" * 20, GREETING): "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ("sha256", "Jefe", QUESTION): "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ("sha256", ASCENDING_KEY, FIFTY_CD): "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ("sha224", "Jefe", QUESTION): "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
    ("sha384", "Jefe", QUESTION): "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47"
    "e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
    ("sha512", "\x0b" * 20, GREETING): "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
    "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
    ("sha512", "Jefe", QUESTION): "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
    "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ("sha512", ASCENDING_KEY, FIFTY_CD): "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db"
    "a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd",
    # RFC 2286, 2: cases 1, 2.
    ("ripemd160", "\x0b" * 20, GREETING): "24cb4bd67d20fc1a5d2ed7732dcc39377f0a5668",
    ("ripemd160", "Jefe", QUESTION): "dda6c0213a485a9e24f4742064a7f033b43c4069",
    # NIST, HMAC_SHA3-256.pdf, sample 1: the key is the bytes 0 to 31, so that it contains U+0000.
    (
        "sha3-256",
        "".join(map(chr, range(32))),
        b"Sample message for keylen<blocklen".hex(),
    ): "4fe8e202c4f058e8dddc23d8c34e467343e23555e24fc2f025d598f558f67205",
}


@each_row(("algorithm", "key", "data", "mac"), [(*vector, mac) for vector, mac in HMAC_VECTORS.items()])
def test_hmac_vector(api, algorithm, key, data, mac):
    """B1."""
    _, body = api.ask("/hash/", input=data, encoding="hex", algorithm=algorithm, key=key)
    assert (body["hash"], body["hmac"]) == (mac, True)


# The block size of each hash function in bytes, B in RFC 2104.
BLOCK_BYTES = {
    "md5": 64,
    "sha1": 64,
    "sha256": 64,
    "sha512": 128,
    "sha3-256": 136,
    "sha3-512": 72,
    "blake2b256": 128,
    "blake2b512": 128,
    "whirlpool": 64,
    "ripemd160": 64,
    "sha224": 64,
    "sha384": 128,
    "sha512-256": 128,
    "sha3-224": 144,
    "sha3-384": 104,
    "blake2s256": 64,
    "blake3": 64,
}


@each_row("key", ["", "k", "ключ", "k" * 64, "k" * 137, "k" * 1000])
@each_row("algorithm", BLOCK_BYTES)
def test_hmac_follows_its_definition(api, algorithm, key):
    """B1: RFC 2104, 2, for keys shorter and longer than a block, and for hash functions without published vectors."""
    digest, size = partial(digest_of, algorithm), BLOCK_BYTES[algorithm]
    block = key.encode() if len(key.encode()) <= size else digest(key.encode())
    block = block.ljust(size, b"\0")
    inner, outer = bytes(octet ^ 0x36 for octet in block), bytes(octet ^ 0x5C for octet in block)

    def mac(data: bytes) -> str:
        return digest(outer + digest(inner + data)).hex()

    first = mac(b"saltdata")
    for rounds, expected in ((1, first), (2, mac(bytes.fromhex(first)))):
        _, body = api.ask("/hash/", input="data", salt="salt", key=key, algorithm=algorithm, iterations=rounds)
        assert (body["hash"], body["hmac"]) == (expected, True)

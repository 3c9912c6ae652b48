from hashing import services
from hashing.serializers import HashParameters
from utilitysvc.kit.clock import example_timestamp
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import NoParameters
from utilitysvc.kit.tool import Tool
from utilitysvc.kit.view import READ_ONLY, ComputeView

HASH = Operation(
    "hash",
    services.hash_text,
    HashParameters,
    services.plain_text,
    examples={
        "SHA-256": {"input": "hello"},
        "Several algorithms": {"input": "hello", "algorithm": ["md5", "sha1", "crc32"]},
        "HMAC": {"input": "hello", "key": "secret", "format": "base64"},
        "Salted, a thousand rounds": {"input": "hello", "salt": "pepper", "iterations": 1000},
    },
    refusals={
        "Input missing": {},
        "Unknown algorithm": {"input": "hello", "algorithm": "md6"},
        "Too many rounds": {"input": "hello", "iterations": 10_001},
        "Unknown format": {"input": "hello", "format": "octal"},
        "Wrong type": {"input": "hello", "uppercase": "maybe"},
        "Checksum with a key": {"input": "hello", "algorithm": "crc32", "key": "secret"},
        "Input not as encoded": {"input": "xyz", "encoding": "hex"},
        "Unknown encoding": {"input": "hello", "encoding": "latin-1"},
    },
    steady={"clock": example_timestamp},
    repeatable=True,
)

ALGORITHMS = Operation(
    "hash_algorithms",
    services.list_algorithms,
    NoParameters,
    services.plain_algorithms,
    examples={"All": {}},
    repeatable=True,
)


class HashView(ComputeView):
    """Hash a text with one or more algorithms."""

    name = "hash"
    operations = Operations(HASH)
    tool = Tool(
        "hash",
        "Hash a text",
        (
            "Compute digests and checksums of a text: MD5, SHA-1, SHA-2, SHA-3, BLAKE, CRC-32 and others, one or "
            "several at once, also as HMAC (key), salted, in many rounds, or compared with an expected one "
            "(expected). Use it wherever a digest is wanted: none can be guessed or computed in the head. Bytes are "
            "given as hexadecimal or Base64 by encoding. Returns hash, or of several algorithms hashes by name."
        ),
    )


class AlgorithmsView(ComputeView):
    """List the hash algorithms."""

    name = "hash_algorithms"
    http_method_names = READ_ONLY
    operations = Operations(ALGORITHMS)

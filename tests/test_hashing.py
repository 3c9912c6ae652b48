"""/hash/: rules H1-H8 and B1-B3."""

import pytest

ABC_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-4, one-block example


def test_answer_has_the_keys_of_the_table_in_their_order(api):
    """G5, H2, H4."""
    status, body = api.ask("/hash/", input="abc")
    assert status == 200
    timestamp = body.pop("timestamp")
    assert list(body.items()) == [
        ("input", "abc"),
        ("hash", ABC_SHA256),
        ("algorithm", "sha256"),
        ("salt", ""),
        ("iterations", 1),
        ("format", "hex"),
        ("uppercase", False),
        ("length", 64),
    ]
    assert len(timestamp) == len("YYYY-MM-DD HH:MM:SS")


@pytest.mark.parametrize(
    ("parameters", "error", "details"),
    [
        ({}, "Input parameter is required", "Provide the text to hash in the input parameter"),
        (
            {"input": "", "iterations": 0},
            "Iterations must be between 1 and 10000",
            "Requested iterations: 0",
        ),
        (
            {"input": "", "iterations": 10001},
            "Iterations must be between 1 and 10000",
            "Requested iterations: 10001",
        ),
        ({"input": "", "iterations": "x"}, "Invalid parameter type", "iterations must be an integer"),
        ({"input": "", "format": "octal"}, "Invalid format specified", "Supported formats: hex, base64, binary"),
    ],
)
def test_refused(api, parameters, error, details):
    """The errors of spec.md, H2, G3."""
    assert api.ask("/hash/", **parameters) == (400, {"error": error, "details": details})

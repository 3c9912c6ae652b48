"""The request as the front makes it of an ASGI scope (S5)."""

import pytest

from utilitysvc.serving.request import Request


@pytest.mark.parametrize(
    ("server", "host"),
    [
        (("127.0.0.1", 8000), "127.0.0.1:8000"),
        (("::1", 8000), "[::1]:8000"),
        (("fe80::1", 80), "[fe80::1]"),
        (None, "unknown:0"),  # a Unix socket
    ],
)
def test_s5_a_request_of_http_1_0_without_host_has_the_address_of_the_server_as_its_host(server, host):
    scope = {"server": server, "http_version": "1.0", "scheme": "http", "method": "GET", "path": "/", "headers": []}
    assert Request(scope | {"query_string": b""}, "").get_host() == host

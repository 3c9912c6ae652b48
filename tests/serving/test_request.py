"""The request as the front makes it of an ASGI scope (S5)."""

from tests.tables import each_row, rows
from utilitysvc.serving.front import Request


@each_row("server, host", rows("hosts_of_a_server.json"))
def test_s5_a_request_of_http_1_0_without_host_has_the_address_of_the_server_as_its_host(server, host):
    scope = {"server": server, "http_version": "1.0", "scheme": "http", "method": "GET", "path": "/", "headers": []}
    assert Request(scope | {"query_string": b""}, "").get_host() == host

"""The protocol on standard input and output, one message per line, for agents that start their tools as commands.

https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
"""

import sys

import orjson
from django.http import HttpRequest

from utilitysvc.interfaces.calls import Calls
from utilitysvc.interfaces.mcp.protocol import PARSE_ERROR, answer, error_message
from utilitysvc.kit.json_decoding import decode_json
from utilitysvc.kit.service_error import ServiceError


def serve() -> None:
    """Answer each line of standard input until it ends. Meanwhile, other code prints to standard error."""
    outgoing = sys.stdout.buffer
    sys.stdout = sys.stderr
    for line in filter(bytes.strip, sys.stdin.buffer):
        try:
            message = answer(Calls(HttpRequest()), decode_json(line))[1]
        except ServiceError as exc:
            exc.extra["code"] = PARSE_ERROR
            message = error_message(exc)
        if message:
            outgoing.write(orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE))
            outgoing.flush()

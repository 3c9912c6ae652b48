"""The protocol on standard input and output, one message per line, for agents that start their tools as commands.

https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
"""

import sys
from functools import partial
from typing import BinaryIO

import orjson

from utilitysvc.interfaces.calls import Calls, local_request
from utilitysvc.interfaces.mcp import protocol, tools
from utilitysvc.interfaces.mcp.messages import PARSE_ERROR, RPCError, error_message
from utilitysvc.interfaces.mcp.server import Server
from utilitysvc.kit.json_decoding import decode_json
from utilitysvc.kit.service_error import ServiceError


def serve() -> None:
    """Answer the messages on standard input until it ends. Meanwhile, other code prints to standard error."""
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    answer_lines(incoming, outgoing)


def answer_lines(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Answer each line of ``incoming`` on a line of ``outgoing``, in their order."""
    listed = tools.listed()
    for line in incoming:
        if line.strip():
            server = Server(listed, partial(tools.call, Calls(local_request())))
            message = _answer(server, line)
            if message is not None:
                outgoing.write(orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE))
                outgoing.flush()


def _answer(server: Server, line: bytes) -> object:
    try:
        body = decode_json(line)
    except ServiceError as exc:
        return error_message(RPCError(PARSE_ERROR, str(exc)))
    return protocol.answer(server, body).message

"""Print as JSON what the official Python SDK 1.x sees of a server: its version, its tools, the results of some calls.

Arguments: the address of the server, or the command that starts one on standard input and output; and the calls as a
JSON list of [name, arguments]. Run it with an interpreter that has ``mcp<2``.
"""

import asyncio
import json
import shlex
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


def connection(server):
    if server.startswith("http"):
        return streamable_http_client(server)
    command, *arguments = shlex.split(server)
    return stdio_client(StdioServerParameters(command=command, args=arguments))


async def main(server, calls):
    async with (
        connection(server) as (incoming, outgoing, *session_id),
        ClientSession(incoming, outgoing) as session,
    ):
        opened = await session.initialize()
        await session.send_ping()
        tools = (await session.list_tools()).tools
        results = [await session.call_tool(name, arguments) for name, arguments in calls]
        seen = {
            "version": opened.protocolVersion,
            "server": opened.serverInfo.name,
            "session": session_id[0]() if session_id else None,
            "tools": [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools],
            "results": [result.model_dump(by_alias=True, exclude_none=True) for result in results],
        }
    json.dump(seen, sys.stdout)


asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))

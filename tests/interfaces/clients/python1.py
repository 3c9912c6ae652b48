"""Print as JSON what the official Python SDK 1.x sees of each server: its version, its tools, the results of calls.

Arguments, as JSON: the calls, a list of [name, arguments]; and the visits, a list of [server, mode]. A server is an
address, or the command that starts one on standard input and output. This SDK has no modes. Run it with an interpreter
that has ``mcp<2``.
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


async def seen(server, calls):
    async with (
        connection(server) as (incoming, outgoing, *session_id),
        ClientSession(incoming, outgoing) as session,
    ):
        opened = await session.initialize()
        await session.send_ping()
        tools = (await session.list_tools()).tools
        results = [await session.call_tool(name, arguments) for name, arguments in calls]
        return {
            "version": opened.protocolVersion,
            "server": opened.serverInfo.name,
            "session": session_id[0]() if session_id else None,
            "tools": [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools],
            "results": [result.model_dump(by_alias=True, exclude_none=True) for result in results],
        }


calls, visits = map(json.loads, sys.argv[1:])
json.dump([asyncio.run(seen(server, calls)) for server, _ in visits], sys.stdout)

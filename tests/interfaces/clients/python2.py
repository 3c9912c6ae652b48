"""As python1.py, with the official Python SDK 2.x, whose modes are auto, legacy and each version."""

import asyncio
import json
import shlex
import sys

from mcp import Client, StdioServerParameters


async def seen(server, calls, mode):
    if not server.startswith("http"):
        command, *arguments = shlex.split(server)
        server = StdioServerParameters(command=command, args=arguments)
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        results = [await client.call_tool(name, arguments) for name, arguments in calls]
        return {
            "version": client.protocol_version,
            "server": client.server_info and client.server_info.name,
            "session": None,
            "tools": [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools],
            "results": [result.model_dump(by_alias=True, exclude_none=True) for result in results],
        }


calls, visits = map(json.loads, sys.argv[1:])
json.dump([asyncio.run(seen(server, calls, mode)) for server, mode in visits], sys.stdout)

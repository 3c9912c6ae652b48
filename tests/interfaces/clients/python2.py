"""The same with the official Python SDK 2.x, which takes its mode as a third argument: auto, legacy, or a version."""

import asyncio
import json
import shlex
import sys

from mcp import Client, StdioServerParameters


async def main(server, calls, mode):
    if not server.startswith("http"):
        command, *arguments = shlex.split(server)
        server = StdioServerParameters(command=command, args=arguments)
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        results = [await client.call_tool(name, arguments) for name, arguments in calls]
        seen = {
            "version": client.protocol_version,
            "server": client.server_info and client.server_info.name,
            "session": None,
            "tools": [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools],
            "results": [result.model_dump(by_alias=True, exclude_none=True) for result in results],
        }
    json.dump(seen, sys.stdout)


asyncio.run(main(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]))

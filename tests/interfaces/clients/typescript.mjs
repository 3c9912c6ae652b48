// As python1.py with the official TypeScript SDKs: the mode "1.x" is the older SDK; legacy, auto and each version are
// modes of the newer one.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioTransport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [calls, visits] = process.argv.slice(2).map((text) => JSON.parse(text));
const identity = { name: "tests", version: "1" };

function transportOf(server, Http, Stdio) {
  if (server.startsWith("http")) {
    return new Http(new URL(server));
  }
  const [command, ...args] = server.split(" ");
  return new Stdio({ command, args });
}

function connected(server, mode) {
  if (mode === "1.x") {
    return [new Client1(identity), transportOf(server, Transport1, StdioTransport1)];
  }
  const negotiated = ["legacy", "auto"].includes(mode) ? mode : { pin: mode };
  const client = new Client(identity, { versionNegotiation: { mode: negotiated } });
  return [client, transportOf(server, StreamableHTTPClientTransport, StdioClientTransport)];
}

async function seen(server, mode) {
  const [client, transport] = connected(server, mode);
  if (mode === "1.x" && !transport.setProtocolVersion) {
    transport.setProtocolVersion = (agreed) => { transport.protocolVersion = agreed; }; // the older client does not tell the version
  }
  await client.connect(transport);
  const { tools } = await client.listTools();
  const results = [];
  for (const [name, given] of calls) {
    results.push(await client.callTool({ name, arguments: given }));
  }
  const version = mode === "1.x" ? transport.protocolVersion : client.getNegotiatedProtocolVersion();
  const found = {
    version,
    server: client.getServerVersion()?.name ?? null,
    session: transport.sessionId ?? null,
    tools,
    results,
  };
  await client.close();
  return found;
}

const all = [];
for (const [server, mode] of visits) {
  all.push(await seen(server, mode));
}
console.log(JSON.stringify(all));

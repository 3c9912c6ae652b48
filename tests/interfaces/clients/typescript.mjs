// The same with the official TypeScript SDKs: mode "1.x" is the older one; legacy, auto or a version are the newer one's.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [address, calls, mode] = process.argv.slice(2);
const identity = { name: "tests", version: "1" };

function connected() {
  if (mode === "1.x") {
    return [new Client1(identity), new Transport1(new URL(address))];
  }
  const negotiated = ["legacy", "auto"].includes(mode) ? mode : { pin: mode };
  return [new Client(identity, { versionNegotiation: { mode: negotiated } }), new StreamableHTTPClientTransport(new URL(address))];
}

const [client, transport] = connected();
await client.connect(transport);
const { tools } = await client.listTools();
const results = [];
for (const [name, given] of JSON.parse(calls)) {
  results.push(await client.callTool({ name, arguments: given }));
}
const version = mode === "1.x" ? transport.protocolVersion : client.getNegotiatedProtocolVersion();
console.log(JSON.stringify({
  version,
  server: client.getServerVersion()?.name ?? null,
  session: transport.sessionId ?? null,
  tools,
  results,
}));
await client.close();

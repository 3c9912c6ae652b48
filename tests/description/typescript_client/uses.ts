// What a user of the generated types writes: each line compiles only if the description tells so much.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const client = createClient<paths>({ baseUrl: process.env["BASE"]! });

const digest = await client.POST("/hash/", { body: { input: "abc", algorithm: ["md5", "sha1"] } });
assert.equal(digest.data?.hashes?.["md5"], "900150983cd24fb0d6963f7d28e17f72");

const place = await client.GET("/ip/{ip_address}/", { params: { path: { ip_address: "8.8.8.8" } } });
const code: string | undefined = place.data?.country?.iso_code;
assert.equal(code, "US");

const many = await client.GET("/uuid/", { params: { query: { count: 3, format: "urn" } } });
assert.equal(many.data?.uuids.length, 3);

// The answer to /time/ is told apart by its operation.
const time = await client.GET("/time/", {
  params: { query: { operation: "difference", start: "2026-01-31", end: "2026-03-01 12:00" } },
});
switch (time.data?.operation) {
  case "difference":
    assert.equal(time.data.difference.formatted, "1 month, 1 day, 12 hours");
    break;
  case "timezones":
    time.data.count satisfies number;
    assert.fail("another operation's answer");
  default:
    assert.fail("no answer");
}

const refused = await client.GET("/hash/", { params: { query: { input: "abc", iterations: 0 } } });
assert.equal(refused.response.status, 400);
const error: string | undefined = refused.error?.error;
assert.equal(error, "Iterations must be between 1 and 10000");

// What the description does not allow does not compile.
// @ts-expect-error: an algorithm of no list
await client.POST("/hash/", { body: { input: "abc", algorithm: ["md6"] } });
// @ts-expect-error: required
await client.POST("/hash/", { body: {} });
// @ts-expect-error: a number is no string
await client.GET("/uuid/", { params: { query: { count: "3" } } });

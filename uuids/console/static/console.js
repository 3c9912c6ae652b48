// /uuid/ on the page: each UUID on its own, with the time that it was made at where it holds one; what given ones say.

import { exact, exactRows, facts, lines, remark, verdict } from "../parts.js";
import { table } from "../views.js";

/**
 * When a UUID of version 7 was made: its first 48 bits are Unix milliseconds (RFC 9562). Undefined for any other text.
 */
function timeOf(text) {
  const digits = text.replace(/^urn:uuid:|[{}-]/gi, "");
  if (!/^[0-9a-f]{12}7[0-9a-f]{19}$/i.test(digits)) return undefined;
  return new Date(Number.parseInt(digits.slice(0, 12), 16)).toISOString();
}

function value({ uuids }) {
  const time = uuids.length === 1 && timeOf(uuids[0]);
  return [...exactRows(uuids, timeOf), ...(time ? [facts({ "Made at": time })] : [])];
}

/** One in full, several as a table. */
function inspected({ results }) {
  if (results.length > 1) return [table("UUIDs", ["UUID", "Version", "Made at"], results.map(row))];
  const [given] = results;
  const { error, readings = [], uuid, version, variant, datetime, ulid, base64, integer } = given;
  const { unix_milliseconds, node, clock_sequence } = given;
  const made = { version, variant, "Made at": datetime, unix_milliseconds, node, clock_sequence };
  if (error) return [verdict(false, error), ...readings.map(({ write, means }) => remark(`${write}: ${means}`))];
  return [exact(uuid), facts({ ...made, ULID: ulid, base64, integer })];
}

const row = ({ input, error, uuid, version, datetime }) => (error ? [input, error] : [uuid, version, datetime]);

export const functions = {
  uuid: { value, text: ({ uuids }) => lines(uuids) },
  uuid_inspect: { value: inspected },
};

const UUID = /^(?:urn:uuid:)?\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
const ULID = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/i;

const inspectable = (pattern) => (text) => (pattern.test(text) ? { uuid: text } : null);

export const kinds = [
  { name: "a UUID", label: "Inspect it", form: "uuid_inspect", rank: 90, values: inspectable(UUID) },
  { name: "a ULID", label: "Inspect it", form: "uuid_inspect", rank: 88, values: inspectable(ULID) },
];

// /uuid/ on the page: each UUID on its own, with the time that it was made at where it holds one.

import { exactRows, facts } from "../parts.js";
import { timeOf } from "./version7.js";

function value({ uuids }) {
  const time = uuids.length === 1 && timeOf(uuids[0]);
  return [...exactRows(uuids, timeOf), time ? facts({ "Made at": time }) : null].filter(Boolean);
}

export const functions = { uuid: { value, text: ({ uuids }) => uuids.map((line) => `${line}\n`).join("") } };

const UUID = /^(?:urn:uuid:)?\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
const ULID = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/i;

export const kinds = [
  { name: "a UUID", label: "Inspect it", form: "uuid_inspect", rank: 90, values: (text) => (UUID.test(text) ? { uuid: text } : null) },
  { name: "a ULID", label: "Inspect it", form: "uuid_inspect", rank: 88, values: (text) => (ULID.test(text) ? { uuid: text } : null) },
];

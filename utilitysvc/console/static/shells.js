// A call as a command: for shells with POSIX quotes (curl, HTTPie) and for PowerShell.

import { KEY_VARIABLE } from "./keys.js";

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

const lines = (...parts) => parts.join(" \\\n  ");

export function curl({ method, url, question, file, type, hasKey }) {
  const key = hasKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : [];
  if (method === "GET") return lines(`curl ${quoted(url)}`, ...key);
  if (file) return lines(`curl ${quoted(url)}`, ...key, `-H 'Content-Type: ${type}'`, `--data-binary ${quoted(`@${file.name}`)}`);
  return lines(`curl ${quoted(url)}`, ...key, "-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(question))}`);
}

export function httpie({ method, url, question, file, type, hasKey }) {
  const key = hasKey ? [`"Authorization:Bearer $${KEY_VARIABLE}"`] : [];
  if (method === "GET") return lines(`http GET ${quoted(url)}`, ...key);
  if (file) return `${lines(`http POST ${quoted(url)}`, ...key, `'Content-Type:${type}'`)} < ${quoted(file.name)}`;
  return lines(`http POST ${quoted(url)}`, ...key, ...Object.entries(question).map(([name, value]) => quoted(item(name, value))));
}

// HTTPie reads "==" and "=@" as other kinds of item and takes a backslash for an escape; no argument can hold NUL.
const PLAIN = /^(?![=@])[^\\\p{Cc}]*$/u;

/** `name=text`, or `name:=JSON` where the value is no string or cannot stand as it is. */
const item = (name, value) =>
  typeof value === "string" && PLAIN.test(value) ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`;

// Windows PowerShell reads a script and sends a body by code page, and takes typographic quotes for quotes: both leave
// ASCII alone.
const ascii = (json) => json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const literal = (text) => `'${text.replace(/['‘’‚‛]/g, "$&$&")}'`;

export function powershell({ method, url, question, file, type = "application/json", hasKey }) {
  const key = hasKey ? [`-Headers @{ Authorization = "Bearer $env:${KEY_VARIABLE}" }`] : [];
  const body = file ? `-InFile ${literal(file.name)}` : `-Body ${literal(ascii(JSON.stringify(question)))}`;
  const more = method === "GET" ? [] : ["-Method Post", `-ContentType '${type}'`, body];
  return `${[`Invoke-RestMethod ${literal(url)}`, ...key, ...more].join(" `\n  ")} |\n  ConvertTo-Json -Depth 9`;
}

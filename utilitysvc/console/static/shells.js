// A call as a command: for shells with POSIX quotes (curl, HTTPie) and for PowerShell.

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

const lines = (...parts) => parts.join(" \\\n  ");

export function curl({ method, url, question, file, type }) {
  if (method === "GET") return `curl ${quoted(url)}`;
  if (file) return lines(`curl ${quoted(url)}`, `-H 'Content-Type: ${type}'`, `--data-binary ${quoted(`@${file.name}`)}`);
  return lines(`curl ${quoted(url)}`, "-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(question))}`);
}

export function httpie({ method, url, question, file, type }) {
  if (method === "GET") return `http GET ${quoted(url)}`;
  if (file) return `${lines(`http POST ${quoted(url)}`, `'Content-Type:${type}'`)} < ${quoted(file.name)}`;
  return lines(`http POST ${quoted(url)}`, ...Object.entries(question).map(([name, value]) => quoted(item(name, value))));
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

export function powershell({ method, url, question, file, type = "application/json" }) {
  const body = file ? `-InFile ${literal(file.name)}` : `-Body ${literal(ascii(JSON.stringify(question)))}`;
  const more = method === "GET" ? [] : ["-Method Post", `-ContentType '${type}'`, body];
  return `${[`Invoke-RestMethod ${literal(url)}`, ...more].join(" `\n  ")} |\n  ConvertTo-Json -Depth 9`;
}

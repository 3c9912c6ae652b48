// One call of the service: as a request that is sent, and as source text in three languages.

import { upload } from "./upload.js";

const MAX_QUERY = 6000; // a longer question goes by POST

/** The call that `question` makes of a form, with a file in the place of a text if there is one. */
export function call(form, question, file) {
  const url = new URL(form.dataset.path, document.baseURI);
  url.hash = "";
  const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]));
  const text = query.toString().replaceAll("+", "%20");
  if (file) {
    return { method: "POST", url: url.href + (text && `?${text}`), question, file, type: form.dataset.fileType };
  }
  if (form.dataset.method === "POST" || text.length > MAX_QUERY) {
    return { method: "POST", url: url.href, question };
  }
  return { method: "GET", url: url.href + (text && `?${text}`), question };
}

// HTTP/2 sends no words beside the number.
const WORDS = {
  200: "OK",
  400: "Bad Request",
  404: "Not Found",
  413: "Content Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Send a call; `progress(sent, all)` is told of a file's bytes. Resolves to the status, the body (as parsed, and as text), its bytes and the milliseconds it took. */
export async function send({ method, url, question, file, type = "application/json" }, signal, progress) {
  const options = { method, signal, headers: { Accept: "application/json" }, credentials: "omit", referrerPolicy: "no-referrer" };
  if (method === "POST") {
    options.headers["Content-Type"] = type;
    options.body = file ?? JSON.stringify(question);
  }
  const started = performance.now();
  const response = await (file ? upload(url, options, progress) : fetch(url, options));
  const text = await response.text();
  const body = response.headers.get("Content-Type")?.startsWith("application/json") ? parsed(text) : undefined;
  return {
    ok: response.ok,
    code: response.status,
    status: `${response.status} ${response.statusText || WORDS[response.status] || ""}`.trim(),
    milliseconds: Math.max(1, Math.round(performance.now() - started)),
    bytes: new TextEncoder().encode(text).length,
    text,
    body,
    isOurs: body instanceof Object && (response.ok || typeof body.error === "string"),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // cut off on its way, or never JSON
  }
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ method, url, question, file, type }) {
  if (method === "GET") return `curl ${quoted(url)}`;
  if (file) return [`curl ${quoted(url)}`, `-H 'Content-Type: ${type}'`, `--data-binary ${quoted(`@${file.name}`)}`].join(" \\\n  ");
  return [`curl ${quoted(url)}`, "-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(question))}`].join(" \\\n  ");
}

const PYTHON_WORDS = { true: "True", false: "False" };

const pythonValue = (value) =>
  typeof value === "boolean" ? PYTHON_WORDS[value] : Array.isArray(value) ? `[${value.map(pythonValue).join(", ")}]` : JSON.stringify(value);

function python({ method, url, question, file, type }) {
  if (file) {
    const sent = `data=file, headers={"Content-Type": ${JSON.stringify(type)}}`;
    return `import requests\n\nwith open(${JSON.stringify(file.name)}, "rb") as file:\n    answer = requests.post(${JSON.stringify(url)}, ${sent}).json()\nprint(answer)`;
  }
  const items = Object.entries(question).map(([name, value]) => {
    return `${JSON.stringify(name)}: ${pythonValue(method === "GET" ? queryValue(value) : value)}`;
  });
  const base = JSON.stringify(url.split("?")[0]);
  const values = items.length ? `{${items.join(", ")}}` : "{}";
  const asked = method === "POST" ? `post(${base}, json=${values})` : items.length ? `get(${base}, params=${values})` : `get(${base})`;
  return `import requests\n\nanswer = requests.${asked}.json()\nprint(answer)`;
}

/** A list is written with commas in a query. */
const queryValue = (value) => (Array.isArray(value) ? value.join(",") : value);

function javascript({ method, url, question, file, type }) {
  if (file) {
    const sent = `{\n  method: "POST",\n  headers: { "Content-Type": ${JSON.stringify(type)} },\n  body: await readFile(${JSON.stringify(file.name)}),\n}`;
    return `import { readFile } from "node:fs/promises";\n\nconst response = await fetch(${JSON.stringify(url)}, ${sent});\nconst answer = await response.json();\nconsole.log(answer);`;
  }
  const asked =
    method === "GET"
      ? JSON.stringify(url)
      : `${JSON.stringify(url)}, {\n  method: "POST",\n  headers: { "Content-Type": "application/json" },\n  body: JSON.stringify(${JSON.stringify(question)}),\n}`;
  return `const response = await fetch(${asked});\nconst answer = await response.json();\nconsole.log(answer);`;
}

export const SNIPPETS = { curl, python, javascript };

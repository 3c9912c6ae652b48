// Requests to the service: one call, a file with its progress, or many calls as a batch.

import { authorization } from "./keys.js";

const MAX_QUERY = 6000; // characters; a longer query is sent by POST

/** The call of a form with `data`, and with a file instead of a text if there is one. */
export function call(form, data, file) {
  const url = new URL(form.dataset.path, document.baseURI);
  url.hash = "";
  const posted = { method: "POST", url: url.href, data };
  if (!file && form.dataset.method === "POST") return posted; // no long text is written as a query in vain
  const query = new URLSearchParams(Object.entries(data).map(([name, value]) => [name, String(value)]));
  const text = query.toString().replaceAll("+", "%20");
  if (file) return { ...posted, url: url.href + (text && `?${text}`), file, type: form.dataset.fileType };
  if (text.length > MAX_QUERY) return posted;
  return { method: "GET", url: url.href + (text && `?${text}`), data };
}

// HTTP/2 has no reason phrases, so the page has its own.
const WORDS = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  413: "Content Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/**
 * Send a call. `progress(sent, all)` is called with the bytes of a file. Resolves to the status, the body (parsed, and
 * as text), its size in bytes, and the milliseconds that the call took.
 */
export async function send({ method, url, data, file, type = "application/json" }, signal, progress) {
  const options = { method, signal, headers: { Accept: "application/json", ...authorization() }, credentials: "omit", referrerPolicy: "no-referrer" };
  if (method === "POST") {
    options.headers["Content-Type"] = type;
    options.body = file ?? JSON.stringify(data);
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
    return undefined; // the text was cut off, or is not JSON
  }
}

/**
 * Ask for parts of the page beside the answer by one batch. Each part has `calls`, with `path` and `parameters`, and
 * `show(results)`. Nobody asked for these results, so their absence needs no message: the service may offer no batches.
 */
export async function askBeside(parts, signal) {
  if (!parts.length) return;
  const results = await batch(parts.flatMap(({ calls }) => calls), signal).catch(() => null);
  if (!results || signal.aborted) return;
  for (const { calls, show } of parts) show(results.splice(0, calls.length));
}

/** The answers to `calls`, each of which has `path` and `parameters`; null if the service does not offer batches. */
export async function batch(calls, signal) {
  const response = await fetch(new URL("batch/", document.baseURI), {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", ...authorization() },
    body: JSON.stringify({ calls }),
    credentials: "omit",
    signal,
  });
  return response.ok ? (await response.json()).results : null;
}

/** Send a file with progress events, which fetch lacks. Resolves to an object like fetch's, and rejects as fetch does. */
function upload(url, { method, headers, body, signal }, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => progress(loaded, body.size));
    request.addEventListener("load", () =>
      resolve({
        status: request.status,
        statusText: request.statusText,
        ok: request.status >= 200 && request.status < 300,
        headers: { get: (name) => request.getResponseHeader(name) },
        text: async () => request.responseText,
      }),
    );
    request.addEventListener("error", () => reject(new TypeError("No answer")));
    request.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

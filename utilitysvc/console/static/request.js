// Requests to the service, the key that it may require (S6), and what the browser keeps for the page.

const MAX_QUERY = 6000; // characters; a longer query is sent by POST
const PREFIX = "utilitysvc."; // of the names under which something is kept
const KEY = "key";

// --- what the browser keeps. If it forbids that, nothing is kept.

export const recall = (name, otherwise = null, storage = "localStorage") => {
  try {
    return JSON.parse(window[storage].getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise; // storage is forbidden, or something else has written the value
  }
};

/** Keep a value; undefined removes it. */
export function keep(name, value, storage = "localStorage") {
  try {
    if (value === undefined) window[storage].removeItem(PREFIX + name);
    else window[storage].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden. The value then lasts until the page is closed.
  }
}

/** Like `recall` and `keep`, but only for this window, until it is closed. */
export const recallFromVisit = (name) => recall(name, null, "sessionStorage");
export const keepForVisit = (name, value) => keep(name, value, "sessionStorage");

// --- the key

export const UNAUTHORIZED = 401;
export const hasKey = () => Boolean(recallFromVisit(KEY));
export const keepKey = (key) => keepForVisit(KEY, key);

/** The header with the key, if there is one. */
export function authorization() {
  const key = recallFromVisit(KEY);
  return key ? { Authorization: `Bearer ${key}` } : {};
}

// --- calls

const HEADERS = { Accept: "application/json" };
const JSON_TYPE = "application/json";

export const addressOf = (path) => {
  const url = new URL(path, document.baseURI);
  url.hash = "";
  return url.href;
};

/**
 * @typedef {object} Call
 * @property {string} method
 * @property {string} url
 * @property {Record<string, any>} data
 * @property {File} [file] sent instead of a text
 * @property {string} [type] of the file
 */

/**
 * The call of a form with `data`, and with a file instead of a text if there is one.
 * @returns {Call}
 */
export function call({ path, method, fileType }, data, file) {
  const url = addressOf(path);
  const posted = { method: "POST", url, data };
  if (!file && method === "POST") return posted; // no long text is written as a query in vain
  const query = new URLSearchParams(Object.entries(data).map(([name, value]) => [name, String(value)]));
  const text = query.toString().replaceAll("+", "%20");
  const withQuery = url + (text && `?${text}`);
  if (file) return { ...posted, url: withQuery, file, type: fileType };
  return text.length > MAX_QUERY ? posted : { method: "GET", url: withQuery, data };
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
 * @param {Call} call
 */
export async function send({ method, url, data, file, type = JSON_TYPE }, signal, progress) {
  const started = performance.now();
  const posted = method === "POST" ? { body: file ?? JSON.stringify(data), type } : { body: undefined, type: "" };
  const options = { method, signal, ...posted };
  const response = await (file ? upload(url, options, progress) : ask(url, options));
  const text = await response.text();
  const body = response.headers.get("Content-Type")?.startsWith(JSON_TYPE) ? parsed(text) : undefined;
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

const headersFor = (type) => ({ ...HEADERS, ...authorization(), ...(type && { "Content-Type": type }) });

const ask = (url, { type = "", ...options }) =>
  fetch(url, { ...options, headers: headersFor(type), credentials: "omit", referrerPolicy: "no-referrer" });

/**
 * Send a file with progress events, which fetch lacks. Resolves to an object like fetch's, and rejects as fetch does.
 */
function upload(url, { method, type, body, signal }, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headersFor(type))) request.setRequestHeader(name, value);
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

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the text was cut off, or is not JSON
  }
}

/** The answers to `calls`, each of which has `path` and `parameters`; null if the service does not offer batches. */
export async function batch(calls, signal) {
  const options = { method: "POST", type: JSON_TYPE, body: JSON.stringify({ calls }), signal };
  const response = await ask(addressOf("batch/"), options);
  return response.ok ? (await response.json()).results : null;
}

/** The body of the answer to one call beside those of the form; null if it is refused or there is none. */
export async function bodyOf(path, parameters) {
  const results = await batch([{ path, parameters }]).catch(() => null);
  return results?.[0].status === 200 ? results[0].body : null;
}

/**
 * Ask for parts of the page beside the answer by one batch. Each part has `calls` and `show(results)`. Nobody asked for
 * these results, so their absence needs no message: the service may offer no batches.
 */
export async function askBeside(parts, signal) {
  if (!parts.length) return;
  const results = await batch(
    parts.flatMap(({ calls }) => calls),
    signal,
  ).catch(() => null);
  if (!results || signal.aborted) return;
  for (const { calls, show } of parts) show(results.splice(0, calls.length));
}

// --- sending again

const FIRST = 1000; // milliseconds until the first check; they are doubled after each check, up to LONGEST
const LONGEST = 15_000;
let timer;

/** Call `again` as soon as the service answers that it is live. */
export function retry(again, wait = FIRST) {
  stopRetrying();
  timer = setTimeout(async () => {
    const live = fetch(addressOf("health/live/"), { credentials: "omit", cache: "no-store" });
    const isBack = await live.then(
      ({ ok }) => ok,
      () => false,
    );
    if (isBack) again();
    else retry(again, Math.min(2 * wait, LONGEST));
  }, wait);
}

export const stopRetrying = () => clearTimeout(timer);

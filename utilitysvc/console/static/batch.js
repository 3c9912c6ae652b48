// Many calls in one request.

import { authorization } from "./keys.js";

/** Answers of `calls`, each of which has `path` and `parameters`; null where the service does not offer batches. */
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

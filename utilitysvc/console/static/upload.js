// Sending a file, with word of how far it is: fetch does not tell that.

/** Resolves to what fetch would: status, statusText, ok, headers.get and text. Rejects as fetch does. */
export function upload(url, { method, headers, body, signal }, progress) {
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

// Helps when the service cannot be reached. A service worker, which browsers allow only on secure pages, keeps the page
// and its files. A failed request is sent again as soon as the service answers.

/** Register the worker when the page has loaded, because the worker requests every file once more. */
export function keepOffline() {
  // The modules of the apps are imported with await, so the page may have loaded before this runs.
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

function register() {
  const scope = new URL("./", document.baseURI);
  // Some private windows refuse the worker; the page then works without it.
  navigator.serviceWorker?.register(new URL("worker/", scope), { scope }).catch(() => {});
}

const FIRST = 1000; // milliseconds until the first check; they are doubled after each check, up to LONGEST
const LONGEST = 15_000;

let timer;

/** Call `again` as soon as the service answers that it is live. */
export function retry(again, wait = FIRST) {
  stopRetrying();
  timer = setTimeout(async () => {
    const back = await fetch(new URL("health/live/", document.baseURI), { credentials: "omit", cache: "no-store" }).then(
      (response) => response.ok,
      () => false,
    );
    if (back) again();
    else retry(again, Math.min(2 * wait, LONGEST));
  }, wait);
}

export function stopRetrying() {
  clearTimeout(timer);
}

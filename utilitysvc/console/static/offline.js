// When the service cannot be reached: a service worker, which browsers have only on secure pages, keeps the page with its
// files, and the request is sent again as soon as the service answers.

/** Begin when the page has loaded, as the worker asks for every file once more. */
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

const FIRST = 1000; // milliseconds to the first look, doubled with each to LONGEST
const LONGEST = 15_000;

let timer;

/** Call `again` as soon as the service says that it lives. */
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

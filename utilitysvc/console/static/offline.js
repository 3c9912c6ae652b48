// A worker keeps the page with its files for when the service is away. A browser has workers only on secure pages.

/** Begin when the page has loaded, as the worker asks for every file once more. */
export function keepOffline() {
  // The modules of the apps are imported with await, so the page may have loaded before this runs.
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

function register() {
  const scope = new URL("./", document.baseURI);
  // Where it is refused, as in some private windows, the page works as it does without.
  navigator.serviceWorker?.register(new URL("worker/", scope), { scope }).catch(() => {});
}

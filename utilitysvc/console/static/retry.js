// Ask again by itself when a service that was away is back.

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

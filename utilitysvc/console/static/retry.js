// A request that failed is sent again as soon as the service answers.

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

// Saving what the page has as a file: nothing is asked again.

import { element } from "./dom.js";

const TYPES = { json: "application/json", txt: "text/plain;charset=utf-8", csv: "text/csv" };
const LONG_ENOUGH = 60_000; // milliseconds for the browser to take the file over

/** Save `text` as the file `name`, whose ending tells its type. */
export function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: TYPES[name.split(".").at(-1)] }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), LONG_ENOUGH);
}

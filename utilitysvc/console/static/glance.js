// One input in every form at once: all digests, all cases, all encodings, by one batch request.

import { batch } from "./batch.js";
import { copyButton, element } from "./dom.js";
import { functionOf } from "./functions.js";
import { text } from "./answers.js";
import { shortened } from "./parts.js";
import { keep, recall } from "./store.js";

const LONGEST = 10_000; // characters: each form sends the text once more
const MOST_OPEN = 200; // characters of an input whose forms are shown without being asked for
const MOST_SHOWN = 300; // characters of each form
const MOST = 100; // calls of one batch
const CLOSED = "glance-closed";

/**
 * A part of the page with all forms of what is asked but the one that is `shown` already; null where the function has
 * none. It fills in the background.
 */
export function glance(form, data, shown, signal) {
  const calls = functionOf(form.dataset.name).glance?.(form, data)?.slice(0, MOST);
  if (!calls?.length || JSON.stringify(calls[0].parameters).length > LONGEST) return null;
  const [input] = Object.values(calls[0].parameters);
  const known = new Set([input, shown]);
  const list = element("dl", { class: "glance" });
  const part = element("details", {}, element("summary", {}, "At a glance: all forms of it"), list);
  part.open = !recall(CLOSED, false) && input.length <= MOST_OPEN;
  let wasOpen = part.open; // the event comes for the first state too
  if (part.open) fill(list, form, calls, known, signal);
  part.addEventListener("toggle", () => {
    if (part.open !== wasOpen) keep(CLOSED, !part.open);
    wasOpen = part.open;
    if (part.open && !list.childElementCount) fill(list, form, calls, known, signal);
  });
  return part;
}

async function fill(list, form, calls, known, signal) {
  const path = `/${form.dataset.path}`;
  const results = await batch(calls.map(({ parameters }) => ({ path, parameters })), signal).catch(() => null);
  if (!results) return;
  const titles = new Map(); // by result: equal ones stand in one line
  results.forEach(({ status, body }, index) => {
    const result = status === 200 ? bare(text(form.dataset.name, body)) : undefined;
    if (result === undefined || known.has(result)) return; // it cannot be decoded, or is no other form
    titles.set(result, [...(titles.get(result) ?? []), calls[index].title]);
  });
  list.replaceChildren(...[...titles].map(([result, names]) => line(names.join(", "), result)));
}

/** Plain text without the line end that the service adds to single values. */
export const bare = (text) => text?.replace(/\n$/, "");

const line = (title, result) => element("div", {}, element("dt", {}, title), element("dd", {}, element("span", {}, ...shortened(result, MOST_SHOWN)), copyButton(() => result)));

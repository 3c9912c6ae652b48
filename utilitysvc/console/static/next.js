// What the page offers under the value: a next step for what the input or the result looks like, and all forms of the
// input at a glance, such as all digests or all encodings, by one batch request.

import { copyButton, element } from "./dom.js";
import { controlsOf, mainControl, textOf, valueOf } from "./form.js";
import { functionOf, text } from "./functions.js";
import { kindOf, operationsOf } from "./kinds.js";
import { shortened } from "./parts.js";
import { batch } from "./request.js";
import { stepsOf } from "./steps.js";
import { keep, recall } from "./store.js";

/**
 * Nodes that offer next steps. `answer`: an object with the answer's plain `text`, if it has one; or false after an
 * error, under which only a step for the input is offered. `go(form, values)` shows another call. A secret input is not
 * examined.
 */
export function next(form, data, answer, { go, signal }) {
  const input = mainControl(form);
  if (!input) return [];
  const isSecret = "secret" in input.dataset;
  const typed = isSecret ? "" : textOf(valueOf(input));
  const steps = chosenIn(form);
  const kind = kindOf(typed);
  const isDone = kind?.form === form.dataset.name && operationsOf(kind.values).some((each) => steps.includes(each));
  return [
    kind && !isDone ? offer("This looks like", kind, kind.values, go) : null,
    isSecret || !answer.text || answer.text === typed ? null : nextStep(form, steps, answer.text, go),
    answer ? glance(form, data, bare(answer.text), signal) : null,
  ].filter(Boolean);
}

/** The operations that are chosen in a recipe, or the one that is chosen in a list. */
const chosenIn = (form) =>
  controlsOf(form).filter(({ dataset }) => dataset.control === form.dataset.guide).flatMap((guide) => (guide.dataset.kind === "steps" ? stepsOf(guide) : [textOf(valueOf(guide))]));

/** Offers a step for what the result looks like. A step of the same function is added after the present ones. */
function nextStep(form, steps, result, go) {
  const kind = kindOf(result);
  if (!kind) return null;
  const isStep = kind.form === form.dataset.name && kind.values.operation && !steps.includes(kind.values.operation);
  if (kind.form === form.dataset.name && !isStep) return null;
  const values = isStep ? { operation: [...steps, kind.values.operation].join(",") } : kind.values;
  return offer("The result looks like", kind, values, (name, given) => go(name, given, { keep: isStep }));
}

function offer(words, { name, label, form }, values, go) {
  const link = element("a", { href: `#/${form}` }, label);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    go(form, values);
  });
  return element("p", { class: "offer" }, `${words} ${name}. `, link);
}

// --- at a glance

const LONGEST = 10_000; // characters; each form sends the text once more
const MOST_OPEN = 200; // characters; the forms of a longer input are shown only if a person opens the list
const MOST_SHOWN = 300; // characters of each form
const MOST = 100; // calls of one batch
const CLOSED = "glance-closed";

/**
 * A part of the page with all forms of the input except the one that is `shown` already; null if the function has none.
 * It is filled in the background.
 */
export function glance(form, data, shown, signal) {
  const calls = functionOf(form.dataset.name).glance?.(form, data)?.slice(0, MOST);
  if (!calls?.length || JSON.stringify(calls[0].parameters).length > LONGEST) return null;
  const [input] = Object.values(calls[0].parameters);
  if (!input) return null;
  const known = new Set([input, shown]);
  const list = element("dl", { class: "glance" });
  const part = element("details", {}, element("summary", {}, "At a glance: all forms of it"), list);
  part.open = !recall(CLOSED, false) && input.length <= MOST_OPEN;
  let wasOpen = part.open; // because the event also comes for the first state
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
  const titles = new Map(); // by result, so that forms with equal results share a line
  results.forEach(({ status, body }, index) => {
    const result = status === 200 ? bare(text(form.dataset.name, body)) : undefined;
    if (result === undefined || known.has(result)) return; // it cannot be decoded, or is shown already
    titles.set(result, [...(titles.get(result) ?? []), calls[index].title]);
  });
  list.replaceChildren(...[...titles].map(([result, names]) => line(names.join(", "), result)));
}

/** Plain text without the line end that the service adds to single values. */
const bare = (text) => text?.replace(/\n$/, "");

const line = (title, result) => element("div", {}, element("dt", {}, title), element("dd", {}, element("span", {}, ...shortened(result, MOST_SHOWN)), copyButton(() => result)));

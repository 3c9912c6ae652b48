// Under the value: what the input and the result look like with the next step, and every form of the input at a glance:
// all digests, all cases, all encodings, by one batch request.

import { copyButton, element } from "./dom.js";
import { controlsOf, mainControl, textOf, valueOf } from "./form.js";
import { functionOf, text } from "./functions.js";
import { kindOf, operationsOf } from "./kinds.js";
import { shortened } from "./parts.js";
import { batch } from "./request.js";
import { stepsOf } from "./steps.js";
import { keep, recall } from "./store.js";

/**
 * Nodes for what one may want next. `answer`: with its plain `text` where it has one; false where the call was refused,
 * as nothing is shown under an error but what the input looks like. `go(form, values)` shows another call. A secret
 * input is not looked at.
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

/** The operations that are chosen in a recipe, or the one of a list. */
const chosenIn = (form) =>
  controlsOf(form).filter(({ dataset }) => dataset.control === form.dataset.guide).flatMap((guide) => (guide.dataset.kind === "steps" ? stepsOf(guide) : [textOf(valueOf(guide))]));

/** What the result looks like: of the same function its step is added behind those that are there. */
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
  if (!input) return null;
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
const bare = (text) => text?.replace(/\n$/, "");

const line = (title, result) => element("div", {}, element("dt", {}, title), element("dd", {}, element("span", {}, ...shortened(result, MOST_SHOWN)), copyButton(() => result)));

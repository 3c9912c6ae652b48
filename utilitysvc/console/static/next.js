// What the page offers under the value: a next step for what the input or the result looks like, and all forms of the
// input at a glance, such as all digests or all encodings, by one batch request.

import { copyButton, element } from "./dom.js";
import { controlsOf, mainControl, textOf, valueOf } from "./form.js";
import { functionOf, text } from "./functions.js";
import { kindOf, operationsOf } from "./kinds.js";
import { shortened } from "./parts.js";
import { askBeside } from "./request.js";
import { stepsOf } from "./steps.js";
import { keep, recall } from "./store.js";

/**
 * Nodes that offer next steps, and the parts of these that are still to be asked for. `answer`: an object with the
 * answer's plain `text`, if it has one; or false after an error, under which only a step for the input is offered.
 * `go(form, values, { pasted })` shows another call. A secret input is not examined.
 */
export function next(form, data, answer, { go, signal }) {
  const input = mainControl(form);
  if (!input) return { nodes: [], parts: [] };
  const pasted = "pasted" in input.dataset;
  const onward = (name, values, options) => go(name, values, { pasted, ...options });
  const isSecret = "secret" in input.dataset;
  const typed = isSecret ? "" : textOf(valueOf(input));
  const steps = chosenIn(form);
  const kind = kindOf(typed);
  const isDone = kind?.form === form.dataset.name && operationsOf(kind.values).some((each) => steps.includes(each));
  const glanced = answer ? glance(form, data, bare(answer.text), signal) : null;
  const nodes = [
    kind && !isDone ? offer("This looks like", kind, kind.values, onward) : null,
    isSecret || !answer.text || answer.text === typed ? null : nextStep(form, steps, answer.text, onward),
    glanced?.node,
  ];
  return { nodes: nodes.filter(Boolean), parts: glanced?.node.open ? [glanced.part] : [] };
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
 * The node with all forms of the input except the one that is `shown` already, and the part that fills it; null if the
 * function has none. If the node is closed, a person who opens it has it filled.
 */
function glance(form, data, shown, signal) {
  const asked = functionOf(form.dataset.name).glance?.(form, data)?.slice(0, MOST);
  if (!asked?.length || JSON.stringify(asked[0].parameters).length > LONGEST) return null;
  const [input] = Object.values(asked[0].parameters);
  if (!input) return null;
  const list = element("dl", { class: "glance" });
  const node = element("details", {}, element("summary", {}, "At a glance: all forms of it"), list);
  const calls = asked.map(({ parameters }) => ({ path: `/${form.dataset.path}`, parameters }));
  const show = (results) => list.replaceChildren(...lines(form, asked, results, new Set([input, shown])));
  node.open = !recall(CLOSED, false) && input.length <= MOST_OPEN;
  let isAsked = node.open;
  // Only a press tells what a person wants: the event "toggle" comes for the first state, too.
  node.firstChild.addEventListener("click", () => {
    keep(CLOSED, node.open); // its state before the press
    if (!isAsked) askBeside([{ calls, show }], signal);
    isAsked = true;
  });
  return { node, part: { calls, show } };
}

/** A line for each result that is not `known`. Forms with equal results share a line. */
function lines(form, asked, results, known) {
  const titles = new Map(); // by result
  results.forEach(({ status, body }, index) => {
    const result = status === 200 ? bare(text(form.dataset.name, body)) : undefined;
    if (result === undefined || known.has(result)) return; // it cannot be decoded, or is shown already
    titles.set(result, [...(titles.get(result) ?? []), asked[index].title]);
  });
  return [...titles].map(([result, names]) => line(names.join(", "), result));
}

/** Plain text without the line end that the service adds to single values. */
const bare = (text) => text?.replace(/\n$/, "");

const line = (title, result) => element("div", {}, element("dt", {}, title), element("dd", {}, element("span", {}, ...shortened(result, MOST_SHOWN)), copyButton(() => result, "Copy", title)));

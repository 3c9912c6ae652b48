// What the page offers under the value: a next step for what the input or the result looks like, and all forms of the
// input at a glance, such as all digests or all encodings, by one batch request.

import { kindOf, operationsOf } from "./finder.js";
import { guidedBy, isSecret, mainControl, read } from "./forms.js";
import { functionOf, textOf } from "./outcome.js";
import { copyIcon, element, shortened } from "./parts.js";
import { askBeside, keep, recall } from "./request.js";

/**
 * What is offered, as { offers, glance }: nodes with next steps, and a node with all forms of the input or null; and
 * the `parts` of these that are still to be asked for. `answer`: an object with the answer's plain `text`, if it has
 * one; or false after an error, under which only a step for the input is offered. `go(form, values, { pasted })` shows
 * another call. A secret input is not examined.
 */
export function next(form, data, answer, { go, signal }) {
  const input = mainControl(form);
  if (!input) return { offers: [], glance: null, parts: [] };
  const onward = (name, values, options) => go(name, values, { pasted: input.isPasted, ...options });
  const typed = isSecret(input) ? "" : String(read(input));
  const steps = guidedBy(form);
  const kind = kindOf(typed);
  const isDone = kind?.form === form.name && operationsOf(kind.values).some((each) => steps.includes(each));
  const hasResult = !isSecret(input) && answer.text && answer.text !== typed;
  const offers = [
    kind && !isDone ? offer("This looks like", kind, kind.values, onward) : null,
    hasResult ? nextStep(form, steps, answer.text, onward) : null,
  ];
  const glanced = answer ? glance(form, data, bare(answer.text), signal) : null;
  return {
    offers: offers.filter(Boolean),
    glance: glanced?.node ?? null,
    parts: glanced?.node.open ? [glanced.part] : [],
  };
}

/** Offers a step for what the result looks like. A step of the same function is added after the present ones. */
function nextStep({ name }, steps, result, go) {
  const kind = kindOf(result);
  if (!kind) return null;
  const { operation } = kind.values;
  const isStep = kind.form === name && operation && !steps.includes(operation);
  if (kind.form === name && !isStep) return null;
  const values = isStep ? { operation: [...steps, operation].join(",") } : kind.values;
  return offer("The result looks like", kind, values, (wanted, given) => go(wanted, given, { keep: isStep }));
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
  const asked = functionOf(form.name).glance?.(form.node, data)?.slice(0, MOST);
  if (!asked?.length || JSON.stringify(asked[0].parameters).length > LONGEST) return null;
  const [input] = Object.values(asked[0].parameters);
  if (!input) return null;
  const list = element("dl", { class: "glance" });
  const heading = element("summary", {}, "At a glance: all forms of it");
  const node = element("details", {}, heading, list);
  const calls = asked.map(({ parameters }) => ({ path: `/${form.path}`, parameters }));
  const show = (results) => list.replaceChildren(...lines(form, asked, results, new Set([input, shown])));
  const part = { calls, show };
  node.open = !recall(CLOSED, false) && input.length <= MOST_OPEN;
  let isAsked = node.open;
  // Only a press tells what a person wants: the event "toggle" comes for the first state, too.
  heading.addEventListener("click", () => {
    keep(CLOSED, node.open); // its state before the press
    if (!isAsked) askBeside([part], signal);
    isAsked = true;
  });
  return { node, part };
}

/** A line for each result that is not `known`. Forms with equal results share a line. */
function lines(form, asked, results, known) {
  const titles = new Map(); // by result
  results.forEach(({ status, body }, index) => {
    const result = status === 200 ? bare(textOf(form.name, body)) : undefined;
    if (result === undefined || known.has(result)) return; // it cannot be decoded, or is shown already
    titles.set(result, [...(titles.get(result) ?? []), asked[index].title]);
  });
  return [...titles].map(([result, names]) => line(names.join(", "), result));
}

/** Plain text without the line end that the service adds to single values. */
const bare = (text) => text?.replace(/\n$/, "");

const line = (title, result) => {
  const shown = element("span", {}, ...shortened(result, MOST_SHOWN));
  const copied = copyIcon(() => result, title);
  return element("div", {}, element("dt", {}, title), element("dd", {}, shown, copied));
};

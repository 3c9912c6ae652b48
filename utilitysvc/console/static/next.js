// Under the value: what the input and the result look like with the next step, and every form of the input at a glance.

import { element } from "./dom.js";
import { controlsOf, mainControl, textOf, valueOf } from "./form.js";
import { bare, glance } from "./glance.js";
import { kindOf, operationsOf } from "./kinds.js";
import { stepsOf } from "./steps.js";

/** Nodes for what one may want next. `go(form, values)` shows another call. A secret input is not looked at. */
export function next(form, data, result, { go, signal }) {
  const input = mainControl(form);
  if (!input) return [];
  const isSecret = "secret" in input.dataset;
  const typed = isSecret ? "" : textOf(valueOf(input));
  const steps = chosenIn(form);
  const kind = kindOf(typed);
  const isDone = kind?.form === form.dataset.name && operationsOf(kind.values).some((each) => steps.includes(each));
  return [
    kind && !isDone ? offer("This looks like", kind, kind.values, go) : null,
    isSecret || !result || result === typed ? null : nextStep(form, steps, result, go),
    glance(form, data, bare(result), signal),
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

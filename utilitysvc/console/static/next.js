// Under the value: what the input looks like with the next step, and every form of it at a glance.

import { element } from "./dom.js";
import { controlsOf, valueOf } from "./form.js";
import { glance } from "./glance.js";
import { guess } from "./guesses.js";

/** Nodes for what one may want next of a form's main input. A secret input stays out of links. */
export function next(form, question) {
  const input = controlsOf(form).find((control) => control.dataset.kind === "lines" && !control.hidden);
  if (!input) return [];
  const found = "secret" in input.dataset ? null : guess(String(valueOf(input)));
  const offer = found && found.href !== location.hash && !isDone(question, found)
    ? element("p", { class: "offer" }, `This looks like ${found.looksLike}. `, element("a", { href: found.href }, found.label))
    : null;
  return [offer, glance(form, question)].filter(Boolean);
}

/** The step that is offered is the one that is shown. */
const isDone = ({ operation }, { href }) => operation === new URLSearchParams(href.split("?")[1]).get("operation");

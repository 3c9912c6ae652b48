// What was typed lives for the visit: through other functions, a reload, and while the service is away. Secrets are not
// kept here either.

import { controlsOf, untouched, written } from "./form.js";
import { state } from "./state.js";
import { keepForVisit, recallFromVisit } from "./store.js";

const LONGEST = 500_000; // characters of one field: a browser keeps some megabytes in all
const nameOf = (form) => `draft.${form.dataset.name}`;

export function keepDraft(form) {
  const typed = controlsOf(form).filter((control) => !("secret" in control.dataset) && written(control) !== untouched(control));
  const values = typed.map((control) => [control.dataset.control, written(control)]).filter(([, text]) => text.length <= LONGEST);
  keepForVisit(nameOf(form), { state: state(form), values: Object.fromEntries(values) });
}

/** The state of the form as it was left in this visit; undefined where it was not used. */
export const stateOfDraft = (form) => recallFromVisit(nameOf(form))?.state;

/** The values that were typed when the form had this state. */
export function valuesOfDraft(form, state) {
  const draft = recallFromVisit(nameOf(form));
  return draft && draft.state === state ? draft.values : {};
}

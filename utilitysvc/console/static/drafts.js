// Drafts: what was typed is kept until the tab is closed, even if another function is shown, the page is reloaded or the
// service cannot be reached. Secrets and what was pasted are not kept.

import { controlsOf, untouched, written } from "./form.js";
import { isPrivate, state } from "./state.js";
import { keepForVisit, recallFromVisit } from "./store.js";

const LONGEST = 500_000; // characters of one field; a browser keeps only some megabytes in all
const PAUSE = 500; // milliseconds after the last key; keeping a long text at each key would make typing slow
const nameOf = (form) => `draft.${form.dataset.name}`;

let unkept; // the form whose draft is not kept yet
let timer;

/** Keep the values of the form as soon as nothing was typed for a moment. */
export function keepDraft(form) {
  if (unkept !== form) keepNow();
  unkept = form;
  clearTimeout(timer);
  timer = setTimeout(keepNow, PAUSE);
}

function keepNow() {
  clearTimeout(timer);
  if (!unkept) return;
  const typed = controlsOf(unkept).filter((control) => !isPrivate(control) && written(control) !== untouched(control));
  const values = typed.map((control) => [control.dataset.control, written(control)]).filter(([, text]) => text.length <= LONGEST);
  keepForVisit(nameOf(unkept), { state: state(unkept), values: Object.fromEntries(values) });
  unkept = undefined;
}

addEventListener("pagehide", keepNow); // also at a reload
document.addEventListener("visibilitychange", keepNow); // a phone may end a hidden page without a further event

function draftOf(form) {
  keepNow();
  return recallFromVisit(nameOf(form));
}

/** The state of the form as it was left in this visit; undefined if it was not used. */
export const stateOfDraft = (form) => draftOf(form)?.state;

/** The values that were typed when the form had this state. */
export function valuesOfDraft(form, state) {
  const draft = draftOf(form);
  return draft && draft.state === state ? draft.values : {};
}

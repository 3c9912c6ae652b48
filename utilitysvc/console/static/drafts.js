// Drafts: what was typed is kept until the tab is closed, also while another function is shown, the page is loaded anew
// or the service cannot be reached. Secrets are not kept.

import { controlsOf, untouched, written } from "./form.js";
import { state } from "./state.js";
import { keepForVisit, recallFromVisit } from "./store.js";

const LONGEST = 500_000; // characters of one field: a browser keeps some megabytes in all
const PAUSE = 500; // milliseconds from the last key to the writing: that of a long text takes longer than a key may
const nameOf = (form) => `draft.${form.dataset.name}`;

let unkept; // the form whose draft is to be written
let timer;

/** Keep what the form holds, once nothing was typed for a moment. */
export function keepDraft(form) {
  if (unkept !== form) keepNow();
  unkept = form;
  clearTimeout(timer);
  timer = setTimeout(keepNow, PAUSE);
}

function keepNow() {
  clearTimeout(timer);
  if (!unkept) return;
  const typed = controlsOf(unkept).filter((control) => !("secret" in control.dataset) && written(control) !== untouched(control));
  const values = typed.map((control) => [control.dataset.control, written(control)]).filter(([, text]) => text.length <= LONGEST);
  keepForVisit(nameOf(unkept), { state: state(unkept), values: Object.fromEntries(values) });
  unkept = undefined;
}

addEventListener("pagehide", keepNow); // a reload, too
document.addEventListener("visibilitychange", keepNow); // a telephone ends pages that are not seen without a word

function draftOf(form) {
  keepNow();
  return recallFromVisit(nameOf(form));
}

/** The state of the form as it was left in this visit; undefined where it was not used. */
export const stateOfDraft = (form) => draftOf(form)?.state;

/** The values that were typed when the form had this state. */
export function valuesOfDraft(form, state) {
  const draft = draftOf(form);
  return draft && draft.state === state ? draft.values : {};
}

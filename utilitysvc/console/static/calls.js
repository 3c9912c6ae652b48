// The recent calls that this browser keeps, each as the page's address. Values that the address leaves out, such as
// secrets and what was pasted, are not kept, nor are answers.

import { state } from "./state.js";
import { forget, keep, recall } from "./store.js";

const RECENT = "recent";
const SWITCH = "keeping";
const MOST = 50;

/** A form's call: "random?count=4". It has the question mark even if nothing follows, so that the form is restored. */
export const callOf = (form) => `${form.dataset.name}?${state(form)}`;

/** The form of a call among `forms`, by name; undefined if the function no longer exists. */
export const formOf = (call, forms) => forms.get(call.split("?")[0]);

export const isKeeping = () => recall(SWITCH, true) !== false;

/** Switch keeping on or off. Off also deletes what was kept. */
export function setKeeping(on) {
  keep(SWITCH, on);
  if (!on) clear();
}

/** The newest first. */
export function recent() {
  const kept = recall(RECENT, []);
  return Array.isArray(kept) ? kept.filter((call) => typeof call === "string") : []; // something else may have written the list
}

export const remember = (call) => put([call, ...without(call)].slice(0, MOST));
export const remove = (call) => put(without(call));
export const clear = () => forget(RECENT);

const without = (call) => recent().filter((each) => each !== call);

function put(calls) {
  if (isKeeping()) keep(RECENT, calls);
}

const MOST_SHOWN = 120; // characters

/** The settings of a call, for people, with long texts last; "" if all are those with which the form begins. */
export function settingsOf(call) {
  const settings = [...new URLSearchParams(call.slice(call.indexOf("?")))].sort(([, one], [, other]) => one.length - other.length);
  const characters = [...settings.map(([name, text]) => `${name}: ${text}`).join(" · ")];
  return characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN).join("")} …` : characters.join("");
}

// The key that a service may require (S6): the page asks for it when an answer is 401, and keeps it until the tab is
// closed.

import { element } from "./dom.js";
import { keepForVisit, recallFromVisit } from "./store.js";

const NAME = "key";
export const UNAUTHORIZED = 401;

/** The environment variable from which a call as source code reads the key. */
export const KEY_VARIABLE = "UTILITYSVC_TOKEN";

export const hasKey = () => Boolean(recallFromVisit(NAME));

/** The header with the key, if there is one. */
export function authorization() {
  const key = recallFromVisit(NAME);
  return key ? { Authorization: `Bearer ${key}` } : {};
}

/** A form that asks for the key, keeps it, and then calls `again`. */
export function askForKey(again) {
  const input = element("input", { type: "password", id: "key", autocomplete: "off", "aria-describedby": "key-help" });
  const form = element(
    "form",
    { class: "key" },
    element("label", { for: "key" }, "Key"),
    element("div", { class: "adding" }, input, element("button", { class: "copy" }, "Use it")),
    element("p", { class: "help", id: "key-help" }, "This service answers callers who have a key. It is kept in this window until you close it."),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keepForVisit(NAME, input.value.trim());
    again();
  });
  return form;
}

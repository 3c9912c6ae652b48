// The recent calls that this browser keeps, each as the page's address, and a dialog with them. Values that the address
// leaves out, such as secrets and what was pasted, are not kept, nor are answers.

import { forms } from "./forms.js";
import { all, button, element, one } from "./parts.js";
import { keep, recall } from "./request.js";
import { state } from "./state.js";

const RECENT = "recent";
const SWITCH = "keeping";
const MOST = 50;
const MOST_SHOWN = 120; // characters
const SETTLED = 2000; // milliseconds after an answer until its call is kept, so that not every typed letter makes one

// --- the calls

const isKeeping = () => recall(SWITCH, true) !== false;
const clear = () => keep(RECENT, undefined);
const remove = (call) => put(without(call));

/** The newest first. */
function recent() {
  const kept = recall(RECENT, []);
  return Array.isArray(kept) ? kept.filter((call) => typeof call === "string") : []; // others may have written it
}

const without = (call) => recent().filter((each) => each !== call);

function put(calls) {
  if (isKeeping()) keep(RECENT, calls);
}

export const remember = (call) => put([call, ...without(call)].slice(0, MOST));

let answered; // the call that is not kept yet
let timer;

/**
 * Note a form's call that was answered, to keep it after a while: "random?count=4". It has the question mark even if
 * nothing follows, so that the form is restored.
 */
function note(form) {
  answered = `${form.name}?${state(form)}`;
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLED);
}

/** Keep the last answered call at once. */
function settle() {
  if (answered !== undefined) remember(answered);
  unnote();
}

/** Do not keep the last answered call, because another one is sent too soon after it. */
function unnote() {
  clearTimeout(timer);
  answered = undefined;
}

// --- the dialog

/** The form of a call; undefined if the function no longer exists. */
const formOf = (call) => forms.get(call.split("?")[0]);

/** The settings of a call, for people, with long texts last; "" if all are those with which the form begins. */
function settingsOf(call) {
  const settings = [...new URLSearchParams(call.slice(call.indexOf("?")))];
  settings.sort(([, one], [, other]) => one.length - other.length);
  const characters = [...settings.map(([name, text]) => `${name}: ${text}`).join(" · ")];
  return characters.slice(0, MOST_SHOWN).join("") + (characters.length > MOST_SHOWN ? " …" : "");
}

export function addHistory() {
  const dialog = one("#recent");
  const [close, keeping, list] = all(":scope > .all button, input, :scope > div:last-child", dialog);
  const show = () => {
    keeping.checked = isKeeping();
    const calls = recent().filter(formOf);
    if (calls.length)
      list.replaceChildren(element("ul", {}, ...calls.map(line)), deleting("Delete recent calls", clear));
    else list.replaceChildren(element("p", { class: "help" }, "Calls appear here once you have made some."));
    list.hidden = !isKeeping();
  };

  const line = (call) => {
    const { title } = formOf(call);
    const settings = settingsOf(call);
    const link = element("a", { href: `#/${call}` }, title, element("span", {}, settings || "default settings"));
    link.addEventListener("click", () => dialog.close());
    const label = `Delete ${[title, settings].filter(Boolean).join(", ")}`;
    return element(
      "li",
      {},
      link,
      deleting("✕", () => remove(call), { class: "small", "aria-label": label }),
    );
  };

  const deleting = (text, act, attributes = {}) => {
    const press = () => {
      const place = all("button", list).indexOf(made);
      act();
      show();
      // The list was drawn again, so the button was replaced, or removed with its line.
      const left = all("button", list);
      (left[place] ?? left.at(-1) ?? close).focus();
    };
    const made = button(text, press, attributes);
    return made;
  };

  keeping.addEventListener("change", () => {
    unnote();
    keep(SWITCH, keeping.checked);
    if (!keeping.checked) clear();
    show();
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  one("#history").addEventListener("click", () => {
    settle();
    show();
    dialog.showModal();
  });
  close.addEventListener("click", () => dialog.close());
  addEventListener("storage", show); // another window of this browser has changed them
  addEventListener("opened", settle);
  addEventListener("asked", unnote);
  addEventListener("answered", (/** @type {any} */ { detail: form }) => note(form));
  addEventListener("wanted", settle);
}

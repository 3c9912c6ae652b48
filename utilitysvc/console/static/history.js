// A dialog with the recent calls.

import { clear, formOf, isKeeping, recent, remember, remove, setKeeping, settingsOf } from "./calls.js";
import { element } from "./dom.js";
import { titleOf } from "./form.js";

const SETTLED = 2000; // milliseconds after an answer until its call is kept, so that not every typed letter makes one
const HELP =
  "They are stored only in this browser. Secrets, what looks like one, what you pasted, long texts and answers are not stored. Switching this off deletes them.";

let answered; // the call that is not kept yet
let timer;

/** Note a call that was answered, to keep it after a while. */
export function note(call) {
  answered = call;
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLED);
}

/** Keep the last answered call at once. */
export function settle() {
  if (answered !== undefined) remember(answered);
  unnote();
}

/** Do not keep the last answered call, because another one is sent too soon after it. */
export function unnote() {
  clearTimeout(timer);
  answered = undefined;
}

/** `forms`: by name. */
export function addHistory(forms) {
  const close = element("button", { type: "button", class: "copy" }, "Close");
  const keeping = element("input", { type: "checkbox", role: "switch", "aria-describedby": "keeping-help" });
  const list = element("div");
  const dialog = element(
    "dialog",
    { class: "history", "aria-labelledby": "history-title" },
    element("div", { class: "all" }, element("h2", { id: "history-title" }, "History"), close),
    element("label", { class: "switch" }, keeping, "Keep recent calls in this browser"),
    element("p", { class: "help", id: "keeping-help" }, HELP),
    list,
  );
  document.body.append(dialog);

  const show = () => {
    keeping.checked = isKeeping();
    const calls = recent().filter((call) => formOf(call, forms));
    if (calls.length) list.replaceChildren(element("ul", {}, ...calls.map(line)), button("Delete recent calls", clear));
    else list.replaceChildren(element("p", { class: "help" }, "Calls appear here once you have made some."));
    list.hidden = !isKeeping();
  };

  const line = (call) => {
    const title = titleOf(formOf(call, forms));
    const settings = settingsOf(call);
    const link = element("a", { href: `#/${call}` }, title, element("span", {}, settings || "default settings"));
    link.addEventListener("click", () => dialog.close());
    const deletion = button("✕", () => remove(call));
    deletion.setAttribute("aria-label", `Delete ${[title, settings].filter(Boolean).join(", ")}`);
    return element("li", {}, link, deletion);
  };

  const button = (text, act) => {
    const made = element("button", { type: "button", class: text.length > 1 ? "copy" : "small" }, text);
    made.addEventListener("click", () => {
      const place = [...list.querySelectorAll("button")].indexOf(made);
      act();
      show();
      // The list was drawn again, so the button was replaced, or removed with its line.
      (list.querySelectorAll("button")[place] ?? [...list.querySelectorAll("button")].at(-1) ?? close).focus();
    });
    return made;
  };

  keeping.addEventListener("change", () => {
    unnote();
    setKeeping(keeping.checked);
    show();
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.getElementById("history").addEventListener("click", () => {
    settle();
    show();
    dialog.showModal();
  });
  addEventListener("storage", show); // another window of this browser has changed them
}

// A dialog with recent and starred calls, and a star at each form.

import { callOf, clear, formOf, isKeeping, recent, remember, remove, setKeeping, settingsOf, star, starred } from "./calls.js";
import { element } from "./dom.js";
import { titleOf } from "./form.js";

const SETTLED = 2000; // milliseconds after an answer until its call is kept, so that not every typed letter makes one

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

/** Show at the form whether its call is starred. */
export function showStar(form) {
  const button = form.querySelector(".star");
  const on = starred().includes(callOf(form));
  button.hidden = !isKeeping();
  button.setAttribute("aria-pressed", String(on));
  button.textContent = on ? "★" : "☆";
}

/** `forms`: by name. `current()` is the one that is shown. */
export function addHistory(forms, current) {
  const close = element("button", { type: "button", class: "copy" }, "Close");
  const keeping = element("input", { type: "checkbox", role: "switch", "aria-describedby": "keeping-help" });
  const lists = element("div");
  const dialog = element(
    "dialog",
    { class: "history", "aria-labelledby": "history-title" },
    element("div", { class: "all" }, element("h2", { id: "history-title" }, "History and favourites"), close),
    element("label", { class: "switch" }, keeping, "Keep them in this browser"),
    element("p", { class: "help", id: "keeping-help" }, "They are stored only in this browser. Secrets, long texts and answers are never stored. Switching this off deletes them."),
    lists,
  );
  document.body.append(dialog);

  const title = (call) => titleOf(formOf(call, forms));

  const show = () => {
    keeping.checked = isKeeping();
    const [stars, latest] = [starred(), recent()].map((calls) => calls.filter((call) => formOf(call, forms)));
    lists.replaceChildren(
      ...part("Favourites", stars, "Star a call to find it here, and first in “Go to …”.", (call) => [starButton(call)]),
      ...part("Recent calls", latest, "Calls appear here once you have made some.", (call) => [starButton(call), removeButton(call)]),
    );
    if (latest.length) lists.append(button("Delete recent calls", "", clear));
    lists.hidden = !isKeeping();
    showStar(current());
  };

  const part = (heading, calls, empty, buttonsOf) => [
    element("h3", {}, heading),
    calls.length
      ? element("ul", {}, ...calls.map((call) => element("li", {}, link(call), ...buttonsOf(call))))
      : element("p", { class: "help" }, empty),
  ];

  const link = (call) => {
    const made = element("a", { href: `#/${call}` }, title(call), element("span", {}, settingsOf(call) || "default settings"));
    made.addEventListener("click", () => dialog.close());
    return made;
  };

  const named = (call) => [title(call), settingsOf(call)].filter(Boolean).join(", ");

  const button = (text, label, act) => {
    const made = element("button", { type: "button", class: text.length > 1 ? "copy" : "small" }, text);
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", () => {
      const place = [...lists.querySelectorAll("button")].indexOf(made);
      act();
      show();
      // The list was drawn again, so the button was replaced, or removed with its line.
      (lists.querySelectorAll("button")[place] ?? [...lists.querySelectorAll("button")].at(-1) ?? close).focus();
    });
    return made;
  };

  const starButton = (call) => {
    const on = starred().includes(call);
    const made = button(on ? "★" : "☆", `Star ${named(call)}`, () => star(call, !on));
    made.setAttribute("aria-pressed", String(on));
    return made;
  };

  const removeButton = (call) => button("✕", `Delete ${named(call)}`, () => remove(call));

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
  for (const form of forms.values()) {
    form.querySelector(".star").addEventListener("click", () => {
      star(callOf(form), !starred().includes(callOf(form)));
      showStar(form);
    });
  }
  addEventListener("storage", show); // another window of this browser has changed them
}

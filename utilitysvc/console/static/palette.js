// Ctrl+K: go to any starred call, function, operation, algorithm or zone by a few letters of its name.

import { formOf, settingsOf, starred } from "./calls.js";
import { element } from "./dom.js";
import { state, titleOf } from "./form.js";

const MOST = 12;

/** `forms`: by name. What is typed in a form stays when one of its operations is chosen. */
export function addPalette(forms) {
  const list = element("ul", { id: "palette-list", role: "listbox", "aria-label": "Found" });
  const input = element("input", { type: "text", role: "combobox", "aria-label": "Go to", "aria-controls": list.id, "aria-expanded": "true", "aria-autocomplete": "list", placeholder: "A function, operation, algorithm or zone", spellcheck: "false" });
  const dialog = element("dialog", { class: "palette", "aria-label": "Go to" }, input, list);
  document.body.append(dialog);
  let entries = [];
  let chosen = 0;

  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    const found = entries.filter(({ title, group }) => words.every((word) => `${group} ${title}`.toLowerCase().includes(word)));
    const first = found.sort((one, other) => rank(other, words[0]) - rank(one, words[0])).slice(0, MOST);
    list.replaceChildren(...first.map((entry, index) => option(entry, index)));
    choose(0);
  };
  const option = (entry, index) => {
    const made = element("li", { role: "option", id: `palette-${index}`, "data-href": entry.href }, entry.title, element("span", {}, entry.group));
    made.addEventListener("click", () => go(made));
    return made;
  };
  const choose = (index) => {
    chosen = Math.min(Math.max(0, index), Math.max(0, list.children.length - 1));
    [...list.children].forEach((each, place) => each.setAttribute("aria-selected", String(place === chosen)));
    input.setAttribute("aria-activedescendant", list.children.length ? `palette-${chosen}` : "");
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const go = (made) => {
    if (!made) return;
    dialog.close();
    location.hash = made.dataset.href;
  };
  const open = () => {
    if (dialog.open) return;
    entries = entriesOf(forms);
    input.value = "";
    dialog.showModal();
    show();
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(chosen + step);
    if (event.key === "Enter") go(list.children[chosen]);
    if (step || event.key === "Enter") event.preventDefault();
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.getElementById("go").addEventListener("click", open);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    open();
  });
}

const rank = ({ title, isStarred }, word) => (isStarred ? 2 : Number(title.toLowerCase().startsWith(word)));

function entriesOf(forms) {
  const stars = starred().filter((call) => formOf(call, forms));
  return [...stars.map((call) => starOf(call, titleOf(formOf(call, forms)))), ...placesOf(forms)];
}

const starOf = (call, title) => ({ title: settingsOf(call) || title, group: `★ ${title}`, href: `#/${call}`, isStarred: true });

function placesOf(forms) {
  const zones = [...document.querySelectorAll("#zones option")].map(({ value }) => value);
  return [...forms].flatMap(([name, form]) => {
    const group = titleOf(form);
    const entry = (parameter) => (value) => ({ title: value, group, href: address(name, form, parameter, value) });
    const values = (selector) => [...new Set([...form.querySelectorAll(selector)].map(({ value }) => value).filter(Boolean))];
    return [
      { title: group, group: "Function", href: `#/${name}` },
      ...values("select[name=operation] option").map(entry("operation")),
      ...values("input[name=algorithm]").map(entry("algorithm")),
      ...(form.querySelector("input[name=timezone]") ? zones.map(entry("timezone")) : []),
    ];
  });
}

function address(name, form, parameter, value) {
  const settings = new URLSearchParams(state(form));
  settings.set(parameter, value);
  return `#/${name}?${settings}`;
}

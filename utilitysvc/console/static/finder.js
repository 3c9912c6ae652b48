// The search box at the top of the page, which is also a dialog under Ctrl+K. It recognises what is pasted and opens the
// function for it; typed words find functions, operations and zones. Pasted text with one likely meaning is answered at
// once, and the arrow opens the list of its other meanings.

import { element } from "./dom.js";
import { titleOf } from "./form.js";
import { functionOf } from "./functions.js";
import { kindsOf } from "./kinds.js";

const MOST = 12; // entries that are listed
const MOST_WORDS = 60; // characters; a longer text is not searched for
const MOST_SHOWN = 300; // characters of a pasted text that the box shows
const WORDS = /^\p{L}[\p{L}\d ._-]*$/u; // what somebody hopes to find
const CERTAIN = 80; // a kind of at least this rank is answered before a person chooses it

/**
 * `forms`: by name. `go(form, values, { keep })` shows a call. Returns a function to call when a form is shown: the box is
 * empty then, unless it has just opened that form.
 */
export function addFinders(forms, go) {
  const finder = (place, id) => makeFinder(place, id, { forms, go });
  const box = finder(document.getElementById("paste"), "paste");
  const dialog = element("dialog", { class: "palette", "aria-label": "Go to" });
  document.body.append(dialog);
  const palette = finder(dialog, "palette");

  const ask = () => {
    if (dialog.open) return;
    palette.clear();
    dialog.showModal();
    palette.show();
  };
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.getElementById("go").addEventListener("click", ask);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    ask();
  });
  addEventListener("use", ({ detail }) => box.take(detail));
  addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    event.preventDefault(); // otherwise the box, which takes the focus, would get the text twice
    box.paste(event.clipboardData.getData("text"));
  });
  return box.left;
}

function makeFinder(place, id, { forms, go }) {
  const isDialog = place.matches("dialog");
  const list = element("ul", { id: `${id}-list`, role: "listbox", "aria-label": "Found" });
  const input = element("input", {
    type: "text",
    role: "combobox",
    "aria-label": isDialog ? "Go to" : "Paste anything, or search",
    "aria-controls": list.id,
    "aria-expanded": "true",
    "aria-autocomplete": "list",
    placeholder: isDialog ? "A function, operation, algorithm or zone, or paste anything" : "Paste anything, or search: a token, a date, an address, Base64 …",
    spellcheck: "false",
    autocomplete: "off",
  });
  const recognised = element("p", { class: "help", role: "status" });
  place.append(input, list, recognised);
  let whole; // a pasted text, of which the box shows only the beginning
  let isPasted = false;
  let opened; // the form that was opened for the text in the box
  let entries = [];
  let chosen = 0;

  const text = () => whole ?? input.value;

  const show = () => {
    const found = isDialog || text().trim() ? optionsFor(text(), entries, forms) : [];
    recognised.textContent = "";
    list.replaceChildren(...found.map(option));
    const isNothing = WORDS.test(text()) && found.every(({ rank }) => rank === 0);
    if (isNothing) list.prepend(element("li", { role: "option", "aria-disabled": "true", class: "nothing" }, `Nothing is called “${text().trim()}”`));
    setOpen(list.childElementCount);
    choose(0);
  };
  const setOpen = (isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };
  const option = (entry, index) => {
    const made = element("li", { role: "option", id: `${id}-${index}` }, entry.title, element("span", {}, entry.group));
    made.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus until the click
    made.addEventListener("click", () => take(entry));
    made.entry = entry;
    return made;
  };
  const choose = (index) => {
    const options = [...list.querySelectorAll("[id]")];
    chosen = Math.min(Math.max(0, index), Math.max(0, options.length - 1));
    options.forEach((each, place) => each.setAttribute("aria-selected", String(place === chosen)));
    if (options.length) input.setAttribute("aria-activedescendant", `${id}-${chosen}`);
    else input.removeAttribute("aria-activedescendant");
    options[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const take = (entry) => {
    if (!entry) return;
    if (isDialog) place.close();
    const pasted = isPasted && entry.rank !== undefined;
    clear();
    go(entry.form, entry.values, { keep: entry.keep, focus: true, pasted });
  };
  const clear = () => {
    whole = undefined;
    opened = undefined;
    isPasted = false;
    input.value = "";
    recognised.textContent = "";
    setOpen(isDialog);
    list.replaceChildren();
  };
  /** Answer a pasted text, if its kind is certain and no other value is needed. */
  const answerAtOnce = () => {
    const [kind] = kindsOf(text());
    if (!(kind?.rank >= CERTAIN) || Object.values(kind.values).includes(null)) return;
    if (entries.some((each) => isNamed(each, text()))) return;
    if (isDialog) return take({ ...kind, keep: false });
    opened = kind.form;
    go(kind.form, kind.values, { pasted: true });
    setOpen(false);
    recognised.textContent = `Read as ${kind.name}. Press ↓ for what else it may be.`;
  };
  const load = () => {
    const own = entriesOf(forms);
    entries = own;
    moreEntriesOf(forms).then((more) => {
      entries = [...own, ...more];
      if (document.activeElement === input && !list.hidden) show();
    });
  };

  input.addEventListener("focus", load);
  input.addEventListener("input", ({ inputType }) => {
    whole = undefined;
    isPasted ||= inputType === "insertFromPaste";
    show();
    if (inputType === "insertFromPaste") answerAtOnce();
  });
  input.addEventListener("paste", (event) => {
    const pasted = event.clipboardData.getData("text");
    if (pasted.length <= MOST_SHOWN && !pasted.trim().includes("\n")) return;
    event.preventDefault();
    put(pasted);
    answerAtOnce();
  });
  const put = (pasted) => {
    isPasted = true;
    whole = pasted;
    input.value = pasted.slice(0, MOST_SHOWN).replace(/\s+/g, " ");
    show();
  };
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && list.hidden) setOpen(list.childElementCount);
    else if (step) choose(chosen + step);
    if (event.key === "Enter") take(list.querySelector("[aria-selected=true]")?.entry);
    if (event.key === "Escape" && !isDialog) clear();
    if (step || event.key === "Enter") event.preventDefault();
  });
  input.addEventListener("blur", () => {
    if (!isDialog) setOpen(false);
  });
  clear();
  return {
    clear,
    left: (name) => {
      if (name !== opened) clear();
    },
    show: () => {
      load();
      show();
    },
    take: (given) => {
      input.focus();
      put(given);
    },
    paste: (given) => {
      input.focus();
      put(given);
      answerAtOnce();
    },
  };
}

/** Whether a person may search for this text; other texts are only pasted. */
const isSearch = (text) => text.trim() !== "" && text.length <= MOST_WORDS && !text.includes("\n");

/** The options for a text: entries with this very name, then the kinds that it may be, then entries with such a name. */
function optionsFor(text, entries, forms) {
  const kinds = kindsOf(text).map((kind) => ({ ...kind, title: `${kind.name.replace(/^an? /, "").replace(/^./, (first) => first.toUpperCase())}: ${kind.label}`, group: titleOf(forms.get(kind.form)) }));
  const likely = kinds.filter(({ rank }) => rank > 0);
  const found = isSearch(text) || !text.trim() ? search(text, entries) : [];
  const named = found.filter((each) => isNamed(each, text));
  const others = found.filter((each) => !named.includes(each));
  const any = likely.length || !found.length ? kinds.filter(({ rank }) => !rank) : [];
  return [...named, ...likely, ...others, ...any].slice(0, MOST);
}

const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether the text is the whole name of an entry: "PascalCase" is that of "Pascal case". Such a name is no encoding. */
const isNamed = ({ title }, text) => letters(text) !== "" && letters(title) === letters(text);

/** The entries in which all words occur, by how well they match, and by their weights. */
function search(text, entries) {
  const words = text.toLowerCase().trim().split(/\s+/);
  const fits = entries.filter(({ sought }) => words.every((word) => sought.includes(word)));
  const rank = ({ title, sought, weight }) => {
    const name = title.toLowerCase();
    const whole = [words.join(" "), `${words.join(" ")}s`].includes(name) ? 20 : 0; // "password" also finds "Passwords"
    const start = words[0] && name.startsWith(words[0]) ? 8 : 0;
    const word = words[0] && ` ${sought}`.includes(` ${words[0]}`) ? 4 : 0;
    return whole + start + word + weight;
  };
  // Of two that begin so, the shorter one is meant: "passw" is rather "Passwords" than "Password hash".
  const lengthOf = ({ title }) => (title.toLowerCase().startsWith(words[0]) ? title.length : 0);
  const ranked = fits.map((entry) => [rank(entry), entry]);
  ranked.sort(([one, first], [other, second]) => other - one || lengthOf(first) - lengthOf(second));
  return ranked.map(([, entry]) => entry);
}

const FUNCTION = 5; // the weights of entries that match equally well
const OPERATION = 2;
const VALUE = 0;

const entry = (title, group, words, weight, more) => ({ title, group, weight, sought: `${title} ${group} ${words}`.toLowerCase(), ...more });

const entriesOf = (forms) => [...forms].flatMap(([name, form]) => placesOf(name, form));

/** The entries of a function, of its operations, and of the names in its searchable lists. */
function placesOf(name, form) {
  const group = titleOf(form);
  const place = (title, where, words, weight, values) => entry(title, where, words, weight, { form: name, values, keep: true });
  const operations = [...document.querySelectorAll(`[data-go="${name}"]`)].map(({ textContent, dataset: { parameter, operation, words } }) =>
    place(textContent, `${operation} · ${group}`, `${words} ${operation.replaceAll("_", " ")}`, OPERATION, { [parameter]: operation }),
  );
  const lists = [...form.querySelectorAll("[data-searchable]")].filter(({ dataset }) => !operations.length || dataset.control !== form.dataset.guide);
  const names = lists.flatMap((list) => {
    const values = [...list.querySelectorAll("option, input")].map(({ value }) => value).filter(Boolean);
    return [...new Set(values)].map((each) => place(each, group, each.replaceAll("-", ""), VALUE, { [list.dataset.control]: each }));
  });
  return [place(group, "Function", `${name} ${form.dataset.words}`, FUNCTION, {}), ...operations, ...names];
}

/** Further entries of the apps, such as the names of time zones. */
async function moreEntriesOf(forms) {
  const found = await Promise.all(
    [...forms].map(async ([name, form]) =>
      ((await functionOf(name).entries?.(form)) ?? []).map(({ title, words, values }) => entry(title, titleOf(form), words, VALUE, { form: name, values, keep: true })),
    ),
  );
  return found.flat();
}


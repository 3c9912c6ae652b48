// The search box at the top of the page, which is also a dialog under Ctrl+K. It recognises what is pasted and opens
// the function for it; typed words find functions, operations and zones. Pasted text with one likely meaning is
// answered at once, and the arrow opens the list of its other meanings.
//
// A kind of text is { name, label, form, values(text), rank, longest }: `name` says what the text is, as in "a UUID",
// `label` what the button does, as in "Inspect it"; `form` is the view's name; `values` returns the values for the
// form, or null if the text is not of this kind. Kinds of a higher rank, up to 100, are listed first: 90 is for a text
// that can hardly be anything else, 50 for one that may well be. From 80 on the answer is shown at once. Kinds without
// a rank take any text. A text of more than `longest` characters is not examined, and not of this kind.

import { forms } from "./forms.js";
import { functionOf, kinds } from "./outcome.js";
import { all, element, one } from "./parts.js";

const LONGEST = 1_000_000; // characters; about the longest text that the service accepts by default
const DEFAULT_LONGEST = 300; // for kinds without `longest`
const MOST = 12; // entries that are listed
const MOST_WORDS = 60; // characters; a longer text is not searched for
const MOST_SHOWN = 300; // characters of a pasted text that the box shows
const WORDS = /^\p{L}[\p{L}\d ._-]*$/u; // what somebody hopes to find
const CERTAIN = 80; // a kind of at least this rank is answered before a person chooses it
const WEIGHTS = { function: 5, operation: 2, value: 0 }; // of entries that match equally well

// --- kinds

/** The kinds of `text` with the values for their forms, the likeliest first. */
function kindsOf(text) {
  const trimmed = text.trim();
  if (!trimmed || trimmed.length > LONGEST) return [];
  return kinds()
    .filter(({ longest = DEFAULT_LONGEST }) => trimmed.length <= longest)
    .map((kind) => ({ ...kind, rank: kind.rank ?? 0, values: kind.values(trimmed, text) }))
    .filter(({ form, values }) => values && isOffered(form, values))
    .sort((one, other) => other.rank - one.rank);
}

/** The likeliest kind; undefined if the text looks like nothing in particular. */
export const kindOf = (text) => kindsOf(text).find(({ rank }) => rank > 0);

/** Whether the service has the function and its operations. */
function isOffered(name, values) {
  const form = forms.get(name);
  return form && operationsOf(values).every((operation) => one(`option[value="${operation}"]`, form.node));
}

/** The operations that a kind's values name, one after the other. */
export const operationsOf = ({ operation }) => operation?.split(",") ?? [];

// --- the box and the dialog

/** `go(form, values, { keep })` shows a call. */
export function addFinders(go) {
  const box = makeFinder(one("#paste"), go);
  const dialog = one("#palette");
  const palette = makeFinder(dialog, go);
  const ask = () => {
    if (dialog.open) return;
    palette.clear();
    dialog.showModal();
    palette.show();
  };
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  one("#go").addEventListener("click", ask);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    ask();
  });
  addEventListener("use", (/** @type {any} */ { detail }) => box.take(detail));
  addEventListener("paste", (/** @type {any} */ event) => {
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    event.preventDefault(); // otherwise the box, which takes the focus, would get the text twice
    box.take(event.clipboardData.getData("text"), { isPasted: true });
  });
  addEventListener("opened", (/** @type {any} */ { detail: form }) => form !== box.opened() && box.clear());
}

function makeFinder(place, go) {
  const isDialog = place.matches("dialog");
  const [input, list, recognised] = all("input, ul, p", place);

  /** `whole`: a pasted text, of which the box shows only the beginning; `opened`: the form that was opened for it. */
  const box = { whole: undefined, opened: undefined, isPasted: false, entries: [], options: [], chosen: 0 };
  const text = () => box.whole ?? input.value;

  const setOpen = (isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };

  const show = () => {
    box.options = isDialog || text().trim() ? optionsFor(text(), box.entries) : [];
    recognised.textContent = "";
    list.replaceChildren(...box.options.map(option));
    if (WORDS.test(text()) && box.options.every(({ rank }) => rank === 0)) {
      const nothing = `Nothing is called “${text().trim()}”`;
      list.prepend(element("li", { role: "option", "aria-disabled": "true", class: "nothing" }, nothing));
    }
    setOpen(list.childElementCount);
    choose(0);
  };

  const option = (entry, index) => {
    const attributes = { role: "option", id: `${place.id}-${index}` };
    const made = element("li", attributes, entry.title, element("span", {}, entry.group));
    made.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus until the click
    made.addEventListener("click", () => choice(entry));
    return made;
  };

  const choose = (index) => {
    const options = all("[id]", list);
    box.chosen = Math.max(0, Math.min(index, options.length - 1));
    for (const [place, each] of options.entries()) each.setAttribute("aria-selected", String(place === box.chosen));
    input.setAttribute("aria-activedescendant", options[box.chosen]?.id ?? "");
    options[box.chosen]?.scrollIntoView({ block: "nearest" });
  };

  /** Show the call of an entry, or of a kind of what was pasted. */
  const choice = ({ form, values, keep, rank }) => {
    if (isDialog) place.close();
    const pasted = box.isPasted && rank !== undefined;
    clear();
    go(form, values, { keep, focus: true, pasted });
  };

  const clear = () => {
    Object.assign(box, { whole: undefined, opened: undefined, isPasted: false, options: [] });
    input.value = "";
    recognised.textContent = "";
    setOpen(isDialog);
    list.replaceChildren();
  };

  /** Answer a pasted text, if its kind is certain and no other value is needed. */
  const answerAtOnce = () => {
    const [kind] = kindsOf(text());
    if (!(kind?.rank >= CERTAIN) || Object.values(kind.values).includes(null)) return;
    if (isDialog) {
      choice(kind);
      return;
    }
    box.opened = forms.get(kind.form);
    go(kind.form, kind.values, { pasted: true });
    setOpen(false);
    recognised.textContent = `Read as ${kind.name}. Press ↓ for what else it may be.`;
  };

  const load = async () => {
    const own = [...forms.values()].flatMap(entriesOf);
    box.entries = own;
    box.entries = [...own, ...(await moreEntries())];
    if (document.activeElement === input && !list.hidden) show();
  };

  const take = (given, { isPasted = false } = {}) => {
    input.focus();
    Object.assign(box, { isPasted: true, whole: given });
    input.value = given.slice(0, MOST_SHOWN).replace(/\s+/g, " ");
    show();
    if (isPasted) answerAtOnce();
  };

  input.addEventListener("focus", load);
  input.addEventListener("blur", () => {
    if (!isDialog) setOpen(false);
  });
  input.addEventListener("input", ({ inputType }) => {
    const isPaste = inputType === "insertFromPaste";
    box.whole = undefined;
    box.isPasted ||= isPaste;
    show();
    if (isPaste) answerAtOnce();
  });
  input.addEventListener("paste", (event) => {
    const pasted = event.clipboardData.getData("text");
    if (pasted.length <= MOST_SHOWN && !pasted.trim().includes("\n")) return; // the browser writes it
    event.preventDefault();
    take(pasted, { isPasted: true });
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && list.hidden) setOpen(list.childElementCount);
    else if (step) choose(box.chosen + step);
    if (event.key === "Enter" && box.options.length) choice(box.options[box.chosen]);
    if (event.key === "Escape" && !isDialog) clear();
    if (step || event.key === "Enter") event.preventDefault();
  });
  clear();
  input.disabled = false;
  return { clear, take, opened: () => box.opened, show: () => load() && show() };
}

// --- what is found

/**
 * The options for a text: entries with this very name, then the kinds that it may be, then entries with such a name.
 */
function optionsFor(text, entries) {
  const found = kindsOf(text).map((kind) => {
    const name = kind.name.replace(/^an? /, "").replace(/^./, (first) => first.toUpperCase());
    return { ...kind, title: `${name}: ${kind.label}`, group: forms.get(kind.form).title };
  });
  const likely = found.filter(({ rank }) => rank > 0);
  const isSearch = text.length <= MOST_WORDS && !text.includes("\n"); // other texts are only pasted
  const matching = isSearch ? search(text, entries) : [];
  const named = matching.filter((each) => isNamed(each, text));
  const others = matching.filter((each) => !named.includes(each));
  const any = likely.length || !matching.length ? found.filter(({ rank }) => !rank) : [];
  return [...named, ...likely, ...others, ...any].slice(0, MOST);
}

const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Whether the text is the whole name of an entry: "PascalCase" is that of "Pascal case". Such a name is no encoding.
 */
const isNamed = ({ title }, text) => letters(text) !== "" && letters(title) === letters(text);

/** The entries in which all words occur, by how well they match, and by their weights. */
function search(text, entries) {
  const words = text.toLowerCase().trim().split(/\s+/);
  const [first] = words;
  const whole = words.join(" ");
  const score = ({ title, sought, weight }) => {
    const name = title.toLowerCase();
    const isWhole = name === whole || name === `${whole}s`; // "password" also finds "Passwords"
    const isStart = name.startsWith(first);
    const isWord = ` ${sought}`.includes(` ${first}`);
    // Of two that begin so, the shorter one is meant: "passw" is rather "Passwords" than "Password hash".
    return (isWhole ? 20 : 0) + (isStart ? 8 - title.length / 1000 : 0) + (isWord ? 4 : 0) + weight;
  };
  return entries
    .filter(({ sought }) => words.every((word) => sought.includes(word)))
    .map((each) => ({ ...each, score: score(each) }))
    .sort((one, other) => other.score - one.score);
}

const entry = (form, values, title, group, words, weight) => {
  const sought = `${title} ${group} ${words}`.toLowerCase();
  return { form: form.name, values, keep: true, title, group, weight, sought };
};

/** The entries of a function, of its operations, and of the names in its searchable lists. */
function entriesOf(form) {
  const { name, title } = form;
  const operations = all(`[data-go="${name}"]`).map(({ textContent, dataset: { parameter, operation, words } }) => {
    const sought = `${words} ${operation.replaceAll("_", " ")}`;
    return entry(form, { [parameter]: operation }, textContent, `${operation} · ${title}`, sought, WEIGHTS.operation);
  });
  const names = form.controls
    .filter((each) => "searchable" in each.given && !(operations.length && each.name === form.guide))
    .flatMap((list) => {
      const values = new Set(all("option, input", list.node).map(({ value }) => value));
      values.delete("");
      return [...values].map((each) =>
        entry(form, { [list.name]: each }, each, title, each.replaceAll("-", ""), WEIGHTS.value),
      );
    });
  return [entry(form, {}, title, "Function", `${name} ${form.words}`, WEIGHTS.function), ...operations, ...names];
}

/** Further entries of the apps, such as the names of time zones. */
async function moreEntries() {
  const found = [...forms.values()].map(async (form) => {
    const more = (await functionOf(form.name).entries?.(form.node)) ?? [];
    return more.map(({ title, words, values }) => entry(form, values, title, form.title, words, WEIGHTS.value));
  });
  return (await Promise.all(found)).flat();
}

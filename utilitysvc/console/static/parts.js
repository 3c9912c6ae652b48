// The elements that views of answers are made of.

import { copyButton, element } from "./dom.js";

const MOST_CHARACTERS = 5000;
const MOST_DATED = 300; // characters; in a longer text, dates may be broken across lines
const LONG_FACT = 20; // characters; on a phone, a longer fact has its own row
const MOST_ROWS = 50;
const FITTED = 45; // characters; the letters of a value up to this length shrink until it fits on one line
const MOST_TILES = 60;
const NAMED = 40; // characters of a value that name its button
const LOCALE = "en"; // for numbers, because the page is in English

export const caption = (text) => element("p", { class: "caption" }, text);

export const remark = (text) => element("p", { class: "remark" }, text);

export const smallPrint = (text) => element("p", { class: "remark small-print" }, text);

/** The main value; a short one is larger. `nodes`: shown instead of the text. */
export function hero(text, nodes) {
  const size = text.length <= 24 && !text.includes("\n") ? "large" : text.length <= 90 ? "middle" : "plain";
  return main(text, element("output", { class: `hero ${size}` }, ...(nodes ?? (text.length > MOST_DATED ? shortened(text) : dated(text)))));
}

/** A value to copy exactly, such as a digest. All such values have one size, and break wherever the line ends. */
export const exact = (text, nodes) => main(text, element("output", { class: "hero exact" }, ...(nodes ?? dated(text))));

function main(text, output) {
  const use = element("button", { type: "button", class: "copy", "aria-label": "Use as input" }, "Use");
  use.addEventListener("click", () => use.dispatchEvent(new CustomEvent("use", { bubbles: true, detail: text })));
  return element("div", { class: "main" }, output, element("div", { class: "tools" }, copyButton(() => text), use));
}

/** The beginning of a long text, with a button that shows all of it. */
export function shortened(text, most = MOST_CHARACTERS) {
  if (text.length <= most) return [text];
  const end = /[\ud800-\udbff]/.test(text[most - 1]) ? most - 1 : most; // no surrogate pair is cut
  const all = element("button", { type: "button", class: "copy all-of-it" }, `Show all ${text.length.toLocaleString(LOCALE)} characters`);
  const beginning = document.createTextNode(`${text.slice(0, end)} … `);
  all.addEventListener("click", () => {
    beginning.data = text;
    all.remove();
  });
  return [beginning, all];
}

/** Values to copy exactly, each in its own row. `note`: returns a remark on a value. */
export function exactRows(values, note = () => undefined) {
  if (values.length === 1) return [exact(values[0])];
  const nodes = rows(values, note);
  const longest = Math.max(...values.map(({ length }) => length));
  const list = nodes.find((node) => node.matches(".rows"));
  list.style.setProperty("--characters", longest);
  list.classList.toggle("fitted", longest <= FITTED);
  return nodes;
}

/** Values to copy one by one or all at once. */
export function rows(values, note = () => undefined) {
  const row = (text) =>
    element("li", {}, element("div", { class: "room" }, element("output", {}, ...dated(text)), noted(note(text))), copyButton(() => text, "Copy", text.slice(0, NAMED)));
  return [heading(values, "values"), ...list("rows", values, MOST_ROWS, row)];
}

const noted = (text) => (text ? element("span", { class: "note" }, text) : null);

/** Numbers as tiles. A single number is shown large, and an integer also in other bases. */
export function numbers(values) {
  if (values.length === 1) return [hero(String(values[0])), ...inBases(values[0])];
  return [heading(values, "numbers"), tiles(values)].flat();
}

export const tiles = (values) => list("tiles", values, MOST_TILES, (number) => element("li", {}, String(number)));

/** An integer of at least ten in the other bases that programs use. */
function inBases(value) {
  if (!Number.isSafeInteger(value) || value < 10) return [];
  return [facts({ Hexadecimal: `0x${value.toString(16)}`, Octal: `0o${value.toString(8)}`, Binary: `0b${value.toString(2)}` })];
}

const heading = (values, what) =>
  element("div", { class: "all" }, caption(`${values.length.toLocaleString(LOCALE)} ${what}`), copyButton(() => values.join("\n"), "Copy all"));

/** A list of the first values, with a button that shows the others. */
function list(style, values, most, item) {
  const shown = element("ol", { class: style });
  return [shown, moreOf(shown, values, most, item)].filter(Boolean);
}

/**
 * A place for the nodes that `make(module)` returns as soon as the script is loaded. It stays empty if the script cannot
 * be loaded, because the service cannot be reached or has another release by now.
 */
export function later(loading, make) {
  const place = element("div", { class: "later" });
  loading.then((module) => place.append(...make(module)), () => {});
  return place;
}

/** Put the first values into a node. Returns a button that adds the others, or null if there are no others. */
export function moreOf(node, values, most, item) {
  node.append(...values.slice(0, most).map(item));
  if (values.length <= most) return null;
  const all = element("button", { type: "button", class: "copy all-of-it" }, `Show all ${values.length.toLocaleString(LOCALE)}`);
  all.addEventListener("click", () => {
    node.append(...values.slice(most).map(item));
    all.remove();
  });
  return all;
}

/** Names and values, with a button to copy each value. A name without a value is left out. */
export function facts(pairs, style = "facts") {
  const given = Object.entries(pairs).filter(([, fact]) => fact !== undefined && fact !== "" && fact !== null);
  return element("dl", { class: style }, ...given.map(([name, fact]) => element("div", String(fact).length > LONG_FACT && !(fact instanceof Node) ? { class: "long" } : {}, element("dt", {}, name), described(name, fact))));
}

function described(name, fact) {
  const shown = fact instanceof Element ? fact : element("span", {}, ...(fact instanceof Node ? [fact] : breakable(String(fact))));
  const copy = copyButton(() => description.firstChild.textContent, "", name);
  copy.classList.add("mini");
  const description = element("dd", {}, shown, copy);
  return description;
}

const DATE = /(?<![\w-])(\d{4}-\d\d-\d\d)(?![\d-])/;

/**
 * A text whose dates are not broken across lines; a datetime may break after its date. `show`: makes the nodes for the
 * text between dates.
 */
const dated = (text, show = (part) => [part]) =>
  text.split(DATE).flatMap((part, index) => (index % 2 ? [element("span", { class: "date" }, part), element("wbr")] : show(part)));

/** Like `dated`, but a long name may break after a slash or an underscore. */
export const breakable = (text) =>
  dated(text, (part) => part.split(/(?<=[/_])/).flatMap((piece, index) => (index ? [element("wbr"), piece] : [piece])));

export const verdict = (yes, text) => element("p", { class: `verdict ${yes ? "yes" : "no"}` }, `${yes ? "✓" : "✗"} ${text}`);

/** A key of an answer as words: "accuracy_radius" as "Accuracy radius". */
export const named = (key) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ").replace("Utf16", "UTF-16").replace("kib", "KiB");

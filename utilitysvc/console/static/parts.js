// Makes the elements of which the page and the views of answers consist.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "rect", "circle", "line", "text", "title"]);

/**
 * An element with attributes and children; a child may be text.
 * @returns {any}
 */
export function element(tag, attributes = {}, ...children) {
  const made = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/**
 * The first element that fits a selector.
 * @returns {any}
 */
export const one = (selector, root = document) => root.querySelector(selector);

/**
 * All elements that fit a selector.
 * @returns {any[]}
 */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** A button. `attributes` may have a `class` instead of the usual one. */
export function button(label, act, attributes = {}) {
  const made = element("button", { type: "button", class: "copy", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
}

/** Copy text to the clipboard, even if the page was not loaded over HTTPS. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = element("textarea", { "aria-hidden": "true", class: "offstage" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** Copy what `text()` returns when the button is pressed, which then shows what `said()` returns for a moment. */
export function onCopy(pressed, text, said = () => "Copied") {
  const label = pressed.textContent;
  let timer;
  pressed.addEventListener("click", async () => {
    await copy(text());
    pressed.textContent = said();
    clearTimeout(timer);
    timer = setTimeout(() => {
      pressed.textContent = label;
    }, 1500);
  });
}

/** A button that copies what `text()` returns, and then shows "Copied". */
export function copyButton(text, label = "Copy") {
  const made = button(label, () => {});
  onCopy(made, text);
  return made;
}

/** The same as an icon. `what`: what it copies, for screen readers. */
export function copyIcon(text, what) {
  const made = copyButton(text, "");
  made.classList.add("mini");
  made.setAttribute("aria-label", `Copy ${what}`);
  return made;
}

const TYPES = { json: "application/json", txt: "text/plain;charset=utf-8", csv: "text/csv" };
const LONG_ENOUGH = 60_000; // milliseconds for the browser to read the file

/** Save `text` as the file `name`, whose extension gives its type. */
export function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: TYPES[name.split(".").at(-1)] }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), LONG_ENOUGH);
}

// --- parts of an answer

const MOST_CHARACTERS = 5000;
const MOST_DATED = 300; // characters; in a longer text, dates may be broken across lines
const LONG_FACT = 20; // characters; a longer fact has its own row
const LONGER_FACT = 15; // characters; on a phone, a longer one has, too
const SHORT_FACT = 4; // characters; nobody copies a shorter fact
const MOST_ROWS = 50;
const FITTED = 45; // characters; the letters of values up to this length shrink until each fits on one line
const MOST_TILES = 60;
const NAMED = 40; // characters of a value that name its button
const LOCALE = "en"; // for numbers, because the page is in English

export const caption = (text) => element("p", { class: "caption" }, text);
export const remark = (text) => element("p", { class: "remark" }, text);
export const smallPrint = (text) => element("p", { class: "remark small-print" }, text);
export const verdict = (yes, text) =>
  element("p", { class: `verdict ${yes ? "yes" : "no"}` }, `${yes ? "✓" : "✗"} ${text}`);

/** The main value; a short one is larger. `nodes`: shown instead of the text. */
export function hero(text, nodes = text.length > MOST_DATED ? shortened(text) : dated(text)) {
  const size = text.length <= 24 && !text.includes("\n") ? "large" : text.length <= 90 ? "middle" : "plain";
  return main(text, size, nodes);
}

/** A value to copy exactly, such as a digest. All such values have one size, and break wherever the line ends. */
export const exact = (text, nodes = dated(text)) => main(text, "exact", nodes);

function main(text, style, nodes) {
  const use = button("Use", () => use.dispatchEvent(new CustomEvent("use", { bubbles: true, detail: text })), {
    "aria-label": "Use as input",
  });
  const output = element("output", { class: `hero ${style}` }, ...nodes);
  const copied = copyButton(() => text);
  return element("div", { class: "main" }, output, element("div", { class: "tools" }, copied, use));
}

/** The beginning of a long text, with a button that shows all of it. */
export function shortened(text, most = MOST_CHARACTERS) {
  if (text.length <= most) return [text];
  const end = /[\ud800-\udbff]/.test(text[most - 1]) ? most - 1 : most; // no surrogate pair is cut
  const beginning = document.createTextNode(`${text.slice(0, end)} … `);
  const show = () => beginning.replaceWith(text);
  return [beginning, showAll(`${text.length.toLocaleString(LOCALE)} characters`, show)];
}

/** A button that shows what is left out, and goes. */
function showAll(count, show) {
  const made = button(`Show all ${count}`, show, { class: "copy all-of-it" });
  made.addEventListener("click", () => made.remove());
  return made;
}

/** Put the first values into a node. Returns a button that adds the others, or null if there are no others. */
export function moreOf(node, values, most, item) {
  node.append(...values.slice(0, most).map(item));
  if (values.length <= most) return null;
  return showAll(values.length.toLocaleString(LOCALE), () => node.append(...values.slice(most).map(item)));
}

/** Values to copy exactly, each in its own row. `note`: returns a remark on a value. */
export function exactRows(values, note) {
  if (values.length === 1) return [exact(values[0])];
  const [heading, list, ...more] = rows(values, note);
  const longest = Math.max(...values.map(({ length }) => length));
  list.style.setProperty("--characters", longest);
  list.classList.toggle("fitted", longest <= FITTED);
  return [heading, list, ...more];
}

/** Values to copy one by one or all at once. */
export function rows(values, note = (_value) => "") {
  const row = (text) => {
    const noted = note(text);
    const room = [element("output", {}, ...dated(text)), noted ? element("span", { class: "note" }, noted) : null];
    const copied = copyIcon(() => text, text.slice(0, NAMED));
    return element("li", {}, element("div", { class: "room" }, ...room), copied);
  };
  return [heading(values, "values"), ...list("rows", values, MOST_ROWS, row)];
}

/** Numbers as tiles. A single number is shown large, and an integer also in other bases. */
export function numbers(values) {
  if (values.length === 1) return [hero(String(values[0])), ...inBases(values[0])];
  return [heading(values, "numbers"), ...tiles(values)];
}

export const tiles = (values) => list("tiles", values, MOST_TILES, (number) => element("li", {}, String(number)));

/** An integer of at least ten in the other bases that programs use. */
function inBases(value) {
  if (!Number.isSafeInteger(value) || value < 10) return [];
  const bases = { Hexadecimal: ["0x", 16], Octal: ["0o", 8], Binary: ["0b", 2] };
  const written = ([name, [prefix, base]]) => [name, prefix + value.toString(base)];
  return [facts(Object.fromEntries(Object.entries(bases).map(written)))];
}

function heading(values, what) {
  const count = caption(`${values.length.toLocaleString(LOCALE)} ${what}`);
  const copied = copyButton(() => values.join("\n"), "Copy all");
  return element("div", { class: "all" }, count, copied);
}

/** Values as the service writes them in plain text, one on each line. */
export const lines = (values) => values.map((each) => `${each}\n`).join("");

/** A list of the first values, with a button that shows the others. */
function list(style, values, most, item) {
  const shown = element("ol", { class: style });
  return [shown, moreOf(shown, values, most, item)].filter(Boolean);
}

/** Names or keys, and their values, each with a button to copy it. A name without a value is left out. */
export function facts(pairs, style = "facts") {
  const given = Object.entries(pairs).filter(([, fact]) => fact !== undefined && fact !== "" && fact !== null);
  return element("dl", { class: style }, ...given.map(described));
}

function described([key, fact]) {
  const name = named(key);
  const isNode = fact instanceof Node;
  const shown = fact instanceof Element ? fact : element("span", {}, ...(isNode ? [fact] : dated(String(fact))));
  const { length } = shown.textContent;
  const copied = length > SHORT_FACT ? copyIcon(() => shown.textContent, name) : null;
  const style = length > LONG_FACT ? "long longer" : length > LONGER_FACT ? "longer" : "";
  return element("div", { class: style }, element("dt", {}, name), element("dd", {}, shown, copied));
}

const DATE = /(?<![\w-])(\d{4}-\d\d-\d\d)(?![\d-])/;

/** A text whose dates are not broken across lines; a datetime may break after its date. */
export const dated = (text) =>
  text.split(DATE).flatMap((part, index) => {
    return index % 2 ? [element("span", { class: "date" }, part), element("wbr")] : [part];
  });

/**
 * A place for the nodes that `make(module)` returns as soon as the script is loaded. It stays empty if the script
 * cannot be loaded, because the service cannot be reached or has another release by now.
 */
export function later(loading, make) {
  const place = element("div", { class: "later" });
  loading.then(
    (module) => place.append(...make(module)),
    () => {},
  );
  return place;
}

/** A key of an answer as words: "accuracy_radius" as "Accuracy radius". */
export const named = (key) =>
  (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ").replace("Utf16", "UTF-16").replace("kib", "KiB");

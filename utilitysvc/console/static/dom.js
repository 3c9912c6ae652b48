// Makes elements, copies text, and saves it as a file.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "rect", "circle", "line", "text", "title"]);

/** An element with attributes and children; a child may be text. */
export function element(tag, attributes = {}, ...children) {
  const made = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Copy text to the clipboard, even if the page was not loaded over HTTPS. */
export async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = element("textarea", { "aria-hidden": "true", class: "offstage" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** A button that copies what `text()` returns when it is pressed, and then shows "Copied". `what`: for screen readers. */
export function copyButton(text, label = "Copy", what = "") {
  const button = element("button", { type: "button", class: "copy", ...(what && { "aria-label": `Copy ${what}` }) }, label);
  onCopy(button, text);
  return button;
}

/** Copy what `text()` returns when the button is pressed, which then shows what `said()` returns for a moment. */
export function onCopy(button, text, said = () => "Copied") {
  const label = button.textContent;
  let timer;
  button.addEventListener("click", async () => {
    await copy(text());
    button.textContent = said();
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = label), 1500);
  });
}

const TYPES = { json: "application/json", txt: "text/plain;charset=utf-8", csv: "text/csv" };
const LONG_ENOUGH = 60_000; // milliseconds for the browser to read the file

/** Save `text` as the file `name`, whose extension gives its type. */
export function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: TYPES[name.split(".").at(-1)] }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), LONG_ENOUGH);
}

// Views of answers that any app can use: a table, a text with marks in it, and texts side by side.

import { element } from "./dom.js";
import { breakable, moreOf } from "./parts.js";

const MOST_ROWS = 100;
const MOST_MARKED = 20_000; // characters

/** A table that scrolls separately. In a row with fewer cells than `heads`, the last one takes the rest of the width. */
export function table(label, heads, rows) {
  const cell = (content, index, cells) => element("td", index === cells.length - 1 && cells.length < heads.length ? { colspan: heads.length - index, class: "reason" } : {}, ...(typeof content === "string" ? breakable(content) : [content]));
  const body = element("tbody");
  const line = (cells) => element("tr", {}, ...cells.map((content, index) => cell(content ?? "", index, cells)));
  const head = element("thead", {}, element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, name))));
  return inRegion(label, element("table", {}, head, body), moreOf(body, rows, MOST_ROWS, line));
}

/** A region that can take the focus, so that it can be scrolled by keyboard. */
const inRegion = (label, content, more) => element("div", {}, element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, content), more);

/** The beginning of a text, with marks. `spans`: [start, end, title], ascending, without overlap. */
export function marked(label, text, spans) {
  const nodes = [];
  let from = 0;
  for (const [start, end, title] of spans) {
    if (end > MOST_MARKED) break;
    nodes.push(text.slice(from, start), element("mark", title ? { title } : {}, text.slice(start, end)));
    from = end;
  }
  const rest = text.slice(from, Math.max(from, MOST_MARKED));
  nodes.push(rest, from + rest.length < text.length ? " …" : "");
  return element("p", { class: "marked", role: "region", "aria-label": label, tabindex: "0" }, ...nodes);
}

/**
 * Two texts side by side, line by line. A row is [number, text, number, text], in which an undefined text means that
 * only the other text has the line; or a single string that describes what is left out. Lines that differ are marked,
 * unless `marks` is false.
 */
export function sideBySide(label, heads, rows, { marks = true } = {}) {
  const body = element("tbody");
  const line = (row) => (typeof row === "string" ? element("tr", {}, element("td", { colspan: 4, class: "gap" }, row)) : pair(row, marks));
  const head = element("thead", {}, element("tr", {}, ...heads.map((name) => element("th", { scope: "col", colspan: 2 }, name))));
  return inRegion(label, element("table", { class: "sides" }, columns(), head, body), moreOf(body, rows, MOST_ROWS, line));
}

/** Narrow columns for the numbers. Without them, a table of fixed layout would halve the width under each heading. */
const columns = () => element("colgroup", {}, ...["line-numbers", "", "line-numbers", ""].map((style) => element("col", { class: style })));

function pair([leftNumber, left, rightNumber, right], marks) {
  const differ = marks && left !== right;
  const both = left !== undefined && right !== undefined;
  const [marksLeft, marksRight] = differ && both ? changed(left, right) : [[left ?? ""], [right ?? ""]];
  const cell = (text, nodes, style) => element("td", { class: text === undefined ? "absent" : differ ? style : "" }, ...nodes);
  return element("tr", {}, number(leftNumber), cell(left, marksLeft, "removed"), number(rightNumber), cell(right, marksRight, "added"));
}

const number = (value) => element("td", { class: "line-number" }, String(value ?? ""));

/** Both lines, with the part between their common beginning and their common end marked. */
function changed(left, right) {
  const [one, other] = [[...left], [...right]]; // arrays of whole characters, so that none is cut
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const nodes = (line) => [line.slice(0, start).join(""), element("mark", {}, line.slice(start, line.length - end).join("")), line.slice(line.length - end).join("")];
  return [nodes(one), nodes(other)];
}

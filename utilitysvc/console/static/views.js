// Views of answers that any app can use: tables, marked texts, texts side by side, and charts as inline SVG.

import { dated, element, moreOf } from "./parts.js";

const MOST_ROWS = 100;
const MOST_MARKED = 20_000; // characters

/** A region that can take the focus, so that it can be scrolled by keyboard. */
export function region(label, content, more = null) {
  const scrolled = element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, content);
  return element("div", {}, scrolled, more);
}

const row = (...cells) => element("tr", {}, ...cells);

/**
 * A table that scrolls separately. In a row with fewer cells than `heads`, the last one takes the rest of the width.
 */
export function table(label, heads, lines) {
  const cell = (content, index, { length }) => {
    const isLast = index === length - 1 && length < heads.length;
    const shown = typeof content === "string" ? dated(content) : [content];
    return element("td", isLast ? { colspan: heads.length - index, class: "reason" } : {}, ...shown);
  };
  const body = element("tbody");
  const line = (cells) => row(...cells.map((content, ...place) => cell(content ?? "", ...place)));
  const more = moreOf(body, lines, MOST_ROWS, line);
  return region(label, element("table", {}, head(heads, { scope: "col" }), body), more);
}

const head = (names, attributes) => element("thead", {}, row(...names.map((name) => element("th", attributes, name))));

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
  const gap = (text) => row(element("td", { colspan: 4, class: "gap" }, text));
  const line = (given) => (typeof given === "string" ? gap(given) : pair(given, marks));
  // Narrow columns for the numbers. Without them, a table of fixed layout would halve the width under each heading.
  const columns = ["line-numbers", "", "line-numbers", ""].map((style) => element("col", { class: style }));
  const parts = [element("colgroup", {}, ...columns), head(heads, { scope: "col", colspan: 2 }), body];
  return region(label, element("table", { class: "sides" }, ...parts), moreOf(body, rows, MOST_ROWS, line));
}

function pair([leftNumber, left, rightNumber, right], marks) {
  const differ = marks && left !== right;
  const both = left !== undefined && right !== undefined;
  const [marksLeft, marksRight] = differ && both ? changed(left, right) : [[left ?? ""], [right ?? ""]];
  const number = (value) => element("td", { class: "line-number" }, String(value ?? ""));
  const cell = (text, nodes, style) =>
    element("td", { class: text === undefined ? "absent" : differ ? style : "" }, ...nodes);
  return row(
    number(leftNumber),
    cell(left, marksLeft, "removed"),
    number(rightNumber),
    cell(right, marksRight, "added"),
  );
}

/** Both lines, with the part between their common beginning and their common end marked. */
function changed(left, right) {
  const [one, other] = [[...left], [...right]]; // arrays of whole characters, so that none is cut
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one, other].map((line) => {
    const middle = element("mark", {}, line.slice(start, line.length - end).join(""));
    return [line.slice(0, start).join(""), middle, line.slice(line.length - end).join("")];
  });
}

// --- charts

const PADDING = 50; // of the card around a figure, on both sides
const NARROWEST = 160;
const MOST_PARTS = 24;

/** The width of a drawing. Its unit is a pixel, so that letters have the same size at any width. */
export const width = () => Math.max(NARROWEST, document.getElementById("outcome").clientWidth - PADDING);

export const drawnText = (x, y, content, anchor = "middle", style = "label") =>
  element("text", { x, y, "text-anchor": anchor, class: style }, String(content));

export const svg = (height, label, style, ...children) =>
  element("svg", { viewBox: `0 0 ${width()} ${height}`, role: "img", "aria-label": label, class: style }, ...children);

/** A bar for each [label, count], with both written at it. `gap`: the part of a bar's width that stays empty. */
export function bars(entries, { title, gap = 0.28, labels = true }) {
  const height = 190;
  const base = height - 26;
  const whole = width();
  const room = whole / entries.length;
  const most = Math.max(...entries.map(([, count]) => count));
  const drawn = entries.map(([label, count], index) => {
    const size = most ? Math.max(count && 2, (count / most) * (base - 24)) : 0;
    const middle = (index + 0.5) * room;
    const x = index * room + (room * gap) / 2;
    return element(
      "g",
      {},
      element("title", {}, `${label}: ${count}`),
      element("rect", { x, y: base - size, width: room * (1 - gap), height: size, rx: 3 }),
      labels ? drawnText(middle, base + 18, label) : null,
      count ? drawnText(middle, base - size - 7, count, "middle", "count") : null,
    );
  });
  const axis = element("line", { x1: 0, x2: whole, y1: base + 0.5, y2: base + 0.5, class: "axis" });
  const said = entries.map(([label, count]) => `${label} ${count}`).join(", ");
  return svg(height, `${title}: ${said}`, "bars", axis, ...drawn);
}

/** How many of `numbers` fall into each of some equal parts of the range. */
export function histogram(numbers, { min, max }) {
  const isWhole = numbers.every(Number.isInteger);
  const size = max - min + (isWhole ? 1 : 0);
  const parts = isWhole ? equalParts(size) : 20;
  const step = size / parts;
  const counts = new Array(parts).fill(0);
  for (const number of numbers) counts[Math.min(parts - 1, Math.floor((number - min) / step))] += 1;
  const isSingle = isWhole && step === 1;
  const label = (index) => {
    const first = min + index * step;
    if (isSingle) return `${first}`;
    return isWhole
      ? `${Math.ceil(first)} to ${Math.ceil(first + step) - 1}`
      : `${round(first)} to ${round(first + step)}`;
  };
  const entries = counts.map((number, index) => [label(index), number]);
  const chart = bars(entries, { title: "Distribution", gap: 0.12, labels: isSingle });
  if (!isSingle) chart.append(drawnText(0, 184, min, "start"), drawnText(width(), 184, max, "end"));
  return chart;
}

/** The number of parts for a range of `size` integers. If possible, all parts have the same size. */
function equalParts(size) {
  for (let parts = Math.min(MOST_PARTS, size); parts >= 6; parts -= 1) {
    if (size % parts === 0) return parts;
  }
  return Math.min(MOST_PARTS, size);
}

const round = (number) => Number(number.toPrecision(4));

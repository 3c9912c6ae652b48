// Charts as inline SVG, and the parts that other drawings are made of.

import { element } from "./dom.js";

const PADDING = 50; // of the card around a figure, on both sides
const NARROWEST = 160;

// A unit of the drawing is a pixel, so that letters have the same size at any width.
export const width = () => Math.max(NARROWEST, Math.round(document.getElementById("outcome").clientWidth / columns()) - PADDING);
const columns = () => (matchMedia("(min-width: 110rem)").matches ? 2 : 1);

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
    return element(
      "g",
      {},
      element("title", {}, `${label}: ${count}`),
      element("rect", { x: index * room + (room * gap) / 2, y: base - size, width: room * (1 - gap), height: size, rx: 3 }),
      labels ? text(middle, base + 18, label, "middle", "label") : null,
      count ? text(middle, base - size - 7, count, "middle", "count") : null,
    );
  });
  const axis = element("line", { x1: 0, x2: whole, y1: base + 0.5, y2: base + 0.5, class: "axis" });
  return svg(height, `${title}: ${entries.map(([label, count]) => `${label} ${count}`).join(", ")}`, "bars", axis, ...drawn);
}

const MOST_PARTS = 24;

/** How many of `numbers` fall into each of some equal parts of the range. */
export function histogram(numbers, { min, max }) {
  const whole = numbers.every(Number.isInteger);
  const size = max - min + (whole ? 1 : 0);
  const parts = whole ? equalParts(size) : 20;
  const step = size / parts;
  const counts = new Array(parts).fill(0);
  for (const number of numbers) counts[Math.min(parts - 1, Math.floor((number - min) / step))] += 1;
  const single = whole && step === 1;
  const label = (index) => {
    const first = min + index * step;
    if (single) return `${first}`;
    return whole ? `${Math.ceil(first)} to ${Math.ceil(first + step) - 1}` : `${round(first)} to ${round(first + step)}`;
  };
  const entries = counts.map((number, index) => [label(index), number]);
  const chart = bars(entries, { title: "Distribution", gap: 0.12, labels: single });
  if (!single) chart.append(text(0, 184, min, "start", "label"), text(width(), 184, max, "end", "label"));
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

export function text(x, y, content, anchor, style) {
  return element("text", { x, y, "text-anchor": anchor, class: style }, String(content));
}

export function svg(height, label, style, ...children) {
  return element("svg", { viewBox: `0 0 ${width()} ${height}`, role: "img", "aria-label": label, class: style }, ...children);
}

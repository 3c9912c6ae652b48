// Inline SVG: bars for counts, a map with a place on it, a scale for the strength of a password.

import { element } from "./dom.js";
import { BOTTOM, TOP, land } from "./world.js";
import { zoomable } from "./zoom.js";

const PADDING = 50; // of the card around a figure, on both sides
const NARROWEST = 160;

// A unit of the drawing is a pixel, so that letters have their size at any width.
export const width = () => Math.max(NARROWEST, Math.round(document.getElementById("outcome").clientWidth / columns()) - PADDING);
const columns = () => (matchMedia("(min-width: 110rem)").matches ? 2 : 1);

/** A bar for each [label, count], with both written at it. `gap` is the part of a bar's room that stays empty. */
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

/** Into how many parts a range of so many integers is cut: parts of one size where there are some. */
function equalParts(size) {
  for (let parts = Math.min(MOST_PARTS, size); parts >= 6; parts -= 1) {
    if (size % parts === 0) return parts;
  }
  return Math.min(MOST_PARTS, size);
}

const round = (number) => Number(number.toPrecision(4));

const METRES = 111_320; // of a degree of latitude

/** Whether the map of the world, which ends before Antarctica, has the place. */
export const isOnMap = ({ latitude, longitude }) => longitude !== undefined && latitude >= BOTTOM && latitude <= TOP;

/** The outline of land, and a place on it; `radius` in metres. */
export function locator({ latitude, longitude, accuracy_radius: radius = 0 }) {
  const scale = width() / 360;
  const at = (north, east) => [(east + 180) * scale, (TOP - north) * scale];
  const [cx, cy] = at(latitude, longitude);
  const reach = element("circle", { cx, cy, class: "reach" });
  const place = element("circle", { cx, cy, class: "place" });
  const map = svg(
    (TOP - BOTTOM) * scale,
    `Map of the world with a mark at ${latitude}, ${longitude}`,
    "locator",
    element("path", { d: land(at), class: "land" }),
    element("path", { d: graticule(at), class: "graticule" }),
    reach,
    place,
  );
  return zoomable(map, [cx, cy], (zoom) => {
    reach.setAttribute("r", Math.max(9 / zoom, (radius / METRES) * scale));
    place.setAttribute("r", 4.5 / zoom);
  });
}

const GRID = 15; // degrees between two lines

function graticule(at) {
  let lines = "";
  for (let east = GRID - 180; east < 180; east += GRID) lines += `M${at(TOP, east)}L${at(BOTTOM, east)}`;
  for (let north = -45; north < TOP; north += GRID) lines += `M${at(north, -180)}L${at(north, 180)}`;
  return lines;
}

/** Bits of entropy on a scale to 128, with the bounds of the strength classes. */
export function strength(bits, level) {
  const scale = (value) => (Math.min(value, 128) / 128) * width();
  return svg(
    44,
    `Strength: ${level}, ${bits} bits of entropy`,
    `strength ${level}`,
    element("rect", { x: 0, y: 4, width: width(), height: 8, rx: 4, class: "track" }),
    element("rect", { x: 0, y: 4, width: scale(bits), height: 8, rx: 4, class: "fill" }),
    ...[[40, "medium 40"], [75, "strong 75 bits"]].map(([bound, label]) =>
      element("g", {}, element("line", { x1: scale(bound), x2: scale(bound), y1: 0, y2: 18, class: "axis" }), text(scale(bound), 36, label, "middle", "label")),
    ),
  );
}

export function text(x, y, content, anchor, style) {
  return element("text", { x, y, "text-anchor": anchor, class: style }, String(content));
}

export function svg(height, label, style, ...children) {
  return element("svg", { viewBox: `0 0 ${width()} ${height}`, role: "img", "aria-label": label, class: style }, ...children);
}

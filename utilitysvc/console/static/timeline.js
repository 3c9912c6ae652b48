// Drawings of time: when a zone changes its clock, and how long it is from one instant to another.

import { seconds } from "./clock.js";
import { element } from "./dom.js";
import { svg, text, width } from "./figures.js";

const AROUND = 60 * 86_400; // seconds before the first change and after the last
const APART = 100; // pixels between two labels at least

/** The offset of a zone as a line with a step at each change; none where there is no change. */
export function timeline({ timezone, transitions }) {
  if (!transitions.length) return [];
  const [first, last] = [transitions[0].timestamp - AROUND, transitions.at(-1).timestamp + AROUND];
  const offsets = transitions.flatMap((change) => [seconds(change.utc_offset_before), seconds(change.utc_offset)]);
  const [low, high] = [Math.min(...offsets), Math.max(...offsets)];
  const x = (timestamp) => ((timestamp - first) / (last - first)) * width();
  const y = (offset) => 110 - ((offset - low) / (high - low || 1)) * 60;
  let path = `M0 ${y(seconds(transitions[0].utc_offset_before))}`;
  let labelled = -APART;
  const labels = [];
  for (const change of transitions) {
    const place = x(change.timestamp);
    path += `H${place.toFixed(1)}V${y(seconds(change.utc_offset)).toFixed(1)}`;
    if (place - labelled < APART) continue;
    labelled = place;
    const anchor = place < 50 ? "start" : place > width() - 50 ? "end" : "middle";
    labels.push(
      element("line", { x1: place, x2: place, y1: 26, y2: 124, class: "axis" }),
      text(place, 142, change.iso8601.slice(0, 10), anchor, "label"),
      text(place, 18, `${change.abbreviation} ${change.utc_offset}`, anchor, "label"),
    );
  }
  const label = `Clock changes of ${timezone}: ${transitions.map((each) => `${each.iso8601.slice(0, 10)} ${each.utc_offset}`).slice(0, 20).join(", ")}`;
  return [svg(150, label, "timeline", ...labels, element("path", { d: `${path}H${width()}`, class: "offsets" }))];
}

const PARTS = { Y: ["year", 31_556_952], M: ["month", 2_629_746], W: ["week", 604_800], D: ["day", 86_400] };
const SHORT = { H: ["hour", 3600], M: ["minute", 60], S: ["second", 1] };

/** The way from start to end as a bar, cut into the parts of its ISO 8601 duration. */
export function span({ start, end, difference }) {
  const [days, hours = ""] = difference.iso8601_duration.replace(/^-?P/, "").split("T");
  const parts = [...cut(days, PARTS), ...cut(hours, SHORT)];
  const whole = parts.reduce((sum, { size }) => sum + size, 0);
  if (!whole) return [];
  let from = 0;
  const drawn = parts.map(({ count, name, size }, index) => {
    const wide = (size / whole) * width();
    const label = `${count} ${name}${count === 1 ? "" : "s"}`;
    const bar = element("rect", { x: from, y: 30, width: Math.max(2, wide - 2), height: 26, rx: 4, class: `part${index % 2}` }, element("title", {}, label));
    const named = wide > label.length * 8 ? text(from + wide / 2, 20, label, "middle", "label") : null;
    from += wide;
    return [bar, named];
  });
  return [
    svg(84, `${difference.formatted} from ${start} to ${end}`, "span", ...drawn.flat(), text(0, 76, start.slice(0, 16), "start", "label"), text(width(), 76, end.slice(0, 16), "end", "label")),
  ];
}

const cut = (written, units) =>
  [...written.matchAll(/([\d.]+)([A-Z])/g)].map(([, count, letter]) => {
    const [name, size] = units[letter];
    return { count: Number(count), name, size: count * size };
  });

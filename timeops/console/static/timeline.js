// Drawings on a time line: the changes of a zone's clock, the occurrences of a rule, differences and durations.

import { caption, element, later } from "../parts.js";
import { bodyOf } from "../request.js";
import { drawnText, svg, width } from "../views.js";
import { seconds } from "./zones.js";

const AROUND = 60 * 86_400; // seconds before the first change and after the last
const WIDEST = 90; // pixels of the widest label
const MOST_SAID = 20; // instants that a screen reader says

/**
 * Draw the offset of a zone as a line with a step at each change. Return nothing if there is no change. `mark` is the
 * `timestamp` of an instant to mark, and the zone's `offset` at that time, both in seconds.
 */
export function timeline({ timezone, transitions }, mark) {
  if (!transitions.length) return [];
  const times = [...transitions.map((change) => change.timestamp), ...(mark ? [mark.timestamp] : [])];
  const [first, last] = [Math.min(...times) - AROUND, Math.max(...times) + AROUND];
  const offsets = transitions.flatMap((change) => [seconds(change.utc_offset_before), seconds(change.utc_offset)]);
  const [low, high] = [Math.min(...offsets), Math.max(...offsets)];
  const x = (timestamp) => ((timestamp - first) / (last - first)) * width();
  const y = (offset) => 110 - ((offset - low) / (high - low || 1)) * 60;
  let path = `M0 ${y(seconds(transitions[0].utc_offset_before))}`;
  const anchorAt = roomForLabels();
  const labels = [];
  for (const change of transitions) {
    const place = x(change.timestamp);
    path += `H${place.toFixed(1)}V${y(seconds(change.utc_offset)).toFixed(1)}`;
    const anchor = anchorAt(place);
    if (!anchor) continue;
    labels.push(
      element("line", { x1: place, x2: place, y1: 26, y2: 124, class: "axis" }),
      drawnText(place, 142, change.iso8601.slice(0, 10), anchor),
      drawnText(place, 18, `${change.abbreviation} ${change.utc_offset}`, anchor),
    );
  }
  const said = transitions.slice(0, MOST_SAID).map((each) => `${each.iso8601.slice(0, 10)} ${each.utc_offset}`);
  const label = `Clock changes of ${timezone}: ${said.join(", ")}`;
  const title = element("title", {}, "The time described");
  const dot = mark && element("circle", { cx: x(mark.timestamp), cy: y(mark.offset), r: 6, class: "place" }, title);
  return [svg(150, label, "timeline", ...labels, element("path", { d: `${path}H${width()}`, class: "offsets" }), dot)];
}

/** Return a function that returns the anchor of a label at a place, or null if it would cover the one before it. */
function roomForLabels() {
  let taken = 0; // up to where there are labels
  return (place) => {
    const anchor = place < WIDEST / 2 ? "start" : place > width() - WIDEST / 2 ? "end" : "middle";
    const left = place - { start: place, middle: WIDEST / 2, end: WIDEST }[anchor];
    if (left < taken) return null;
    taken = left + WIDEST;
    return anchor;
  };
}

const YEAR = 31_556_952; // seconds
const BEFORE = [YEAR, 120 * YEAR]; // at least and at most, around the instant; the service lists 200 years in all
const AFTER = [2 * YEAR, 75 * YEAR];

/** Draw the clock changes around the instant of `answer`, which describes a zone. They need another request. */
export function changesAround(answer) {
  const {
    timezone,
    current_time: local,
    utc_offset_seconds: offset,
    previous_transition: previous,
    next_transition: next,
  } = answer;
  if (!previous && !next) return []; // a zone whose clock never changes
  const timestamp = Date.parse(`${local.slice(0, 19)}Z`) / 1000 - offset;
  const clamp = (given, /** @type {number[]} */ [least, most]) => Math.min(Math.max(given, least), most);
  const start = timestamp - clamp(timestamp - (previous?.timestamp ?? timestamp), BEFORE);
  const end = timestamp + clamp((next?.timestamp ?? timestamp) - timestamp, AFTER);
  const iso = (time) => new Date(time * 1000).toISOString();
  const parameters = { operation: "transitions", timezone, start: iso(start), end: iso(end) };
  const drawn = later(bodyOf("/time/", parameters), (changes) =>
    changes ? timeline(changes, { timestamp, offset }) : [],
  );
  return [caption("Clock changes around this time"), drawn];
}

const PARTS = { Y: ["year", 31_556_952], M: ["month", 2_629_746], W: ["week", 604_800], D: ["day", 86_400] };
const SHORT = { H: ["hour", 3600], M: ["minute", 60], S: ["second", 1] };

/** Draw the occurrences of a rule as points on a line, with as many dates as there is room for. */
export function occurrencesOn({ timezone, occurrences }) {
  if (occurrences.length < 2) return [];
  const times = occurrences.map(({ timestamp }) => timestamp);
  const [first, last] = [times[0], times.at(-1)];
  const x = (time) => 8 + ((time - first) / (last - first)) * (width() - 16);
  const isOneDay = occurrences[0].iso8601.slice(0, 10) === occurrences.at(-1).iso8601.slice(0, 10);
  const written = (iso8601) => (isOneDay ? iso8601.slice(11, 16) : iso8601.slice(0, 10));
  const anchorAt = roomForLabels();
  const points = occurrences.flatMap(({ timestamp, iso8601 }) => {
    const place = x(timestamp);
    const anchor = anchorAt(place);
    return [
      element("circle", { cx: place, cy: 24, r: 6, class: "occurrence" }, element("title", {}, iso8601)),
      anchor && drawnText(place, 58, written(iso8601), anchor),
    ];
  });
  const line = element("line", { x1: 0, x2: width(), y1: 24, y2: 24, class: "axis" });
  const said = occurrences.slice(0, MOST_SAID).map(({ iso8601 }) => iso8601);
  return [
    caption("On the time line"),
    svg(68, `Next instants in ${timezone}: ${said.join(", ")}`, "timeline", line, ...points),
  ];
}

/** Draw the time from start to end as a bar. */
export function span({ start, end, difference }) {
  const label = (x, instant, anchor) => drawnText(x, 76, instant.slice(0, 16), anchor);
  const said = `${difference.formatted} from ${start} to ${end}`;
  return bar(said, difference.iso8601_duration, label(0, start, "start"), label(width(), end, "end"));
}

/** Draw a duration as a bar, divided into the parts of its ISO 8601 form. */
export const length = (iso8601) => bar(iso8601, iso8601);

function bar(said, iso8601, ...labels) {
  const [days, hours = ""] = iso8601.replace(/^-?P/, "").split("T");
  const parts = [...cut(days, PARTS), ...cut(hours, SHORT)];
  const whole = parts.reduce((sum, { size }) => sum + size, 0);
  if (!whole) return [];
  let from = 0;
  const drawn = parts.map(({ count, name, size }, index) => {
    const wide = (size / whole) * width();
    const label = `${count} ${name}${count === 1 ? "" : "s"}`;
    const place = { x: from, y: 30, width: Math.max(2, wide - 2), height: 26, rx: 4, class: `part${index % 2}` };
    const named = wide > label.length * 8 ? drawnText(from + wide / 2, 20, label) : null;
    from += wide;
    return [element("rect", place, element("title", {}, label)), named];
  });
  return [svg(84, said, "span", ...drawn.flat(), ...labels)];
}

const cut = (written, units) =>
  [...written.matchAll(/([\d.]+)([A-Z])/g)].map(([, count, letter]) => {
    const [name, size] = units[letter];
    return { count: Number(count), name, size: count * size };
  });

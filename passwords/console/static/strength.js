// The strength of a password: how long it takes to guess, what that assumes, and scales.

import { svg, text, width } from "../charts.js";
import { element } from "../dom.js";

const GUESSES = 1e10; // a second: fast hashes of stolen passwords on some graphics cards
const YEAR = 31_556_952;
const UNIVERSE = 13.8e9; // years

/** How long it takes on average to guess something with so many bits of entropy. */
export function timeToGuess(bits) {
  const log = (bits - 1) * Math.log10(2) - Math.log10(GUESSES); // of seconds; half of all are tried on average
  if (log < 0) return "less than a second";
  const years = log - Math.log10(YEAR);
  if (years >= Math.log10(UNIVERSE)) return `longer than the universe is old (10${raised(Math.floor(years))} years)`;
  const seconds = 10 ** log;
  const [name, size] = UNITS.find(([, each]) => seconds >= each);
  const count = Math.floor(seconds / size);
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
}

export const ASSUMPTION = "On average, for someone who has a fast hash of it and tries 10 billion guesses a second. Over a network it takes far longer.";

const UNITS = [["year", YEAR], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];
const raised = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");

const MOST_BITS = 128; // the end of the scale
const CLASSES = [["weak", 0, 40], ["medium", 40, 75], ["strong", 75, MOST_BITS]]; // in bits of entropy, from and to
const GAP = 6; // pixels between two steps

/** A score of 0 to 4 as five steps, of which so many are filled. */
export function score(points, level) {
  const step = (width() + GAP) / 5;
  const steps = [0, 1, 2, 3, 4].map((each) => element("rect", { x: each * step, y: 4, width: step - GAP, height: 8, rx: 4, class: each <= points ? "fill" : "track" }));
  return svg(16, `Strength: ${level}, ${points} of 4`, `strength ${level}`, ...steps);
}

/** Bits of entropy on a scale of the strength classes, each with its name under it. */
export function strength(bits, level) {
  const scale = (value) => (Math.min(value, MOST_BITS) / MOST_BITS) * width();
  return svg(
    44,
    `Strength: ${level}, ${bits} bits of entropy`,
    `strength ${level}`,
    element("rect", { x: 0, y: 4, width: width(), height: 8, rx: 4, class: "track" }),
    element("rect", { x: 0, y: 4, width: scale(bits), height: 8, rx: 4, class: "fill" }),
    ...CLASSES.flatMap(([name, from, to]) => [
      from ? element("line", { x1: scale(from), x2: scale(from), y1: 0, y2: 18, class: "axis" }) : null,
      text(scale((from + to) / 2), 36, name, "middle", "label"),
    ]),
  );
}

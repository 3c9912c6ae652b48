// Scales for the strength of a password.

import { svg, text, width } from "../charts.js";
import { element } from "../dom.js";

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

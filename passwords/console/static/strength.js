// A scale for the strength of a password.

import { svg, text, width } from "../charts.js";
import { element } from "../dom.js";

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

// /number/ on the page: numbers as tiles, each with all its decimals, and their distribution.

import { histogram } from "../charts.js";
import { caption, numbers } from "../parts.js";

const written = ({ number, numbers: several = [number], options: { precision } }) =>
  precision === undefined ? several : several.map((each) => each.toFixed(precision));

/** `range` is what numbers are drawn from; a normal distribution has none, and is drawn from its least to its greatest. */
function distribution(several, range = { min: Math.min(...several), max: Math.max(...several) }) {
  return range.min < range.max ? [caption("Distribution"), histogram(several, range)] : [];
}

export const functions = {
  number: {
    value: (answer) => numbers(written(answer)),
    figure: ({ numbers: several, range }) => (several ? distribution(several, range) : []),
    text: (answer) => written(answer).map((line) => `${line}\n`).join(""),
  },
};

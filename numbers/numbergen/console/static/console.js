// /number/ on the page: numbers as tiles, each with all its decimals, and their distribution.

import { caption, lines, numbers } from "../parts.js";
import { histogram } from "../views.js";

function written({ number, numbers: several = [number], options: { precision } }) {
  return precision === undefined ? several : several.map((each) => each.toFixed(precision));
}

/**
 * `range` is what numbers are drawn from; a normal distribution has none, and is drawn from its least to its greatest.
 */
function figure({ numbers: several, range }) {
  if (!several) return [];
  const drawn = range ?? { min: Math.min(...several), max: Math.max(...several) };
  return drawn.min < drawn.max ? [caption("Distribution"), histogram(several, drawn)] : [];
}

export const functions = {
  number: { value: (answer) => numbers(written(answer)), figure, text: (answer) => lines(written(answer)) },
};

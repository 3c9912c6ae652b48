// /number/ on the page: numbers as tiles, each with all its decimals, and their distribution.

import { histogram } from "../charts.js";
import { caption, numbers } from "../parts.js";

const written = ({ number, numbers: several = [number], options: { precision } }) =>
  precision === undefined ? several : several.map((each) => each.toFixed(precision));

export const functions = {
  number: {
    value: (answer) => numbers(written(answer)),
    figure: (answer) => (answer.numbers ? [caption("Distribution"), histogram(answer.numbers, answer.range)] : []),
    text: (answer) => written(answer).map((line) => `${line}\n`).join(""),
  },
};

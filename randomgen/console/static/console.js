// /random/ on the page: numbers as tiles, with their sum and distribution.

import { histogram } from "../charts.js";
import { caption, facts, numbers } from "../parts.js";

const statistics = ({ sum, average, min_value: smallest, max_value: largest, unique_count: distinct }) =>
  facts({ Sum: sum, Average: Number(average.toPrecision(8)), Smallest: smallest, Largest: largest, Distinct: distinct });

export const functions = {
  random: {
    value: (answer) => [...numbers(answer.numbers), ...(answer.count > 1 ? [statistics(answer.statistics)] : [])],
    figure: (answer) => (answer.numbers.length > 1 ? [caption("Distribution"), histogram(answer.numbers, answer.range)] : []),
    text: (answer) => answer.numbers.map((line) => `${line}\n`).join(""),
  },
};

// /random/ on the page: numbers as tiles, with their sum and distribution; what was drawn of a list, and dice.

import { histogram } from "../charts.js";
import { caption, facts, hero, numbers, rows, tiles } from "../parts.js";

const statistics = ({ sum, average, min_value: smallest, max_value: largest, unique_count: distinct }) =>
  facts({ Sum: sum, Average: Number(average.toPrecision(8)), Smallest: smallest, Largest: largest, Distinct: distinct });

const replayed = ({ seed, algorithm }) => (seed === undefined ? [] : [facts({ Seed: seed, Algorithm: algorithm })]);

/** One throw with its total and each die; of several the totals. */
function dice({ total, rolls, results, range, ...rest }) {
  const possible = facts({ Least: range.min, Most: range.max });
  if (results) return [...numbers(results.map((each) => each.total)), possible, ...replayed(rest)];
  const thrown = rolls.flatMap(({ dice: name, values }) => [caption(name), ...tiles(values)]);
  return [hero(String(total)), ...thrown, possible, ...replayed(rest)];
}

/** To draw all is to shuffle: as many as there are, each once. */
function shuffled(form, data) {
  const isAll = form.querySelector("[name=draw]:checked").value === "all";
  return isAll && Array.isArray(data.items) ? { ...data, count: data.items.length } : data;
}

export const functions = {
  random: {
    value: (answer) => [...numbers(answer.numbers), ...(answer.count > 1 ? [statistics(answer.statistics)] : []), ...replayed(answer)],
    figure: (answer) => (answer.numbers.length > 1 ? [caption("Distribution"), histogram(answer.numbers, answer.range)] : []),
    text: (answer) => answer.numbers.map((line) => `${line}\n`).join(""),
  },
  random_items: {
    request: shuffled,
    value: ({ items, ...rest }) => [...(items.length === 1 ? [hero(items[0])] : rows(items)), ...replayed(rest)],
    text: ({ items }) => items.map((line) => `${line}\n`).join(""),
  },
  random_dice: {
    value: dice,
    figure: ({ results, range }) => (results ? [caption("Distribution of the totals"), histogram(results.map((each) => each.total), range)] : []),
  },
};

const DICE = /^(?:\d{0,3}d\d{1,4})(?:[+-](?:\d{0,3}d)?\d{1,4})*$/i;

export const kinds = [{ name: "dice", label: "Throw them", form: "random_dice", rank: 80, values: (text) => (DICE.test(text) ? { dice: text } : null) }];

// /random/ on the page: numbers as tiles, with their sum and distribution; what was drawn of a list, and dice.

import { caption, facts, hero, lines, numbers, one, rows, tiles } from "../parts.js";
import { histogram } from "../views.js";

const statistics = ({ sum, average, min_value: smallest, max_value: largest, unique_count: distinct }) =>
  facts({ sum, average: Number(average.toPrecision(8)), smallest, largest, distinct });

/** The seed that draws the same again, if one was given. */
const replayed = ({ seed, algorithm }) => (seed === undefined ? [] : [facts({ seed, algorithm })]);

/** One throw with its total and each die; of several the totals. */
function dice(answer) {
  const { total, rolls, results, range } = answer;
  const rest = [facts({ Least: range.min, Most: range.max }), ...replayed(answer)];
  if (results) return [...numbers(results.map((each) => each.total)), ...rest];
  return [
    hero(String(total)),
    ...rolls.flatMap(({ dice: name, values }) => [caption(name), ...tiles(values)]),
    ...rest,
  ];
}

/** To draw all is to shuffle: as many as there are, each once. */
function shuffled(form, data) {
  const isAll = one("[name=draw]:checked", form).value === "all";
  return isAll && Array.isArray(data.items) ? { ...data, count: data.items.length } : data;
}

export const functions = {
  random: {
    value: (answer) => [
      ...numbers(answer.numbers),
      ...(answer.count > 1 ? [statistics(answer.statistics)] : []),
      ...replayed(answer),
    ],
    figure: ({ numbers: drawn, range }) => (drawn.length > 1 ? [caption("Distribution"), histogram(drawn, range)] : []),
    text: (answer) => lines(answer.numbers),
  },
  random_items: {
    request: shuffled,
    value: (answer) => [
      ...(answer.items.length === 1 ? [hero(answer.items[0])] : rows(answer.items)),
      ...replayed(answer),
    ],
    text: ({ items }) => lines(items),
  },
  random_dice: {
    value: dice,
    figure: ({ results, range }) => {
      const totals = results?.map((each) => each.total);
      return totals ? [caption("Distribution of the totals"), histogram(totals, range)] : [];
    },
  },
};

const DICE = /^(?:\d{0,3}d\d{1,4})(?:[+-](?:\d{0,3}d)?\d{1,4})*$/i;
const thrown = (text) => (DICE.test(text) ? { dice: text } : null);

export const kinds = [{ name: "dice", label: "Throw them", form: "random_dice", rank: 80, values: thrown }];

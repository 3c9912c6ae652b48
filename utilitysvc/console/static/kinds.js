// What a text may be, and what one would do with it: the paste box and the offers under an answer are made of this.
//
// A kind is { name, label, form, values(text), rank, longest }: `values` returns the values to put into the form, or
// null where the text is not of this kind. Kinds of a higher rank are listed first; those without one take any text. A
// text of more than `longest` characters is of no such kind, and is not looked at.

import { kinds } from "./functions.js";

const LONGEST = 1_000_000; // characters: more than the service takes
const USUALLY = 300; // the `longest` of kinds that do not tell theirs

/** The kinds of `text` with the values for their forms, the likeliest first. */
export function kindsOf(text) {
  const trimmed = text.trim();
  if (!trimmed || trimmed.length > LONGEST) return [];
  return kinds
    .filter(({ longest = USUALLY }) => trimmed.length <= longest)
    .map((kind) => ({ ...kind, rank: kind.rank ?? 0, values: kind.values(trimmed, text) }))
    .filter(({ form, values }) => values && isOffered(form, values))
    .sort((one, other) => other.rank - one.rank);
}

/** The likeliest kind; none where the text looks like nothing in particular. */
export const kindOf = (text) => kindsOf(text).find(({ rank }) => rank > 0);

/** Whether the service has the function, and the operations of it. */
function isOffered(name, values) {
  const form = document.querySelector(`form[data-name="${name}"]`);
  return form && operationsOf(values).every((operation) => form.querySelector(`option[value="${operation}"]`));
}

/** The operations that a kind's values name, one after the other. */
export const operationsOf = ({ operation }) => operation?.split(",") ?? [];

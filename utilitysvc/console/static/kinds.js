// Recognises kinds of text and what one can do with them, for the paste box and for the offers under an answer.
//
// A kind is { name, label, form, values(text), rank, longest }: `name` says what the text is, as in "a UUID", `label`
// what the button does, as in "Inspect it"; `form` is the view's name; `values` returns the values for the form, or
// null if the text is not of this kind. Kinds of a higher rank, up to 100, are listed first: 90 is for a text that can
// hardly be anything else, 50 for one that may well be. From 80 on the answer is shown at once. Kinds without a rank
// take any text. A text of more than `longest` characters is not examined, and not of this kind.

import { kinds } from "./functions.js";

const LONGEST = 1_000_000; // characters; about the longest text that the service accepts by default
const DEFAULT_LONGEST = 300; // for kinds without `longest`

/** The kinds of `text` with the values for their forms, the likeliest first. */
export function kindsOf(text) {
  const trimmed = text.trim();
  if (!trimmed || trimmed.length > LONGEST) return [];
  return kinds
    .filter(({ longest = DEFAULT_LONGEST }) => trimmed.length <= longest)
    .map((kind) => ({ ...kind, rank: kind.rank ?? 0, values: kind.values(trimmed, text) }))
    .filter(({ form, values }) => values && isOffered(form, values))
    .sort((one, other) => other.rank - one.rank);
}

/** The likeliest kind; undefined if the text looks like nothing in particular. */
export const kindOf = (text) => kindsOf(text).find(({ rank }) => rank > 0);

/** Whether the service has the function and its operations. */
function isOffered(name, values) {
  const form = document.querySelector(`form[data-name="${name}"]`);
  return form && operationsOf(values).every((operation) => form.querySelector(`option[value="${operation}"]`));
}

/** The operations that a kind's values name, one after the other. */
export const operationsOf = ({ operation }) => operation?.split(",") ?? [];

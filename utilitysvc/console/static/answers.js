// What a person wants of each answer: the main value to copy, a few facts, and a figure.

import { element } from "./dom.js";
import { functionOf } from "./functions.js";
import { facts, named } from "./parts.js";

/** Nodes with the main value of a function's answer, or with what it refuses. */
export function value(name, { ok, body }, asked) {
  if (ok) return functionOf(name).value?.(body, asked) ?? [facts(Object.fromEntries(leaves(body)))];
  return functionOf(name).explain?.(body) ?? [message(body)];
}

/** Whether a refusal is an answer to a person, such as an address that nobody on the Internet has. */
export const isExplained = (name, body) => functionOf(name).explain?.(body) !== undefined;

export const message = ({ error, details }) =>
  element("p", { class: "message" }, element("strong", {}, error), details ? element("span", {}, details) : null);

/** Nodes with the figure of a function's answer, or none. */
export const figure = (name, answer, asked) => functionOf(name).figure?.(answer, asked) ?? [];

/** The answer as plain text, or undefined where the function has no such text. */
export const text = (name, answer) => functionOf(name).text?.(answer);

/** All values of an answer, those within objects by both names. */
function leaves(object, outer = []) {
  return Object.entries(object).flatMap(([name, part]) => {
    const names = [...outer, name];
    if (Array.isArray(part)) return [[named(names.join(" ")), part.map(written).join(", ")]];
    return part instanceof Object ? leaves(part, names) : [[named(names.join(" ")), written(part)]];
  });
}

const written = (part) => (typeof part === "string" ? part : JSON.stringify(part));

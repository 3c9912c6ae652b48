// What the apps add to the page. Each app's console.js exports `functions`: by the name of a form, an object with any of
//
//   value(answer, asked)   nodes with the main value and the facts of an answer; `asked`: the data of the request
//   figure(answer, asked)  nodes with a drawing of the answer, or another view of it
//   text(answer)           the answer as in the service's plain text (G6); undefined if it has none
//   explain(body)          nodes for an error that a person can read as an answer; undefined for other errors
//   begin(form)            called once, before the form's initial values are noted
//   shown(form)            called when the form is shown
//   request(form, data)    the data to send instead of `data`
//   glance(form, data)     the calls for a list of all forms of the input: [{ title, parameters }], or nothing
//   entries(form)          a promise of further entries for the search: [{ title, values, words }]
//
// Views that several functions use are in parts.js, views.js and charts.js. A view may dispatch the event "use" with a
// text for the paste box, and "write" with values for the form.
//
// An app can also export `kinds`: the kinds of text that it recognises (see kinds.js).

import { element } from "./dom.js";
import { facts, named } from "./parts.js";

const scripts = JSON.parse(document.getElementById("main").dataset.scripts);
const modules = await Promise.all(scripts.map((script) => import(script)));

const functions = Object.assign({}, ...modules.map((module) => module.functions ?? {}));

export const functionOf = (name) => functions[name] ?? {};

export const kinds = modules.flatMap((module) => module.kinds ?? []);

// --- the parts of each answer for people: the main value to copy, a few facts, and a figure

/** Nodes with the main value of a function's answer, or with its error. */
export function value(name, { ok, body }, asked) {
  if (ok) return functionOf(name).value?.(body, asked) ?? [facts(Object.fromEntries(leaves(body)))];
  return functionOf(name).explain?.(body) ?? [message(body)];
}

/** Whether a person can read an error as an answer, such as for an IP address that nobody on the Internet has. */
export const isExplained = (name, body) => functionOf(name).explain?.(body) !== undefined;

export const message = ({ error, details }) =>
  element("p", { class: "message" }, element("strong", {}, error), details ? element("span", {}, details) : null);

/** Nodes with the figure of a function's answer, or none. */
export const figure = (name, answer, asked) => functionOf(name).figure?.(answer, asked) ?? [];

/** The answer as plain text, or undefined if the function has no such text. */
export const text = (name, answer) => functionOf(name).text?.(answer);

/** All values of an answer by their names. A value within an object has both names. */
function leaves(object, outer = []) {
  return Object.entries(object).flatMap(([name, part]) => {
    const names = [...outer, name];
    if (Array.isArray(part)) return [[named(names.join(" ")), part.map(written).join(", ")]];
    return part instanceof Object ? leaves(part, names) : [[named(names.join(" ")), written(part)]];
  });
}

const written = (part) => (typeof part === "string" ? part : JSON.stringify(part));

// Shows answers: their status, their value and a figure, by what the apps add to the page; and errors at their fields.
//
// Each app's console.js exports `functions`: by the name of a form, an object with any of
//
//   value(answer, asked)   nodes with the main value and the facts of an answer; `asked`: the data of the request
//   figure(answer, asked)  nodes with a drawing of the answer, or another view of it
//   text(answer)           the answer as in the service's plain text (G6); undefined if it has none
//   explain(body)          nodes for an error that a person can read as an answer; undefined for other errors
//   reason(body, asked)    details of an error that has none; undefined if the error says all
//   begin(form)            called once, before the form's initial values are noted
//   shown(form)            called after an answer was shown
//   request(form, data)    the data to send instead of `data`
//   glance(form, data)     the calls for a list of all forms of the input: [{ title, parameters }], or nothing
//   entries(form)          a promise of further entries for the search: [{ title, values, words }]
//
// Views that several functions use are in parts.js and views.js. A view may dispatch the event "use" with a text for
// the paste box, and "write" with values for the form. An app's scripts and its style are loaded when one of its
// functions is opened, and those of the others after the first answer.
//
// An app can also export `kinds`: the kinds of text that it recognises (see finder.js).

import { begin, forms, isRelevant, KINDS } from "./forms.js";
import { all, button, dated, element, facts, one } from "./parts.js";

// --- what the apps add

const modules = new Map(); // by the names of their first scripts

const scriptsOf = ({ node }) => node.dataset.scripts.split(" ").filter(Boolean);
const moduleOf = (form) => modules.get(scriptsOf(form)[0]) ?? {};

/** What the app adds for a function. */
export const functionOf = (name) => moduleOf(forms.get(name)).functions?.[name] ?? {};

/** The kinds of text that the loaded apps recognise. */
export const kinds = () => [...new Set([...forms.values()].map(moduleOf))].flatMap(({ kinds = [] }) => kinds);

/** Load what the form needs, and make it ready. */
export async function open(form) {
  const recipe = one(".chain", form.node) && import("./recipe.js");
  await Promise.all([loadScripts(form), loadStyle(form), recipe]);
  if (!form.isBegun) functionOf(form.name).begin?.(form.node);
  begin(form);
}

async function loadScripts(form) {
  const scripts = scriptsOf(form);
  const [own] = await Promise.all(scripts.map((script) => import(`./${script}`)));
  if (own) modules.set(scripts[0], own);
}

function loadStyle({ node }) {
  const { style } = node.dataset;
  if (!style || one(`link[href="${style}"]`)) return undefined;
  return new Promise((loaded) => {
    const link = element("link", { rel: "stylesheet", href: style });
    for (const end of ["load", "error"]) link.addEventListener(end, loaded);
    document.head.append(link);
  });
}

/** Load what all other forms need. What cannot be loaded now is loaded when its form is opened. */
export const loadAll = () => Promise.allSettled([...forms.values()].map(loadScripts));

/** Whether a person can read an error as an answer, such as for an IP address that nobody on the Internet has. */
const isExplained = (name, body) => functionOf(name).explain?.(body) !== undefined;
export const isError = (name, { ok, body }) => !ok && !isExplained(name, body);

/** The answer as plain text, or undefined if the function has no such text. */
export const textOf = (name, body) => functionOf(name).text?.(body);

/** Nodes with the main value of a function's answer, or with its error. */
function mainValue(name, { ok, body }, asked) {
  if (ok) return functionOf(name).value?.(body, asked) ?? [facts(Object.fromEntries(leaves(body)))];
  return functionOf(name).explain?.(body) ?? [message(body)];
}

/** All values of an answer by their names. A value within an object has both names. */
function leaves(object, outer = []) {
  const written = (part) => (typeof part === "string" ? part : JSON.stringify(part));
  return Object.entries(object).flatMap(([name, part]) => {
    const names = [...outer, name];
    if (part instanceof Object && !Array.isArray(part)) return leaves(part, names);
    return [[names.join(" "), Array.isArray(part) ? part.map(written).join(", ") : written(part)]];
  });
}

const message = ({ error, details = "" }, style = "") => {
  const more = details ? element("span", {}, details) : null;
  return element("p", { class: `message ${style}` }, element("strong", {}, error), more);
};

// --- errors at the fields that they name

/**
 * Show an error at the parameter that it names. If a value has several meanings, there is a button for each. Returns
 * whether the error is visible there: the field may be folded away, or outside of the window.
 */
export function showError(form, { error, details = "", readings = [], controls = undefined }, write = undefined) {
  const found = controls ?? [faultyControl(form, error, details)].filter(Boolean);
  if (!found.length) return false;
  const said = details ? `${error}: ${details}` : error;
  const step = /^Operation (\d+) \(/.exec(details); // how the details of a recipe's error begin
  const showAt = step && KINDS[found[0].kind]?.showError;
  if (showAt) return isVisible(showAt(found[0], Number(step[1]), said));
  for (const { node, inputs } of found) {
    node.classList.add("invalid");
    for (const input of inputs) input.setAttribute("aria-invalid", "true");
  }
  const choices = readings.map((reading) => {
    const act = () => write({ [reading.parameter ?? found[0].name]: reading.write });
    const means = [" ", element("span", {}, ...dated(reading.means))];
    const made = button(String(reading.write), act, { class: "copy reading" });
    made.append(...means);
    return made;
  });
  const place = one(".error", found[0].node);
  place.replaceChildren(said, ...choices);
  return isVisible(place);
}

function isVisible(place) {
  const { top, bottom } = place.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && !place.closest("details:not([open])");
}

export function clearErrors(form) {
  for (const control of form.controls) {
    KINDS[control.kind]?.clearErrors?.(control);
    control.node.classList.remove("invalid");
    for (const input of control.inputs) input.removeAttribute("aria-invalid");
    one(".error", control.node).textContent = "";
  }
}

/**
 * The service names a parameter first in the details ("count must be ..."), or else in the error ("Count must ...").
 */
function faultyControl(form, error, details) {
  const controls = form.controls.filter(isRelevant);
  const isNamed =
    (word) =>
    ({ name, given }) =>
      word === name || given.called?.split(" ").includes(word);
  const wordsOf = (text) => text.toLowerCase().split(/[^a-z_]+/);
  const words = [...details.split(/[^a-z_]+/).slice(0, 1), ...wordsOf(error), ...wordsOf(details)];
  return words.map((word) => controls.find(isNamed(word))).find(Boolean);
}

// --- the answer

const RESIZED = 20; // pixels; a smaller change, such as by a scroll bar, does not redraw the figure
const SLOW = 400; // milliseconds after which the page says that a call is running
const MOST_SAID = 3; // values of an answer that a screen reader says
const LONGEST_SAID = 200; // characters

export const node = one("#outcome");
const [status, running, valueCard, glanceCard, figureCard, codeCard] = all("#status, #running, .card:not(.running)");

/**
 * What is shown: the form's name, the call, and its answer.
 * @type {{ name: string, call?: any, answer?: any }}
 */
export const shown = { name: "" };
let slow;
let cancelCall;
let drawnWidth; // for which the figure is drawn

/** Show that a call is running. `cancel`: ends it. */
export function showRunning(cancel) {
  node.setAttribute("aria-busy", "true");
  clearTimeout(slow);
  cancelCall = cancel;
  one("progress", running).removeAttribute("value");
  one("span", running).textContent = "";
  slow = setTimeout(() => {
    node.hidden = false;
    node.dataset.kind = "running";
    status.textContent = "Waiting for the answer …";
    running.hidden = false;
  }, SLOW);
}

/** Show how many bytes of a file were sent. */
export function showProgress(loaded, all) {
  const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1);
  one("progress", running).value = all ? loaded / all : 1;
  one("span", running).textContent =
    loaded < all ? `${megabytes(loaded)} of ${megabytes(all)} MB` : "Sent, waiting for the answer …";
}

/** Show the answer to a call. `isAtField`: a field of the form shows its error, which is not repeated here. */
export function showAnswer(name, call, answer, isAtField) {
  const kind = answer.ok ? "good" : isError(name, answer) ? "refused" : "explained";
  const title = `${answer.status} · ${answer.milliseconds} ms · ${answer.bytes.toLocaleString("en")} bytes`;
  show({ name, call, answer }, title, kind, isAtField ? [] : mainValue(name, answer, call.data));
  // Let screen readers say the value after the status.
  const said = all(".verdict, .message, .hero, dd > :first-child", valueCard)
    .slice(0, MOST_SAID)
    .map((node) => node.textContent.slice(0, LONGEST_SAID));
  if (said.length) status.append(element("span", { class: "offstage" }, ` ${said.join(", ")}`));
  showFigure();
}

/** Show offers of next steps under the value, and all forms of the input at a glance. */
export function showNext(offers, glance) {
  valueCard.append(...offers);
  valueCard.hidden &&= !offers.length;
  glanceCard.replaceChildren(...(glance ? [glance] : []));
  glanceCard.hidden = !glance;
}

/** Show that there is no answer from the service. `error` and `details` tell what happened instead. */
export const showFailure = (name, call, title, failure) => show({ name, call }, title, "refused", [message(failure)]);

/** Show what the form lacks, unless its fields show it visibly. A field that is only empty is no mistake. */
export const showIncomplete = (lacking, isAtField) =>
  show({ name: "" }, "Nothing was sent", "waiting", isAtField ? [] : [message(lacking, "waiting")]);

/** Remove the answer, for example before another function is shown. */
export function showNothing() {
  show({ name: "" }, "", "", []);
  node.hidden = true;
}

function show(now, title, kind, nodes) {
  clearTimeout(slow);
  Object.assign(shown, { call: undefined, answer: undefined }, now);
  node.hidden = false;
  node.removeAttribute("aria-busy");
  running.hidden = true;
  node.dataset.kind = kind;
  status.textContent = title;
  valueCard.replaceChildren(...nodes);
  valueCard.hidden = !nodes.length;
  for (const card of [glanceCard, figureCard]) {
    card.replaceChildren();
    card.hidden = true;
  }
  codeCard.hidden = !shown.call;
  node.dispatchEvent(new Event("shown"));
}

/** A figure is drawn for its present width, so that its letters keep their size. */
function showFigure() {
  drawnWidth = node.clientWidth;
  const { name, call, answer } = shown;
  const drawn = answer?.ok ? (functionOf(name).figure?.(answer.body, call.data) ?? []) : [];
  figureCard.hidden = drawn.length === 0;
  figureCard.replaceChildren(...drawn);
}

one("button", running).addEventListener("click", () => cancelCall());

new ResizeObserver(() => {
  const isResized = Math.abs(node.clientWidth - drawnWidth) > RESIZED;
  if (isResized && !figureCard.hidden && !figureCard.contains(document.activeElement)) showFigure();
}).observe(node);

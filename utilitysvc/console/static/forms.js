// The forms and their controls: values, which of these are sent, and which controls are shown; examples and files.
//
// What the page knows of a form and of a control stands in one object each, which begins with what the server has
// written into the page. Elements only show it.

import { all, one } from "./parts.js";

/**
 * @typedef {object} Control
 * @property {any} node
 * @property {any[]} inputs
 * @property {string} name
 * @property {string} kind
 * @property {Record<string, string>} given what the server says of it
 * @property {string} initial with what it begins, as text
 * @property {string} [example] what the page has written into it in place of that
 * @property {string[]} order of the names that are chosen, where there can be several
 * @property {boolean} isGiven by a link or a person's choice, so that no example replaces it
 * @property {boolean} isLacking its value must be asked for, because the link does not contain it
 * @property {boolean} isPasted
 * @property {boolean} isShared although it may be a secret
 * @property {any} [recipe] its steps, of a control for several operations
 *
 * @typedef {object} Form
 * @property {any} node
 * @property {string} name
 * @property {string} title
 * @property {string} path
 * @property {string} method
 * @property {string} guide the control that chooses the operation, or ""
 * @property {string} words
 * @property {string} fileType of a file that can be sent
 * @property {string[]} replaced the parameters in the place of which it is sent
 * @property {any} fileInput
 * @property {Control[]} controls
 * @property {string} [exampleOf] the value of the guide whose example was written last
 * @property {boolean} isBegun
 * @property {boolean} isSeen since the page was loaded
 */

/** @type {Map<string, Form>} */
export const forms = new Map(all("form[data-name]").map((node) => [node.dataset.name, describe(node)]));

function describe(node) {
  const { name, path, method, guide, words, fileType = "", replaced = "" } = node.dataset;
  return {
    ...{ node, name, path, method, guide, words, fileType, replaced: replaced.split(" ") },
    title: one("h1", node.closest(".function")).textContent,
    fileInput: one("input[type=file]", node),
    controls: all("[data-control]", node).map(describeControl),
    isBegun: false,
    isSeen: false,
  };
}

function describeControl(node) {
  const { control: name, kind, ...given } = node.dataset;
  const inputs = all("input, select, textarea", node);
  const flags = { isGiven: false, isLacking: false, isPasted: false, isShared: false };
  return { node, inputs, name, kind, given, initial: "", order: [], ...flags };
}

/** Note the form's initial values, so that the address need not contain them. */
export function begin(form) {
  if (form.isBegun) return;
  form.isBegun = true;
  for (const control of form.controls) {
    if (isBrowserZone(control)) write(control, Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
    KINDS[control.kind]?.begin?.(control);
    control.initial = written(control);
  }
  selectUntouched(form);
  takeDrops(form);
}

export const isBrowserZone = ({ given }) => "browserZone" in given;
export const isSecret = ({ given }) => "secret" in given;
export const isRequired = ({ given }) => "required" in given;

/** Whether nothing is a value of it, too: then it takes any text. */
export const mayBeEmpty = ({ given }) => "mayBeEmpty" in given;

export const isRelevant = ({ node }) => !node.hidden;

export const controlNamed = (form, name) => form.controls.find((control) => control.name === name);
export const controlOf = (form, target) => controlNamed(form, target.closest("[data-control]")?.dataset.control);

/** What the form calls the control, within a sentence. */
export const labelOf = ({ node }) =>
  one("label, legend", node)
    .textContent.trim()
    .replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());

// --- values

const textOf = (value) => String(value);
export const several = (names) => (names.length > 1 ? names : (names[0] ?? ""));
const checked = ({ inputs }) => inputs.filter((input) => input.checked).map((input) => input.value);
const check = ({ inputs }, names) => {
  for (const input of inputs) input.checked = names.includes(input.value);
};

/** The lines that are not empty, as a list; "" for none. */
function linesOf(text) {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length ? lines : "";
}

function integer(input) {
  if (input.validity.badInput) return "?"; // the browser hides the text, which is none; the service refuses "?", too
  const number = Number(input.value);
  return input.value !== "" && Number.isSafeInteger(number) ? number : input.value;
}

/** Several names in the order in which they were chosen. */
function chosen(control) {
  const names = checked(control);
  control.order = control.order.filter((name) => names.includes(name));
  control.order.push(...names.filter((name) => !control.order.includes(name)));
  return several(control.order);
}

/**
 * How each kind of control is read, as in JSON, and written, from text. Those that are missing have one input. A
 * recipe's is added by its own script.
 * @type {Record<string, any>}
 */
export const KINDS = {
  boolean: {
    read: ({ inputs }) => inputs[0].checked,
    write: ({ inputs }, text) => {
      inputs[0].checked = text === "true";
    },
  },
  integer: { read: ({ inputs }) => integer(inputs[0]) },
  items: { read: ({ inputs }) => linesOf(inputs[0].value), text: ({ inputs }) => inputs[0].value },
  segments: { read: (control) => checked(control)[0] ?? "", write: (control, text) => check(control, [text]) },
  choices: {
    read: chosen,
    write: (control, text) => {
      control.order = text.split(",");
      check(control, control.order);
    },
  },
};

/** The value as in JSON; "" if there is none. */
export const read = (control) => (KINDS[control.kind]?.read ?? (({ inputs }) => inputs[0].value))(control);

/** The value as text for the address. */
export const written = (control) => KINDS[control.kind]?.text?.(control) ?? textOf(read(control));

export function write(control, value) {
  const text = textOf(value);
  if (KINDS[control.kind]?.write) KINDS[control.kind].write(control, text);
  else control.inputs[0].value = text;
}

/** Whether no person has changed the value. */
export const isUntouched = (control) => written(control) === (control.example ?? control.initial);

/** The data to send: every required parameter, and every parameter whose value is not the service's default. */
export function dataOf(form) {
  const asked = {};
  for (const control of form.controls) {
    if (!isRelevant(control) || "unsent" in control.given) continue;
    const value = read(control);
    const isDefault = textOf(value).toLowerCase() === control.given.default.toLowerCase();
    const isEmpty = value === "" && !mayBeEmpty(control);
    if (isRequired(control) || !(isDefault || isEmpty)) asked[control.name] = value;
  }
  return asked;
}

/** The operations of a recipe, or the one that is chosen in a list. */
export const guidedBy = (form) => {
  const guide = controlNamed(form, form.guide);
  return guide ? [read(guide)].flat().map(textOf) : [];
};

/** The control with the main input, if that is a text of several lines. */
export const mainControl = (form) => form.controls.find((control) => control.kind === "lines" && isRelevant(control));

// --- what is shown

/** Show the parameters that are read with the present values, and hide the others. */
export function showRelevant(form) {
  for (const { node, name, given } of form.controls) {
    if (given.onlyWith) {
      const values = [read(controlNamed(form, given.onlyWith))].flat().map(textOf);
      const wanted = given.onlyValues.split(" ");
      node.hidden = wanted[0] === "*" ? values[0] === "" : !wanted.some((value) => values.includes(value));
    }
    if (form.fileInput && form.replaced.includes(name)) node.hidden = Boolean(fileOf(form));
  }
}

/** The first input that a person would write in: one that is lacking, or the form's first. */
export const firstInput = (form) =>
  one(".lacking :is(textarea, input)", form.node) ??
  one(".field:not([hidden]) :is(textarea, input:not([type=file]), select)", form.node);

/** Put the example of the chosen operation into the fields in which no person has written. */
export function showExample(form) {
  const [chosen] = guidedBy(form);
  const example = form.exampleOf === chosen ? null : JSON.parse(form.node.dataset.examples)[chosen];
  if (!example) return;
  form.exampleOf = chosen;
  for (const control of form.controls) {
    const isOwn = control.name === form.guide || isBrowserZone(control) || control.isGiven || control.isLacking;
    if (isOwn || !isUntouched(control)) continue;
    write(control, example[control.name] ?? control.initial);
    control.example = written(control);
  }
}

/** Let the first key or paste replace a value that no person has written. */
function selectUntouched(form) {
  form.node.addEventListener("focusin", ({ target }) => {
    const control = controlOf(form, target);
    if (control && target.matches("textarea, input[type=text]") && target.value && isUntouched(control))
      target.select();
  });
}

// --- a file instead of the text: chosen, or dropped on the form

/** The file to send, or undefined. */
export const fileOf = ({ fileInput }) => fileInput?.files[0];

/** Let a file be dropped anywhere on the form; the form then changes as if it had been chosen. */
function takeDrops({ node, fileInput }) {
  if (!fileInput) return;
  const listen = (kind, act) =>
    node.addEventListener(kind, (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      if (kind !== "dragleave") event.preventDefault();
      act(event);
    });
  listen("dragover", () => node.classList.add("dropping"));
  listen("dragleave", ({ relatedTarget }) => node.classList.toggle("dropping", node.contains(relatedTarget)));
  listen("drop", ({ dataTransfer }) => {
    node.classList.remove("dropping");
    fileInput.files = dataTransfer.files;
    fileInput.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

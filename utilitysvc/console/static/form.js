// A form's controls: their values, what of them is asked, what of them stands in the address, and their errors.

import { clearFile, fileOf } from "./file.js";
import { beginSteps, stepsOf, writeSteps, writtenSteps } from "./steps.js";

export const titleOf = (form) => form.closest(".function").querySelector("h1").textContent;

export const controlsOf = (form) => [...form.querySelectorAll("[data-control]")];

const inputsOf = (control) => [...control.querySelectorAll("input, select, textarea")];

/** The value as it would stand in JSON; "" for none. */
export function valueOf(control) {
  const inputs = inputsOf(control);
  switch (control.dataset.kind) {
    case "boolean":
      return inputs[0].checked;
    case "integer":
      return integer(inputs[0]);
    case "choices":
      return chosen(control, inputs);
    case "steps":
      return several(stepsOf(control));
    case "segments":
      return inputs.find((input) => input.checked)?.value ?? "";
    default:
      return inputs[0].value;
  }
}

function integer(input) {
  if (input.validity.badInput) return "?"; // the browser tells no more of what is no number; the service refuses it
  const number = Number(input.value);
  return input.value !== "" && Number.isSafeInteger(number) ? number : input.value;
}

/** Several names in the order in which they were chosen. */
function chosen(control, inputs) {
  const names = inputs.filter((input) => input.checked).map((input) => input.value);
  const order = control.dataset.order?.split(",") ?? [];
  const ordered = [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))];
  control.dataset.order = ordered.join(",");
  return several(ordered);
}

const several = (names) => (names.length > 1 ? names : (names[0] ?? ""));

export function write(control, text) {
  const inputs = inputsOf(control);
  if (control.dataset.kind === "boolean") {
    inputs[0].checked = text === "true";
  } else if (control.dataset.kind === "steps") {
    writeSteps(control, text);
  } else if (control.dataset.kind === "choices" || control.dataset.kind === "segments") {
    const names = text.split(",");
    inputs.forEach((input) => (input.checked = names.includes(input.value)));
    control.dataset.order = text;
  } else {
    inputs[0].value = text;
  }
}

export const textOf = (value) => String(value);
/** The value as the address has it. */
const written = (control) => (control.dataset.kind === "steps" ? writtenSteps(control) : textOf(valueOf(control)));
const isRelevant = (control) => !control.hidden;

/** What is asked: every parameter that must be given, or whose value is not the service's own default. */
export function question(form) {
  const asked = {};
  for (const control of controlsOf(form).filter((each) => isRelevant(each) && !("unsent" in each.dataset))) {
    const value = valueOf(control);
    const isDefault = textOf(value).toLowerCase() === control.dataset.default.toLowerCase();
    const isEmpty = value === "" && !("mayBeEmpty" in control.dataset);
    if ("required" in control.dataset || !(isDefault || isEmpty)) {
      asked[control.dataset.control] = value;
    }
  }
  return asked;
}

/** Show the parameters that are read with the values as they are, and hide the others. */
export function showRelevant(form) {
  const controls = Object.fromEntries(controlsOf(form).map((control) => [control.dataset.control, control]));
  for (const control of Object.values(controls)) {
    const { onlyWith, onlyValues } = control.dataset;
    if (onlyWith) {
      const values = [valueOf(controls[onlyWith])].flat().map(textOf);
      const wanted = onlyValues.split(" ");
      control.hidden = wanted[0] === "*" ? values[0] === "" : !wanted.some((value) => values.includes(value));
    }
  }
  for (const name of form.dataset.replaced?.split(" ") ?? []) {
    if (controls[name]) controls[name].hidden = Boolean(fileOf(form));
  }
}

const LONGEST_IN_ADDRESS = 1000;

/** What is missing for a question, as an error of the service would say it; null where nothing is. */
export function incomplete(form) {
  const empty = controlsOf(form).find((control) => ["choices", "steps"].includes(control.dataset.kind) && valueOf(control) === "");
  if (!empty) return null;
  const name = empty.dataset.control;
  return { error: `Choose at least one ${name}`, details: "" };
}

/** The form's state for the address: what differs from how the form began, and is no secret. */
export function state(form) {
  const entries = controlsOf(form)
    .filter((control) => isRelevant(control) && !isUnwritten(control))
    .map((control) => [control, control.dataset.control, written(control)])
    .filter(([control, , text]) => text !== (control.dataset.filled ?? control.dataset.initial));
  return new URLSearchParams(entries.map(([, name, text]) => [name, text])).toString();
}

/** Whether the value stays out of the address: a secret, or longer than a link can be. */
const isUnwritten = (control) => "secret" in control.dataset || textOf(valueOf(control)).length > LONGEST_IN_ADDRESS;

/** Keep the values with which the form begins, so that the address need not hold them. */
export function begin(form) {
  for (const control of controlsOf(form)) {
    if (control.dataset.control === "timezone") write(control, Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
    if (control.dataset.kind === "steps") beginSteps(control);
    control.dataset.initial = written(control);
  }
}

/**
 * Put a state from the address into the form. A secret is not taken from there, but the main input is: a link may
 * bring it. What the address cannot hold stays as it was, unless `all` is to begin anew.
 */
export function restore(form, text, { all = false } = {}) {
  if (all) clearFile(form);
  const values = new URLSearchParams(text);
  delete form.dataset.prefilled;
  for (const control of controlsOf(form)) {
    const isReadable = !("secret" in control.dataset) || control.dataset.kind === "lines";
    const given = isReadable ? values.get(control.dataset.control) : null;
    if (given === null && !all && isUnwritten(control)) continue;
    delete control.dataset.filled;
    write(control, given ?? control.dataset.initial);
  }
}

/** Show an error, with the first sentence of its details, at the parameter that it names, where it names one. */
export function showError(form, { error, details = "" }) {
  const control = faultyControl(form, error, details);
  if (!control) return;
  control.classList.add("faulty");
  inputsOf(control).forEach((input) => input.setAttribute("aria-invalid", "true"));
  const explanation = details.split(". ")[0];
  control.querySelector(".error").textContent = explanation ? `${error}: ${explanation}` : error;
}

export function clearErrors(form) {
  for (const control of form.querySelectorAll(".faulty")) {
    control.classList.remove("faulty");
    inputsOf(control).forEach((input) => input.removeAttribute("aria-invalid"));
    control.querySelector(".error").textContent = "";
  }
}

/** The service names a parameter first in the details ("count must be ..."), or else in the error ("Count must ..."). */
function faultyControl(form, error, details) {
  const controls = controlsOf(form).filter(isRelevant);
  const named = (text) => controls.find((control) => text === control.dataset.control);
  const words = [...details.split(/[^a-z_]+/).slice(0, 1), ...error.toLowerCase().split(/[^a-z_]+/)];
  const first = words.map(named).find(Boolean);
  return first ?? details.toLowerCase().split(/[^a-z_]+/).map(named).find(Boolean);
}

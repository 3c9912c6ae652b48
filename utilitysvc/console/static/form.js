// A form's controls: their values, which of these are sent, and which controls are shown; and its file.

import { beginSteps, stepsOf, writeSteps, writtenSteps } from "./steps.js";

export const titleOf = (form) => form.closest(".function").querySelector("h1").textContent;

export const controlsOf = (form) => [...form.querySelectorAll("[data-control]")];

export const inputsOf = (control) => [...control.querySelectorAll("input, select, textarea")];

/** The value as in JSON; "" if there is none. */
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
    case "items":
      return linesOf(inputs[0].value);
    case "segments":
      return inputs.find((input) => input.checked)?.value ?? "";
    default:
      return inputs[0].value;
  }
}

function integer(input) {
  if (input.validity.badInput) return "?"; // the browser hides the text of an invalid number; the service refuses the question mark
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

/** The lines that are not empty, as a list; "" for none. */
function linesOf(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.length ? lines : "";
}

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

/** The value as text for the address. */
export function written(control) {
  if (control.dataset.kind === "steps") return writtenSteps(control);
  return control.dataset.kind === "items" ? inputsOf(control)[0].value : textOf(valueOf(control));
}

/** The value before a person changed it: that of an example, or the initial one. */
export const untouched = (control) => control.dataset.filled ?? control.dataset.initial;

export const isRelevant = (control) => !control.hidden;

/** The data to send: every required parameter, and every parameter whose value is not the service's default. */
export function dataOf(form) {
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

/** Show the parameters that are read with the present values, and hide the others. */
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

/** Note the form's initial values, so that the address need not contain them. */
export function begin(form) {
  for (const control of controlsOf(form)) {
    if ("browserZone" in control.dataset) write(control, Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
    if (control.dataset.kind === "steps") beginSteps(control);
    control.dataset.initial = written(control);
  }
}

/** The first input that a person would write in. */
export const firstInput = (form) => form.querySelector(".field:not([hidden]) :is(textarea, input:not([type=file]), select)");

/** The control with the main input, if that is a text of several lines. */
export const mainControl = (form) => controlsOf(form).find((control) => control.dataset.kind === "lines" && isRelevant(control));

/** Let the first key or paste replace a value that no person has written. */
export function selectUntouched(form) {
  form.addEventListener("focusin", ({ target }) => {
    const control = target.closest("[data-control]");
    if (control && target.matches("textarea, input[type=text]") && target.value && written(control) === untouched(control)) target.select();
  });
}

/** Put the example for the value of the guide into the fields in which no person has written. */
export function prefill(form) {
  const controls = controlsOf(form);
  const guide = controls.find((control) => control.dataset.control === form.dataset.guide);
  if (!guide) return;
  const chosen = guide.dataset.kind === "steps" ? stepsOf(guide)[0] : textOf(valueOf(guide));
  if (form.dataset.prefilled === chosen) return;
  const example = JSON.parse(form.dataset.examples)[chosen];
  if (!example) return;
  form.dataset.prefilled = chosen;
  for (const control of controls) {
    const isOwn = control === guide || "browserZone" in control.dataset || "given" in control.dataset;
    if (isOwn || control.classList.contains("lacking") || written(control) !== untouched(control)) continue;
    write(control, textOf(example[control.dataset.control] ?? control.dataset.initial));
    control.dataset.filled = written(control);
  }
}

// --- a file instead of the text: chosen, or dropped on the form

const inputOf = (form) => form.querySelector("input[type=file]");

/** The file to send, or undefined. */
export const fileOf = (form) => inputOf(form)?.files[0];

export function clearFile(form) {
  if (fileOf(form)) inputOf(form).value = "";
}

/** Let a file be dropped anywhere on the form; the form then changes as if it had been chosen. */
export function takeDrops(form) {
  const input = inputOf(form);
  if (!input) return;
  const hasFile = (event) => [...event.dataTransfer.types].includes("Files");
  form.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  form.addEventListener("dragleave", (event) => {
    if (!form.contains(event.relatedTarget)) form.classList.remove("dropping");
  });
  form.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    form.classList.remove("dropping");
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

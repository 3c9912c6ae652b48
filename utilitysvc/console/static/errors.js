// Shows an error of the service once, at the field that it names.

import { element } from "./dom.js";
import { controlsOf, inputsOf, isRelevant } from "./form.js";
import { breakable } from "./parts.js";
import { clearFailure, showFailureAt } from "./steps.js";

const STEP = /^Operation (\d+) \(/; // how the details of a recipe's error begin

/**
 * Show an error at the parameter that it names. If a value has several meanings, there is a button for each. Returns
 * whether the error is visible there: the field may be folded away, or outside of the window.
 */
export function showError(form, { error, details = "", readings = [], controls }, write) {
  const found = controls ?? [faultyControl(form, error, details)].filter(Boolean);
  const step = found[0]?.dataset.kind === "steps" && STEP.exec(details);
  if (step) return isVisible(showFailureAt(found[0], Number(step[1]), `${error}: ${details}`));
  for (const control of found) {
    control.classList.add("invalid");
    inputsOf(control).forEach((input) => input.setAttribute("aria-invalid", "true"));
  }
  if (!found.length) return false;
  const name = found[0].dataset.control;
  const choices = readings.map((reading) => choice(reading, () => write({ [reading.parameter ?? name]: reading.write })));
  const place = found[0].querySelector(".error");
  place.replaceChildren(details ? `${error}: ${details}` : error, ...choices);
  return isVisible(place);
}

function isVisible(place) {
  const { top, bottom } = place.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && !place.closest("details:not([open])");
}

function choice({ write, means }, act) {
  const button = element("button", { type: "button", class: "copy reading" }, String(write), " ", element("span", {}, ...breakable(means)));
  button.addEventListener("click", act);
  return button;
}

export function clearErrors(form) {
  for (const control of controlsOf(form)) if (control.dataset.kind === "steps") clearFailure(control);
  for (const control of form.querySelectorAll(".invalid")) {
    control.classList.remove("invalid");
    inputsOf(control).forEach((input) => input.removeAttribute("aria-invalid"));
    control.querySelector(".error").textContent = "";
  }
}

/** The service names a parameter first in the details ("count must be ..."), or else in the error ("Count must ..."). */
function faultyControl(form, error, details) {
  const controls = controlsOf(form).filter(isRelevant);
  const named = (text) => controls.find(({ dataset }) => text === dataset.control || dataset.called?.split(" ").includes(text));
  const words = [...details.split(/[^a-z_]+/).slice(0, 1), ...error.toLowerCase().split(/[^a-z_]+/)];
  const first = words.map(named).find(Boolean);
  return first ?? details.toLowerCase().split(/[^a-z_]+/).map(named).find(Boolean);
}

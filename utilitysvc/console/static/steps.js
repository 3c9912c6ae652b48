// A recipe: a list of operations, each of which can be chosen, moved, switched off and removed. The last list adds one.

import { element } from "./dom.js";

const OFF = "!"; // before the name of a step that is switched off, in the address
const listOf = (control) => control.querySelector(".chain");
const linesOf = (control) => [...listOf(control).querySelectorAll(".step:not(.next)")];
const selectOf = (line) => line.querySelector("select");
const isOn = (line) => line.querySelector("input").checked;

/** The names of the steps that are on, in their order. */
export const stepsOf = (control) => linesOf(control).filter(isOn).map((line) => selectOf(line).value);

/** All steps as text for the address. */
export const writtenSteps = (control) => linesOf(control).map((line) => (isOn(line) ? "" : OFF) + selectOf(line).value).join(",");

/** The elements that show the result after each step that is on. */
export const outputsOf = (control) => linesOf(control).filter(isOn).map((line) => line.querySelector("output"));

/** Clear the results, but not an error. */
export function clearOutputs(control) {
  for (const line of linesOf(control)) if (!line.classList.contains("failed")) line.querySelector("output").replaceChildren();
}

/** Show the error of a step that is on, counted from 1, and return the element with it. */
export function showFailureAt(control, number, text) {
  const output = outputsOf(control)[number - 1];
  mark(output.closest(".step"), true);
  output.textContent = text;
  return output;
}

export function clearFailure(control) {
  for (const line of linesOf(control)) if (line.classList.contains("failed")) mark(line, false);
}

function mark(line, hasFailed) {
  line.classList.toggle("failed", hasFailed);
  line.querySelector("output").classList.toggle("failed", hasFailed);
  line.querySelector("output").replaceChildren();
  if (hasFailed) selectOf(line).setAttribute("aria-invalid", "true");
  else selectOf(line).removeAttribute("aria-invalid");
}

/** Turn the select element that the page comes with into a list of steps. */
export function beginSteps(control) {
  const list = listOf(control);
  const select = list.querySelector("select");
  const name = select.value;
  const next = select.cloneNode(true);
  next.prepend(new Option("Add an operation …", ""));
  next.setAttribute("aria-label", "Add an operation");
  next.value = "";
  list.replaceChildren(element("li", { class: "step next" }, next));
  insert(control, select, name, true);
  number(control);
  list.addEventListener("click", ({ target }) => act(control, target.closest("button[data-act]")));
  list.addEventListener("keydown", (event) => {
    const to = event.altKey && { ArrowUp: "up", ArrowDown: "down" }[event.key];
    const line = event.target.closest(".step:not(.next)");
    if (!to || !line) return;
    event.preventDefault();
    act(control, line.querySelector(`[data-act=${to}]`), event.target);
  });
}

/** Show these steps. */
export function writeSteps(control, written) {
  const [pristine] = linesOf(control).map(selectOf);
  const lines = linesOf(control);
  const names = written.split(",").filter((name) => has(pristine, name.replace(OFF, "")));
  for (const name of names.length ? names : [pristine.value]) {
    insert(control, pristine.cloneNode(true), name.replace(OFF, ""), !name.startsWith(OFF));
  }
  lines.forEach((line) => line.remove());
  number(control);
}

/** If a name was chosen in the last list, make it a step. */
export function tidy(control) {
  const next = listOf(control).querySelector(".next select");
  if (next.value) {
    const select = linesOf(control).map(selectOf)[0].cloneNode(true);
    insert(control, select, next.value, true);
    next.value = "";
  }
  number(control);
}

const has = (select, name) => [...select.options].some((option) => option.value === name);

function insert(control, select, name, on) {
  select.value = name;
  const use = element("input", { type: "checkbox" });
  use.checked = on;
  const button = (act, label) => element("button", { type: "button", class: "small", "data-act": act }, label);
  const row = element("div", { class: "row" }, use, select, button("up", "↑"), button("down", "↓"), button("remove", "✕"));
  listOf(control).querySelector(".next").before(element("li", { class: "step" }, row, element("output", { class: "after", "aria-live": "off" })));
}

function act(control, button, focus = button) {
  if (!button || button.disabled) return;
  const line = button.closest(".step");
  const lines = linesOf(control);
  const index = lines.indexOf(line);
  if (button.dataset.act === "up") lines[index - 1].before(line);
  if (button.dataset.act === "down") lines[index + 1].after(line);
  if (button.dataset.act === "remove") line.remove();
  changed(control);
  // The button that was pressed may have been removed, or be disabled because its step is at the end of the list.
  const kept = [focus, selectOf(line), selectOf(linesOf(control)[Math.max(0, index - 1)])];
  kept.find((each) => each.isConnected && !each.disabled).focus();
}

function changed(control) {
  number(control);
  listOf(control).dispatchEvent(new Event("input", { bubbles: true }));
}

function number(control) {
  const lines = linesOf(control);
  lines.forEach((line, index) => {
    const { value } = selectOf(line);
    selectOf(line).setAttribute("aria-label", `Operation ${index + 1}`);
    line.querySelector("input").setAttribute("aria-label", `Use operation ${index + 1}, ${value}`);
    line.classList.toggle("off", !isOn(line));
    const label = { up: "Move up", down: "Move down", remove: "Remove" };
    const disabled = { up: index === 0, down: index === lines.length - 1, remove: lines.length === 1 };
    for (const button of line.querySelectorAll("button")) {
      const { act } = button.dataset;
      button.setAttribute("aria-label", `${label[act]} operation ${index + 1}, ${value}`);
      button.disabled = disabled[act];
    }
  });
  listOf(control).querySelector(".next").hidden = lines.length >= Number(listOf(control).dataset.most);
}

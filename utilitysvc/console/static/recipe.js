// A recipe: a list of operations, each of which can be chosen, moved, switched off and removed. The last list adds one.
// Under each step stands the text after it.

import { KINDS, several } from "./forms.js";
import { all, element, one } from "./parts.js";

const OFF = "!"; // before the name of a step that is switched off, in the address
const LONGEST = 20_000; // characters; each step sends the text once more
const MOST_SHOWN = 300;

const isOn = (step) => step.isOn;

/** The names of the steps that are on, in their order. */
const namesOf = ({ recipe }) => recipe.steps.filter(isOn).map(({ name }) => name);

/** All steps as text for the address. */
const textOf = ({ recipe }) => recipe.steps.map(({ name, isOn }) => (isOn ? "" : OFF) + name).join(",");

/** Turn the select element that the page comes with into a list of steps. */
function begin(control) {
  const list = one(".chain", control.node);
  const select = one("select", list).cloneNode(true);
  control.recipe = { list, select, most: Number(list.dataset.most), steps: [] };
  write(control, select.value);
  list.addEventListener("input", (event) => {
    if (event.target === list) return;
    event.stopPropagation(); // it is told once the recipe is drawn
    change(control, event.target);
  });
  list.addEventListener("keydown", (event) => {
    const by = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const line = event.target.closest(".step:not(.next)");
    if (!by || !line) return;
    event.preventDefault();
    move(control, all(".step", list).indexOf(line), by, event.target.dataset.act ?? "choose");
  });
}

/** Show these steps. */
function write(control, written) {
  const { recipe } = control;
  const isName = ({ name }) => [...recipe.select.options].some(({ value }) => value === name);
  const step = (name) => ({ name: name.replace(OFF, ""), isOn: !name.startsWith(OFF) });
  recipe.steps = written.split(",").map(step).filter(isName);
  if (!recipe.steps.length) recipe.steps = [step(recipe.select.options[0].value)];
  draw(control);
}

/** What an input of the list says has become of its step, or of the list. */
function change(control, input) {
  const { steps, list } = control.recipe;
  const index = all(".step", list).indexOf(input.closest(".step"));
  if (index === steps.length) steps.push({ name: input.value, isOn: true });
  else if (input.type === "checkbox") steps[index].isOn = input.checked;
  else steps[index].name = input.value;
  changed(control, index, input.dataset.act);
}

function move(control, index, by, act) {
  const { steps } = control.recipe;
  if (!steps[index + by]) return;
  steps.splice(index + by, 0, ...steps.splice(index, 1));
  changed(control, index + by, act);
}

function remove(control, index) {
  control.recipe.steps.splice(index, 1);
  changed(control, Math.max(0, index - 1), "choose");
}

/** Draw the recipe, tell the form, and give the focus back. `act`: what had it, unless that is disabled now. */
function changed(control, index, act) {
  draw(control);
  const line = all(".step", control.recipe.list)[index];
  (one(`[data-act=${act}]:enabled`, line) ?? one("select", line)).focus();
  control.recipe.list.dispatchEvent(new Event("input", { bubbles: true }));
}

function draw(control) {
  const { list, select, steps, most } = control.recipe;
  const next = choice(select, "", "Add an operation");
  next.prepend(new Option("Add an operation …", ""));
  next.value = "";
  const last = element("li", { class: "step next" }, next);
  last.hidden = steps.length >= most;
  list.replaceChildren(...steps.map((step, index) => line(control, step, index)), last);
}

function choice(select, name, label) {
  const made = select.cloneNode(true);
  made.value = name;
  made.dataset.act = "choose";
  made.setAttribute("aria-label", label);
  return made;
}

function line(control, step, index) {
  const { select, steps } = control.recipe;
  const place = `operation ${index + 1}, ${step.name}`;
  const use = element("input", { type: "checkbox", "data-act": "use", "aria-label": `Use ${place}` });
  use.checked = step.isOn;
  const button = (act, sign, label, isPossible, run) => {
    const made = element("button", { type: "button", class: "small", "data-act": act }, sign);
    made.setAttribute("aria-label", `${label} ${place}`);
    made.disabled = !isPossible;
    made.addEventListener("click", run);
    return made;
  };
  const row = element(
    "div",
    { class: "row" },
    use,
    choice(select, step.name, `Operation ${index + 1}`),
    button("up", "↑", "Move up", index > 0, () => move(control, index, -1, "up")),
    button("down", "↓", "Move down", index < steps.length - 1, () => move(control, index, 1, "down")),
    button("remove", "✕", "Remove", steps.length > 1, () => remove(control, index)),
  );
  step.output = element("output", { class: "after", "aria-live": "off" });
  step.error = "";
  step.node = element("li", { class: `step${step.isOn ? "" : " off"}` }, row, step.output);
  return step.node;
}

// --- the text after each step

/** Show the error of a step that is on, counted from 1, and return the element with it. */
function showError(control, number, text) {
  const step = control.recipe.steps.filter(isOn)[number - 1];
  mark(step, text);
  return step.output;
}

function clearErrors(control) {
  for (const step of control.recipe.steps) if (step.error) mark(step, "");
}

function mark(step, error) {
  step.error = error;
  step.output.textContent = error;
  for (const node of [step.node, step.output]) node.classList.toggle("failed", Boolean(error));
  if (error) one("select", step.node).setAttribute("aria-invalid", "true");
  else one("select", step.node).removeAttribute("aria-invalid");
}

/** The calls for the texts between the steps of a form's recipe, and what shows them; null if there are none. */
function between(form, data) {
  const control = form.controls.find(({ recipe }) => recipe);
  if (!control) return null;
  const steps = control.recipe.steps.filter(isOn);
  for (const step of control.recipe.steps) if (!step.error) step.output.textContent = "";
  if (steps.length < 2 || JSON.stringify(data).length > LONGEST) return null;
  const names = namesOf(control);
  const upTo = (_, index) => ({ ...data, [control.name]: names.slice(0, index + 1) });
  const calls = names.map(upTo).map((parameters) => ({ path: `/${form.path}`, parameters }));
  return { calls, show: (results) => showTexts(steps, results) };
}

function showTexts(steps, results) {
  const failed = results.findIndex(({ status }) => status !== 200); // that step shows its error already
  const shown = failed < 0 ? steps : steps.slice(0, failed);
  shown.forEach(({ output }, index) => {
    const { result, analysis } = results[index].body;
    const text = typeof result === "string" ? result : JSON.stringify(result ?? analysis);
    output.textContent = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
  });
}

KINDS.steps = {
  read: (control) => several(namesOf(control)),
  text: textOf,
  write,
  begin,
  showError,
  clearErrors,
  between,
};

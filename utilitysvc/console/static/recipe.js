// A recipe: a list of operations, each of which can be chosen, moved, switched off and removed. The last list adds one.
// Under each step stands the text after it. What the steps are, their elements say.

import { KINDS, several } from "./forms.js";
import { all, element, one } from "./parts.js";

const OFF = "!"; // before the name of a step that is switched off, in the address
const LONGEST = 20_000; // characters; each step sends the text once more
const MOST_SHOWN = 300;
const UP = "Move up"; // as the template calls the buttons
const DOWN = "Move down";

const choiceOf = (step) => one("select", step);
const isOn = (step) => one("input", step).checked;
const stepsOf = ({ recipe }) => all(".step:not(.next)", recipe.list);
const stepsOn = (control) => stepsOf(control).filter(isOn);

/** The names of the steps that are on, in their order. */
const namesOf = (control) => stepsOn(control).map((step) => choiceOf(step).value);

/** All steps as text for the address. */
const textOf = (control) => String(stepsOf(control).map((step) => (isOn(step) ? "" : OFF) + choiceOf(step).value));

/** Take the list that the page comes with, whose one step is the model of all others. */
function begin(control) {
  const list = one(".chain", control.node);
  const model = list.firstElementChild.cloneNode(true);
  const adding = choiceOf(model).cloneNode(true);
  adding.setAttribute("aria-label", "Add an operation");
  adding.prepend(new Option("Add an operation …", ""));
  const next = element("li", { class: "step next" }, adding);
  control.inputs = []; // an error marks the step that failed
  control.recipe = { list, model, next };
  write(control, choiceOf(list).value);
  list.addEventListener("input", ({ target }) => {
    if (target === adding) choiceOf(add(control, target.value)).focus();
    label(control);
  });
  list.addEventListener("click", ({ target }) => {
    const { act } = target.dataset;
    const step = target.closest(".step");
    if (act === UP || act === DOWN) move(control, step, act);
    if (act === "Remove") remove(control, step);
  });
  list.addEventListener("keydown", (event) => {
    const act = event.altKey && { ArrowUp: UP, ArrowDown: DOWN }[event.key];
    const step = event.target.closest(".step:not(.next)");
    if (!act || !step) return;
    event.preventDefault();
    move(control, step, act);
  });
}

/** Show these steps. */
function write(control, written) {
  const { list, model, next } = control.recipe;
  const names = [...choiceOf(model).options].map(({ value }) => value);
  const steps = written.split(",").filter((step) => names.includes(step.replace(OFF, "")));
  list.replaceChildren(next);
  for (const step of steps.length ? steps : names.slice(0, 1)) add(control, step);
  label(control);
}

function add({ recipe: { model, next } }, written) {
  const step = model.cloneNode(true);
  choiceOf(step).value = written.replace(OFF, "");
  one("input", step).checked = !written.startsWith(OFF);
  next.before(step);
  return step;
}

/** Let the neighbour change its place instead of the step, which has the focus and would lose it. */
function move(control, step, act) {
  const other = act === UP ? step.previousElementSibling : step.nextElementSibling;
  if (!other || other === control.recipe.next) return;
  if (act === UP) step.after(other);
  else step.before(other);
  changed(control);
  if (document.activeElement.matches("body, :disabled")) choiceOf(step).focus();
}

function remove(control, step) {
  const neighbour = step.previousElementSibling ?? step.nextElementSibling;
  step.remove();
  changed(control);
  choiceOf(neighbour).focus();
}

/** Tell the form, as a choice does by itself. */
const changed = ({ recipe }) => recipe.list.dispatchEvent(new Event("input", { bubbles: true }));

/** Number the steps, and take away what was said of them. */
function label(control) {
  const { list, next } = control.recipe;
  const steps = stepsOf(control);
  for (const [index, step] of steps.entries()) {
    mark(step, "");
    step.classList.toggle("off", !isOn(step));
    choiceOf(step).setAttribute("aria-label", `Operation ${index + 1}`);
    for (const each of all("[data-act]", step)) {
      each.setAttribute("aria-label", `${each.dataset.act} operation ${index + 1}, ${choiceOf(step).value}`);
      const isAtEnd = { [UP]: index === 0, [DOWN]: index === steps.length - 1, Remove: steps.length === 1 };
      each.disabled = isAtEnd[each.dataset.act] ?? false;
    }
  }
  choiceOf(next).value = "";
  next.hidden = steps.length >= Number(list.dataset.most);
}

// --- the text after each step

/** Show the error of a step that is on, counted from 1, and return the element with it. */
const showError = (control, number, text) => mark(stepsOn(control)[number - 1], text);

function clearErrors({ recipe }) {
  for (const step of all(".failed", recipe.list)) mark(step, "");
}

function mark(step, error) {
  const output = one("output", step);
  output.textContent = error;
  step.classList.toggle("failed", Boolean(error));
  if (error) choiceOf(step).setAttribute("aria-invalid", "true");
  else choiceOf(step).removeAttribute("aria-invalid");
  return output;
}

/** The calls for the texts between the steps of a form's recipe, and what shows them; null if there are none. */
function between(form, data) {
  const control = form.controls.find(({ recipe }) => recipe);
  if (!control) return null;
  for (const output of all(".step:not(.failed) .after", control.node)) output.textContent = "";
  const steps = stepsOn(control);
  if (steps.length < 2 || JSON.stringify(data).length > LONGEST) return null;
  const names = namesOf(control);
  const upTo = (_, index) => ({ ...data, [control.name]: names.slice(0, index + 1) });
  const calls = names.map(upTo).map((parameters) => ({ path: `/${form.path}`, parameters }));
  return { calls, show: (results) => showTexts(steps, results) };
}

function showTexts(steps, results) {
  const failed = results.findIndex(({ status }) => status !== 200); // that step shows its error already
  const shown = failed < 0 ? steps : steps.slice(0, failed);
  shown.forEach((step, index) => {
    const { result, analysis } = results[index].body;
    const text = typeof result === "string" ? result : JSON.stringify(result ?? analysis);
    one("output", step).textContent = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
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

// Shows the text after each step of a recipe.

import { controlsOf } from "./form.js";
import { clearOutputs, outputsOf, stepsOf } from "./steps.js";

const LONGEST = 20_000; // characters; each step sends the text once more
const MOST_SHOWN = 300;

/** The calls for the steps of the recipe in `form`, and what shows their results; null if there is no recipe of several. */
export function between(form, data) {
  const control = controlsOf(form).find((each) => each.dataset.kind === "steps");
  if (!control) return null;
  clearOutputs(control);
  const names = stepsOf(control);
  if (names.length < 2 || JSON.stringify(data).length > LONGEST) return null;
  const calls = names.map((_, index) => ({
    path: `/${form.dataset.path}`,
    parameters: { ...data, [control.dataset.control]: names.slice(0, index + 1) },
  }));
  return { calls, show: (results) => showSteps(outputsOf(control), results) };
}

function showSteps(outputs, results) {
  const failed = results.findIndex(({ status }) => status !== 200); // that step shows its error already
  const shown = failed < 0 ? outputs : outputs.slice(0, failed);
  shown.forEach((output, index) => {
    const text = written(results[index].body);
    output.textContent = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
  });
}

const written = ({ result, analysis }) => (typeof result === "string" ? result : JSON.stringify(result ?? analysis));

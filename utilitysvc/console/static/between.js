// Shows the text after each step of a recipe, by one request for all steps.

import { controlsOf } from "./form.js";
import { batch } from "./request.js";
import { clearOutputs, outputsOf, stepsOf } from "./steps.js";

const LONGEST = 20_000; // characters; each step sends the text once more
const MOST_SHOWN = 300;

/** Show the result after each step of the recipe in `form`, for the `data` that was answered. */
export async function showBetween(form, data, signal) {
  const control = controlsOf(form).find((each) => each.dataset.kind === "steps");
  if (!control) return;
  clearOutputs(control);
  const names = stepsOf(control);
  if (names.length < 2 || JSON.stringify(data).length > LONGEST) return;
  const calls = names.map((_, index) => ({
    path: `/${form.dataset.path}`,
    parameters: { ...data, [control.dataset.control]: names.slice(0, index + 1) },
  }));
  const results = await batch(calls, signal);
  if (signal.aborted || !results) return;
  const failed = results.findIndex(({ status }) => status !== 200);
  outputsOf(control).forEach((output, index) => {
    if (failed >= 0 && index > failed) return; // a step before it failed
    const { status, body } = results[index];
    const text = status === 200 ? written(body) : `${body.error}: ${body.details}`;
    output.classList.toggle("failed", status !== 200);
    output.closest(".step").classList.toggle("failed", status !== 200);
    output.textContent = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
  });
}

const written = ({ result, analysis }) => (typeof result === "string" ? result : JSON.stringify(result ?? analysis));

// Each operation greets with an example that it answers: its values stand in the fields that nobody has written in.

import { controlsOf, textOf, valueOf, write } from "./form.js";

/** Fill in the example of the operation that is chosen. What a person has typed stays. */
export function prefill(form) {
  const examples = JSON.parse(form.dataset.examples);
  const controls = controlsOf(form);
  const selector = controls.find((control) => Object.hasOwn(examples, textOf(valueOf(control))));
  if (!selector || selector.dataset.kind === "steps") return;
  const operation = textOf(valueOf(selector));
  if (form.dataset.prefilled === operation) return;
  form.dataset.prefilled = operation;
  for (const control of controls) {
    const { control: name, filled, initial } = control.dataset;
    if (control === selector || name === "timezone") continue;
    const untouched = textOf(valueOf(control)) === (filled ?? initial);
    if (!untouched) continue;
    const text = textOf(examples[operation][name] ?? initial);
    write(control, text);
    control.dataset.filled = textOf(valueOf(control));
  }
}

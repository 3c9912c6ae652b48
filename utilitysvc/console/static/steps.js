// A chain of operations: one list for each step, and an empty one after the last, to add another.

const selectsOf = (control) => [...control.querySelectorAll("select")];

/** The names of the steps that are set, in their order. */
export const stepsOf = (control) => selectsOf(control).map((select) => select.value).filter(Boolean);

/** Show these steps. */
export function writeSteps(control, names) {
  const [first, ...others] = selectsOf(control);
  others.forEach((select) => select.remove());
  first.value = names[0];
  names.slice(1).forEach((name) => (append(control).value = name));
  tidy(control);
}

/** Drop the steps that were emptied, and offer one more after the last. */
export function tidy(control) {
  const [, ...others] = selectsOf(control);
  const focused = document.activeElement;
  others.filter((select) => !select.value && select !== focused).forEach((select) => select.remove());
  const selects = selectsOf(control);
  if (selects.at(-1).value && selects.length < control.querySelector(".chain").dataset.most) append(control);
  selectsOf(control).forEach((select, index) => select.setAttribute("aria-label", `Operation ${index + 1}`));
}

function append(control) {
  const next = selectsOf(control)[0].cloneNode(true);
  next.prepend(new Option("then …", ""));
  next.value = "";
  control.querySelector(".chain").append(next);
  return next;
}

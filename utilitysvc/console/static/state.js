// A form's state in the page's address. A link opens the same call, or tells which values it lacks: secrets, what looks
// like one, what was pasted into a field that takes any text, and long texts.

import { clearFile, controlsOf, fileOf, isRelevant, textOf, untouched, valueOf, write, written } from "./form.js";
import { looksSecret } from "./secrets.js";

const LONGEST = 1000; // characters; a link contains no longer value
const WITHOUT = "without"; // the name under which an address lists the fields whose values it lacks
const FILE = "file";

/** The values that differ from the initial ones. Private values, long texts and files are only listed as lacking. */
export function state(form) {
  const entries = [];
  const lacking = fileOf(form) ? [FILE] : [];
  for (const control of controlsOf(form).filter(isRelevant)) {
    const { control: name } = control.dataset;
    const isSame = written(control) === untouched(control) && !("given" in control.dataset);
    if (control.classList.contains("lacking")) lacking.push(name);
    else if (isUnwritten(control)) lacking.push(...(isSame ? [] : [name]));
    // A zone that the browser chose is always written: the browser of a person who opens the link may choose another.
    else if (!isSame || "browserZone" in control.dataset) entries.push([name, written(control)]);
  }
  if (lacking.length) entries.push([WITHOUT, lacking.join(" ")]);
  return new URLSearchParams(entries).toString();
}

const isSecret = (control) => "secret" in control.dataset;
const isLong = (control) => written(control).length > LONGEST;
const isUnwritten = (control) => isLong(control) || isPrivate(control); // a long text is not searched for secrets at each key

/** Whether the value may be somebody's secret, so that neither an address nor the browser's storage gets it. */
export const isPrivate = (control) => isSecret(control) || isHeldBack(control);

const isHeldBack = (control) =>
  !isSecret(control) && !("shared" in control.dataset) && ("pasted" in control.dataset || looksSecret(written(control)));

/** The controls whose values are held back until a person shares them. No address contains a long text, shared or not. */
export const heldBack = (form) =>
  controlsOf(form).filter((control) => isRelevant(control) && written(control) !== untouched(control) && !isLong(control) && isHeldBack(control));

/** A person wants these values in the address and in the history. */
export function share(form) {
  for (const control of heldBack(form)) control.dataset.shared = "";
}

/** The names of the fields whose values a link to the form's state lacks. */
export const lackingIn = (state) => (new URLSearchParams(state).get(WITHOUT) ?? "").split(" ").filter(Boolean);

/**
 * Put a state from the address into the form. Secrets are not read from the address, except for the main input, which a
 * link may contain. `draft`: the values that were typed in this visit, by name, for those that the address lacks.
 */
export function restore(form, text, draft = {}) {
  const values = new URLSearchParams(text);
  const lacking = lackingIn(text);
  const isFileLacking = lacking.includes(FILE);
  const replaced = form.dataset.replaced?.split(" ") ?? [];
  begin(form);
  for (const control of controlsOf(form)) {
    const { control: name, kind, initial } = control.dataset;
    const isReadable = !isSecret(control) || kind === "lines";
    const given = isReadable ? values.get(name) : null;
    const isLacking = lacking.includes(name) || (isFileLacking && replaced.includes(name));
    if (given === null && isLacking && draft[name] === undefined) lack(control);
    else write(control, given ?? (isLacking ? draft[name] : initial));
    if (given !== null) {
      control.dataset.given = ""; // so that no example replaces it
      control.dataset.shared = ""; // as the address has it already
    }
  }
}

/** Put `values` into the form; null asks the person for a value. With `keep`, the other values stay. `pasted`: they were. */
export function fill(form, values, { keep = false, pasted = false } = {}) {
  if (!keep) {
    begin(form);
    for (const control of controlsOf(form)) write(control, control.dataset.initial);
  }
  for (const control of controlsOf(form)) {
    const value = values[control.dataset.control];
    if (value === null) lack(control);
    else if (value !== undefined) {
      control.classList.remove("lacking");
      control.dataset.given = "";
      delete control.dataset.shared;
      if (pasted) notePaste(control);
      write(control, textOf(value));
    }
  }
}

function begin(form) {
  clearFile(form);
  delete form.dataset.prefilled;
  for (const control of controlsOf(form)) {
    delete control.dataset.filled;
    delete control.dataset.given;
    forgetPaste(control);
    control.classList.remove("lacking");
  }
}

/** Only a field that takes any text can hold a secret by mistake. */
function notePaste(control) {
  if ("mayBeEmpty" in control.dataset) control.dataset.pasted = "";
}

function forgetPaste(control) {
  delete control.dataset.pasted;
  delete control.dataset.shared;
}

function lack(control) {
  write(control, "");
  control.classList.add("lacking");
}

/** What must be filled in before a call can be sent, as { error, details } like an error of the service; or null. */
export function incomplete(form) {
  const controls = controlsOf(form).filter(isRelevant);
  const blank = fileOf(form) ? [] : controls.filter((control) => control.classList.contains("lacking") || isMissing(control));
  if (blank.length) {
    const details = form.dataset.replaced?.includes(blank[0].dataset.control) ? "or choose a file" : "";
    return { error: `Fill in ${blank.map(labelOf).join(" and ")}`, details, isBlank: true };
  }
  const empty = controls.find((control) => ["choices", "steps"].includes(control.dataset.kind) && valueOf(control) === "");
  return empty ? { error: `Choose at least one ${labelOf(empty)}`, details: "", controls: [empty] } : null;
}

/** Whether the service would ask for the value: it is required, and nothing is not a value of it. */
const isMissing = (control) => "required" in control.dataset && !("mayBeEmpty" in control.dataset) && valueOf(control) === "";

/** What the form calls the field, within a sentence. */
const labelOf = (control) => control.querySelector("label, legend").textContent.trim().replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());

/** A person has written in the control, so its value is no longer lacking. `how`: the input event's type. */
export function supplied(control, how = "") {
  control.classList.remove("lacking");
  if (written(control) === "") forgetPaste(control);
  if (PASTES.test(how)) {
    delete control.dataset.shared;
    notePaste(control);
  }
}

const PASTES = /^insertFrom(Paste|Drop|Yank)/;

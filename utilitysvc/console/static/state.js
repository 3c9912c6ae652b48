// A form's state in the page's address. A link opens the same call, or tells which values it lacks.

import { clearFile, controlsOf, fileOf, isRelevant, textOf, untouched, valueOf, write, written } from "./form.js";

const LONGEST = 1000; // characters; a link contains no longer value
const WITHOUT = "without"; // the name under which an address lists the fields whose values it lacks
const FILE = "file";

/** The values that differ from the initial ones. Secrets, long texts and files are only listed as lacking. */
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
const isUnwritten = (control) => isSecret(control) || written(control).length > LONGEST;

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
    if (given !== null) control.dataset.given = ""; // so that no example replaces it
  }
}

/** Put `values` into the form; null asks the person for a value. With `keep`, the other values stay. */
export function fill(form, values, { keep = false } = {}) {
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
    control.classList.remove("lacking");
  }
}

function lack(control) {
  write(control, "");
  control.classList.add("lacking");
}

/** What must be filled in before a call can be sent, as { error, details } like an error of the service; or null. */
export function incomplete(form) {
  const controls = controlsOf(form).filter(isRelevant);
  const lacking = controls.filter((control) => control.classList.contains("lacking") && !fileOf(form));
  if (lacking.length) {
    const names = lacking.map((control) => control.dataset.control);
    return { error: `Fill in ${names.join(" and ")}`, details: form.dataset.replaced?.includes(names[0]) ? "or choose a file" : "", controls: lacking };
  }
  const empty = controls.find((control) => ["choices", "steps"].includes(control.dataset.kind) && valueOf(control) === "");
  return empty ? { error: `Choose at least one ${empty.dataset.control}`, details: "", controls: [empty] } : null;
}

/** A person has written in the control, so its value is no longer lacking. */
export const supplied = (control) => control.classList.remove("lacking");

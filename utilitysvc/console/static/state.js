// A form's state in the page's address: a link opens the same call, or says which values it leaves out.

import { clearFile, controlsOf, fileOf, isRelevant, textOf, untouched, valueOf, write, written } from "./form.js";

const LONGEST = 1000; // characters that a link can take along
const WITHOUT = "without"; // the name under which an address lists what it lacks
const FILE = "file";

/** What differs from how the form begins. Secrets, long texts and files are not written, but named as lacking. */
export function state(form) {
  const entries = [];
  const lacking = fileOf(form) ? [FILE] : [];
  for (const control of controlsOf(form).filter(isRelevant)) {
    const { control: name } = control.dataset;
    const isSame = written(control) === untouched(control) && !("given" in control.dataset);
    if (control.classList.contains("lacking")) lacking.push(name);
    else if (isUnwritten(control)) lacking.push(...(isSame ? [] : [name]));
    // A zone that the browser chose is another one for whoever opens the link.
    else if (!isSame || "browserZone" in control.dataset) entries.push([name, written(control)]);
  }
  if (lacking.length) entries.push([WITHOUT, lacking.join(" ")]);
  return new URLSearchParams(entries).toString();
}

const isSecret = (control) => "secret" in control.dataset;
const isUnwritten = (control) => isSecret(control) || written(control).length > LONGEST;

/** What a link to the form's state lacks, by the names of the fields. */
export const lackingIn = (state) => (new URLSearchParams(state).get(WITHOUT) ?? "").split(" ").filter(Boolean);

/**
 * Put a state from the address into the form. A secret is not taken from there, but the main input is: a link may
 * bring it. `draft`: by name, what was typed in this visit and the address lacks.
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
    if (given !== null) control.dataset.given = ""; // an example must not take its place
  }
}

/** Put `values` into the form; null asks the person for one. What is not named stays where `keep` is set. */
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

/** What must be filled in before the form can be asked, as { error, details } of the service would say it; or null. */
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

/** A person has written in the control, so that nothing lacks there any more. */
export const supplied = (control) => control.classList.remove("lacking");

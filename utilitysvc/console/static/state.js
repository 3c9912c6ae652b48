// A form's state in the page's address, and its draft in the browser. A link opens the same call, or tells which values
// it lacks: secrets, what looks like one, what was pasted into a field that takes any text, and long texts.

import {
  controlNamed,
  fileOf,
  forms,
  isBrowserZone,
  isRelevant,
  isRequired,
  isSecret,
  isUntouched,
  labelOf,
  mayBeEmpty,
  read,
  write,
  written,
} from "./forms.js";
import { keepForVisit, recallFromVisit } from "./request.js";

const LONGEST = 1000; // characters; a link contains no longer value
const WITHOUT = "without"; // the name under which an address lists the fields whose values it lacks
const FILE = "file";
const PASTES = /^insertFrom(Paste|Drop|Yank)/; // types of input events

// --- what should stay out of addresses and storage

const SECRETS = [
  /\beyJ[\w-]{8,}\.[\w-]{8,}/, // a JSON Web Token
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\b(?:bearer|basic)\s+[\w+/=.~-]{8,}/i, // the header Authorization
  /\b(?:pass(?:word|wd|phrase)?|secret|token|api[ _-]?key|access[ _-]?key|credential)s?["']?\s*[:=]\s*\S/i,
  /\/\/[^\s/:@]+:[^\s/@]+@/, // a URL with a user's password
  // Prefixes by which services make their tokens known: GitHub, GitLab, Slack, Stripe, AWS, Google, npm, PyPI and
  // others.
  /\b(?:gh[oprsu]_|github_pat_|glpat-|xox[abeoprs]-|[prs]k_(?:live|test)_|sk-|npm_|pypi-|dop_v1_|hf_)[\w-]{12,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[\w-]{35}/,
  /^\s*[^\s:@/]+:(?!\d+\s*$)[^\s:/]{3,}\s*$/, // user:password, not host:port
  // One long word of small and capital letters and digits, which nobody wrote by hand.
  /^\s*(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[\w+/=.~-]{20,}\s*$/,
];

const looksSecret = (text) => SECRETS.some((pattern) => pattern.test(text));
const isLong = (control) => written(control).length > LONGEST;

const isHeldBack = (control) =>
  !isSecret(control) && !control.isShared && (control.isPasted || looksSecret(written(control)));

/**
 * The controls whose values are held back until a person shares them. No address contains a long text, shared or not.
 */
export const heldBack = (form) =>
  form.controls.filter((each) => isRelevant(each) && !isUntouched(each) && !isLong(each) && isHeldBack(each));

/** A person wants these values in the address and in the history. */
export function share(form) {
  for (const control of heldBack(form)) control.isShared = true;
}

// --- the address

/** The values that differ from the initial ones. Private values, long texts and files are only listed as lacking. */
export function state(form) {
  const entries = [];
  const lacking = fileOf(form) ? [FILE] : [];
  for (const control of form.controls.filter(isRelevant)) {
    const isSame = isUntouched(control) && !control.isGiven;
    if (control.isLacking) lacking.push(control.name);
    // A long text is not searched for secrets at each key.
    else if (isLong(control) || isSecret(control) || isHeldBack(control)) {
      if (!isSame) lacking.push(control.name);
      // A zone that the browser chose is always written: the browser of a person who opens the link may choose another.
    } else if (!isSame || isBrowserZone(control)) entries.push([control.name, written(control)]);
  }
  if (lacking.length) entries.push([WITHOUT, lacking.join(" ")]);
  return new URLSearchParams(entries).toString();
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
  forget(form);
  for (const control of form.controls) {
    const { name, kind, initial } = control;
    const given = isSecret(control) && kind !== "lines" ? null : values.get(name);
    const isLacking = lacking.includes(name) || (lacking.includes(FILE) && form.replaced.includes(name));
    if (given === null && isLacking && draft[name] === undefined) lack(control);
    else write(control, given ?? (isLacking ? draft[name] : initial));
    control.isGiven = control.isShared = given !== null; // no example replaces it, and the address has it already
  }
}

/** Put `values` into the form; null asks the person for a value. With `keep`, the others stay. `pasted`: they were. */
export function fill(form, values, { keep = false, pasted = false } = {}) {
  if (!keep) {
    forget(form);
    for (const control of form.controls) write(control, control.initial);
  }
  for (const [name, value] of Object.entries(values)) {
    const control = controlNamed(form, name);
    if (!control) continue;
    if (value === null) {
      lack(control);
      continue;
    }
    setLacking(control, false);
    control.isGiven = true;
    control.isShared = false;
    control.isPasted ||= pasted && mayBeEmpty(control);
    write(control, value);
  }
}

function forget(form) {
  if (fileOf(form)) form.fileInput.value = "";
  form.exampleOf = undefined;
  for (const control of form.controls) {
    Object.assign(control, { example: undefined, isGiven: false, isPasted: false, isShared: false });
    setLacking(control, false);
  }
}

function lack(control) {
  write(control, "");
  setLacking(control, true);
}

function setLacking(control, isLacking) {
  control.isLacking = isLacking;
  control.node.classList.toggle("lacking", isLacking);
}

/** A person has written in the control, so its value is no longer lacking. `how`: the input event's type. */
export function supplied(control, how = "") {
  setLacking(control, false);
  if (written(control) === "") control.isPasted = control.isShared = false;
  if (PASTES.test(how)) {
    control.isShared = false;
    control.isPasted ||= mayBeEmpty(control); // only a field that takes any text can hold a secret by mistake
  }
}

/** What must be filled in before a call can be sent, as { error, details } like an error of the service; or null. */
export function incomplete(form) {
  const controls = form.controls.filter(isRelevant);
  const isMissing = (each) => isRequired(each) && !mayBeEmpty(each) && read(each) === "";
  const blank = fileOf(form) ? [] : controls.filter((each) => each.isLacking || isMissing(each));
  if (blank.length) {
    const details = form.fileInput && form.replaced.includes(blank[0].name) ? "or choose a file" : "";
    return { error: `Fill in ${blank.map(labelOf).join(" and ")}`, details, controls: [] };
  }
  const empty = controls.find((each) => ["choices", "steps"].includes(each.kind) && read(each) === "");
  return empty ? { error: `Choose at least one ${labelOf(empty)}`, details: "", controls: [empty] } : null;
}

// --- drafts: what was typed is kept until the tab is closed, even if another function is shown, the page is reloaded
// or the service cannot be reached. Secrets and what was pasted are not kept.

const LONGEST_DRAFT = 500_000; // characters of one field; a browser keeps only some megabytes in all
const draftName = ({ name }) => `draft.${name}`;

/** Keep the values of all forms that were shown; otherwise those of an earlier page still stand. */
function keepDrafts() {
  for (const form of [...forms.values()].filter(({ isSeen }) => isSeen)) {
    const values = form.controls
      .filter((each) => !isSecret(each) && !isHeldBack(each) && !isUntouched(each))
      .map((each) => [each.name, written(each)])
      .filter(([, text]) => text.length <= LONGEST_DRAFT);
    keepForVisit(draftName(form), { state: state(form), values: Object.fromEntries(values) });
  }
}

addEventListener("pagehide", keepDrafts); // also at a reload
document.addEventListener("visibilitychange", keepDrafts); // a phone may end a hidden page without a further event

/** The draft of the form, as { state, values }, or an empty object. */
export const draftOf = (form) => recallFromVisit(draftName(form)) ?? {};

// The console: shows the function that the address names, sends a request when its form changes, and shows the answer.

import { between } from "./between.js";
import { callOf } from "./calls.js";
import { onCopy } from "./dom.js";
import { keepDraft, stateOfDraft, valuesOfDraft } from "./drafts.js";
import { clearErrors, showError } from "./errors.js";
import { addFinders } from "./finder.js";
import { begin, dataOf, fileOf, firstInput, mainControl, prefill, selectUntouched, showRelevant, takeDrops, titleOf } from "./form.js";
import { functionOf, isExplained, text } from "./functions.js";
import { addHistory, note, settle, unnote } from "./history.js";
import { UNAUTHORIZED, askForKey } from "./keys.js";
import { next } from "./next.js";
import { outcome, showAnswer, showFailure, showIncomplete, showNext, showNothing, showProgress, showRunning } from "./outcome.js";
import { askBeside, call, send } from "./request.js";
import { retry, stopRetrying } from "./retry.js";
import { fill, heldBack, incomplete, lackingIn, restore, share, state, supplied } from "./state.js";
import { tidy } from "./steps.js";
import { addTheme } from "./theme.js";

const DELAY = 150; // milliseconds from the last key to the call
const CHARACTERS = 500; // of the main text, which delay the call by a further millisecond: a long one is sent less often
const CANCELLED = "cancelled";
const AWAY = new Set([502, 503, 504]); // the statuses of a proxy that cannot reach the service

const forms = new Map([...document.querySelectorAll("form[data-name]")].map((form) => [form.dataset.name, form]));
const narrow = matchMedia("(max-width: 64rem)");
const seen = new Set(); // the forms that were shown since the page was loaded

let form;
let touched = false; // whether the form was changed since it is shown; otherwise its call is not kept
let pending = new AbortController();
let isAsking = false;
let isOutdated = false; // whether something was typed after the current call was sent
let timer;
let leaveFinder = () => {};

// --- which function

/** Show the function that the address names. Without settings, its form is as it was left in this visit. */
function route() {
  const [name, settings] = location.hash.replace(/^#\/?/, "").split("?");
  const wanted = forms.get(name) ?? forms.values().next().value;
  if (wanted === form && (settings ?? "") === state(form)) return;
  const wished = settings ?? (seen.has(wanted) ? undefined : stateOfDraft(wanted));
  if (wished !== undefined && wished !== state(wanted)) restore(wanted, wished, valuesOfDraft(wanted, wished));
  show(wanted);
}

/** Show a form with these values, which need not fit into an address. */
function go(name, values, { keep = false, focus = false, pasted = false } = {}) {
  const wanted = forms.get(name);
  const left = seen.has(wanted) ? undefined : stateOfDraft(wanted);
  if (keep && left !== undefined) restore(wanted, left, valuesOfDraft(wanted, left));
  fill(wanted, values, { keep, pasted });
  history.pushState(null, "", `#/${name}`);
  show(wanted);
  if (focus && matchMedia("(pointer: fine)").matches) (wanted.querySelector(".lacking :is(textarea, input)") ?? firstInput(wanted))?.focus();
}

function show(wanted) {
  settle();
  leaveFinder(wanted.dataset.name);
  form = wanted;
  seen.add(form);
  touched = false;
  for (const other of forms.values()) other.closest(".function").hidden = other !== form;
  for (const link of document.querySelectorAll("[data-function]")) {
    const isCurrent = link.dataset.function === form.dataset.name;
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    const operations = link.parentElement.querySelector(".operations");
    if (operations) operations.hidden = !isCurrent;
    if (isCurrent) link.scrollIntoView({ block: "nearest", inline: "center" });
  }
  document.title = `${titleOf(form)} · utilitysvc`;
  changed();
  functionOf(form.dataset.name).shown?.(form);
  place();
  showNothing();
  ask();
}

/** After a change of the form: show the controls that its values need, and write the values into the address. */
function changed() {
  prefill(form);
  showRelevant(form);
  const settings = state(form);
  const address = `#/${form.dataset.name}${settings && `?${settings}`}`;
  if (location.hash !== address) history.replaceState(null, "", address);
  keepDraft(form);
  form.querySelector(".share").hidden = !heldBack(form).length;
}

/** If there is only one column, put the answer right under the main controls, before the options. */
function place() {
  if (narrow.matches) form.querySelector(".actions").after(outcome);
  else document.getElementById("main").append(outcome);
}

function fold() {
  for (const more of document.querySelectorAll(".more")) more.open = !narrow.matches;
}

// --- asking

/** Send a call when nothing was typed for a moment. It waits for the current call, so that there is one at a time. */
function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (isAsking) isOutdated = true;
    else ask();
  }, DELAY + (mainControl(form)?.querySelector("textarea").value.length ?? 0) / CHARACTERS);
}

async function ask() {
  clearTimeout(timer);
  stopRetrying();
  unnote();
  pending.abort();
  pending = new AbortController();
  const { signal } = pending;
  isAsking = true;
  isOutdated = false;
  await answer(signal).finally(() => {
    if (signal === pending.signal) isAsking = false; // otherwise a newer call was sent
  });
  if (!isAsking && isOutdated) ask();
}

async function answer(signal) {
  const { name } = form.dataset;
  clearErrors(form);
  const lacking = incomplete(form);
  if (lacking) {
    // A field that is only empty is no mistake: it is not shown as one.
    showIncomplete(lacking, !lacking.isBlank && showError(form, lacking));
    return;
  }
  const data = dataOf(form);
  const request = call(form, functionOf(name).request?.(form, data) ?? data, fileOf(form));
  showRunning(() => pending.abort(CANCELLED));
  const answer = await send(request, signal, showProgress).catch((error) => showNoAnswer(error, name, request, signal));
  if (!answer || signal.aborted) return; // there is no answer, or a newer call was sent
  if (!answer.isOurs) {
    const details = "This answer did not come from the service. It may come from a proxy in front of it.";
    showFailure(name, request, `${answer.status} · ${answer.milliseconds} ms`, { error: answer.status, details });
  } else {
    const isError = !answer.ok && !isExplained(name, answer.body);
    showAnswer(name, request, answer, isError && showError(form, answer.body, write));
    const offered = answer.code === UNAUTHORIZED
      ? { nodes: [askForKey(ask)], parts: [] }
      : next(form, request.data, answer.ok && { text: text(name, answer.body) }, { go, signal });
    showNext(offered.nodes);
    askBeside([...offered.parts, between(form, request.data)].filter(Boolean), signal);
    if (!isError && (touched || state(form))) note(callOf(form));
  }
  if (AWAY.has(answer.code)) retry(ask);
}

function showNoAnswer(error, name, request, signal) {
  if (signal.reason === CANCELLED) showFailure(name, request, "Cancelled", { error: "Cancelled" });
  if (signal.aborted) return;
  if (!(error instanceof TypeError)) throw error; // fetch rejects with a TypeError if there is no response
  const details = "The call is repeated automatically as soon as the service is back.";
  showFailure(name, request, "No answer", { error: "The service cannot be reached", details });
  retry(ask);
}

/** Send the call at once and keep it in the history, because a person asked for it. */
async function askNow() {
  touched = true;
  await ask();
  settle();
}

/** Put values into the form and send the call, for example when one of several meanings of a value was chosen. */
function write(values) {
  fill(form, values, { keep: true });
  touched = true;
  changed();
  ask();
}

// --- the forms

for (const each of forms.values()) {
  functionOf(each.dataset.name).begin?.(each);
  begin(each);
  selectUntouched(each);
  takeDrops(each);
  each.addEventListener("input", ({ target, inputType }) => {
    const field = target.closest(".field");
    if (!field) return;
    if (target.closest(".chain")) tidy(target.closest("[data-control]"));
    supplied(field, inputType);
    touched = true;
    changed();
    if (target.matches("textarea, input:not([type=checkbox], [type=radio])")) askSoon();
    else ask();
  });
  each.addEventListener("submit", (event) => {
    event.preventDefault();
    askNow().then(() => outcome.scrollIntoView({ block: "nearest" }));
  });
  each.addEventListener("reset", (event) => {
    event.preventDefault();
    fill(form, {});
    touched = false;
    changed();
    ask();
  });
  each.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) askNow();
  });
  each.querySelector("button.share").addEventListener("click", () => {
    share(each);
    changed();
    askNow();
  });
  const link = each.querySelector("button.link");
  onCopy(link, () => location.href, () => {
    const lacking = lackingIn(state(each));
    return lacking.length ? `Copied without ${lacking.join(", ")}` : "Copied";
  });
}

for (const link of document.querySelectorAll("[data-go]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens the link in another window
    event.preventDefault();
    go(link.dataset.go, { [link.dataset.parameter]: link.dataset.operation }, { keep: true });
  });
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the link would replace the address, which names the function
  firstInput(form).focus();
});

narrow.addEventListener("change", () => {
  fold();
  place();
});

addEventListener("write", ({ detail }) => write(detail)); // a view offers values for the form

addHistory(forms);
leaveFinder = addFinders(forms, go);
addTheme();
addEventListener("hashchange", route);
fold();
route();

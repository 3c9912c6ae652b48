// The console: shows the function that the address names, asks the service as its form changes, and shows what it says.

import { severalAddresses, takeLines } from "./addresses.js";
import { isExplained } from "./answers.js";
import { showBetween } from "./between.js";
import { callOf } from "./calls.js";
import { prefill } from "./examples.js";
import { onCopy } from "./dom.js";
import { fileOf, takeDrops } from "./file.js";
import { begin, clearErrors, incomplete, question, restore, showError, showRelevant, state, titleOf } from "./form.js";
import { addHistory, note, settle, showStar, unnote } from "./history.js";
import { next } from "./next.js";
import { keepOffline } from "./offline.js";
import { outcome, showAnswer, showFailure, showIncomplete, showNext, showNothing, showProgress, showRunning } from "./outcome.js";
import { addPalette } from "./palette.js";
import { addPickers } from "./picker.js";
import { call, send } from "./request.js";
import { retry, stopRetrying } from "./retry.js";
import { addSliders, moveSliders } from "./sliders.js";
import { tidy } from "./steps.js";
import { suggestZones } from "./suggestions.js";
import { addTheme } from "./theme.js";

const DELAY = 150; // milliseconds from the last key to the call
const CANCELLED = "cancelled";
const AWAY = new Set([502, 503, 504]); // what a proxy answers while the service behind it is away

const forms = new Map([...document.querySelectorAll("form[data-name]")].map((form) => [form.dataset.name, form]));
const narrow = matchMedia("(max-width: 64rem)");

let form;
let touched = false; // since the form is shown: a form that is only looked at is no call to come back to
let pending = new AbortController();
let timer;

// --- which function

function route() {
  const [name, settings] = location.hash.replace(/^#\/?/, "").split("?");
  const wanted = forms.get(name) ?? forms.values().next().value;
  if (wanted === form && (settings ?? "") === state(form)) return;
  settle();
  form = wanted;
  touched = false;
  for (const other of forms.values()) other.closest(".function").hidden = other !== form;
  for (const link of document.querySelectorAll("[data-function]")) {
    if (link.dataset.function === form.dataset.name) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "center" });
    } else {
      link.removeAttribute("aria-current");
    }
  }
  document.title = `${titleOf(form)} · utilitysvc`;
  if (settings !== undefined) restore(form, settings); // without any, the form is as it was left
  changed();
  suggestZones(form);
  place();
  showNothing();
  ask();
}

/** The form has other values: show what they need, and keep them in the address. */
function changed() {
  prefill(form);
  showRelevant(form);
  moveSliders(form);
  const settings = state(form);
  history.replaceState(null, "", `#/${form.dataset.name}${settings && `?${settings}`}`);
  showStar(form);
}

/** Where there is one column the answer stands right under what was asked, and before the options. */
function place() {
  if (narrow.matches) form.querySelector(".actions").after(outcome);
  else document.getElementById("main").append(outcome);
}

function fold() {
  for (const more of document.querySelectorAll(".more")) more.open = !narrow.matches;
}

// --- asking

function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(ask, DELAY);
}

async function ask() {
  clearTimeout(timer);
  stopRetrying();
  unnote();
  pending.abort();
  pending = new AbortController();
  const { signal } = pending;
  const { name } = form.dataset;
  clearErrors(form);
  const lacking = incomplete(form);
  if (lacking) {
    showError(form, lacking);
    showIncomplete(lacking.error);
    return;
  }
  const asked = call(form, severalAddresses(form, question(form)), fileOf(form));
  showRunning(() => pending.abort(CANCELLED));
  try {
    const answer = await send(asked, signal, showProgress);
    if (signal.aborted) return;
    if (!answer.isOurs) {
      const details = "This answer did not come from the service. It may come from a proxy in front of it.";
      showFailure(name, asked, `${answer.status} · ${answer.milliseconds} ms`, { error: answer.status, details });
    } else {
      showAnswer(name, asked, answer);
      showNext(next(form, asked.question));
      showBetween(form, asked.question, signal).catch(() => {}); // it is more than was asked for
      if (!answer.ok && !isExplained(answer.body)) showError(form, answer.body);
      else if (touched || state(form)) note(callOf(form));
    }
    if (AWAY.has(answer.code)) retry(ask);
  } catch (fault) {
    if (signal.reason === CANCELLED) return showFailure(name, asked, "Cancelled", { error: "Cancelled" });
    if (signal.aborted) return; // something else is asked by now
    const details = "The call is repeated automatically as soon as the service is back.";
    showFailure(name, asked, "No answer", { error: "The service cannot be reached", details });
    retry(ask);
  }
}

/** As somebody wants it now: this is a call to come back to. */
async function askNow() {
  touched = true;
  await ask();
  settle();
}

// --- the forms

for (const each of forms.values()) {
  addPickers(each);
  addSliders(each);
  begin(each);
  takeDrops(each);
  takeLines(each);
  each.addEventListener("input", ({ target }) => {
    if (!target.closest(".field")) return;
    if (target.closest(".chain")) tidy(target.closest("[data-control]"));
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
    restore(form, "", { all: true });
    touched = false;
    changed();
    ask();
  });
  each.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) askNow();
  });
}

narrow.addEventListener("change", () => {
  fold();
  place();
});
for (const button of document.querySelectorAll("button.link")) onCopy(button, () => location.href);

addHistory(forms, () => form);
addPalette(forms);
addTheme();
keepOffline();
addEventListener("hashchange", route);
fold();
route();

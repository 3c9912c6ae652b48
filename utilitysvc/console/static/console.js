// The console: shows the function that the address names, asks the service as its form changes, and shows what it says.

import { onCopy } from "./dom.js";
import { fileOf, takeDrops } from "./file.js";
import { begin, clearErrors, question, restore, showError, showRelevant, state } from "./form.js";
import { figure, value } from "./answers.js";
import { pretty } from "./json.js";
import { suggestZones } from "./suggestions.js";
import { call, send, SNIPPETS } from "./request.js";
import { tidy } from "./steps.js";

const DELAY = 150; // milliseconds from the last key to the call

const forms = new Map([...document.querySelectorAll("form[data-name]")].map((form) => [form.dataset.name, form]));
const outcome = document.getElementById("outcome");
const status = document.getElementById("status");
const valueCard = document.getElementById("value");
const figureCard = document.getElementById("figure");
const code = document.getElementById("code");
const tabs = [...document.querySelectorAll("[role=tab]")];

let form;
let lastCall;
let lastAnswer;
let pending = new AbortController();
let timer;

// --- which function

function route() {
  const [name, settings = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const wanted = forms.get(name) ?? forms.values().next().value;
  if (wanted === form && settings === state(form)) return;
  form = wanted;
  for (const other of forms.values()) other.closest(".function").hidden = other !== form;
  for (const link of document.querySelectorAll("[data-function]")) {
    if (link.dataset.function === form.dataset.name) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "center" });
    } else {
      link.removeAttribute("aria-current");
    }
  }
  document.title = `${form.closest(".function").querySelector("h1").textContent} · utilitysvc`;
  restore(form, settings);
  showRelevant(form);
  suggestZones(form);
  outcome.hidden = true;
  ask();
}

function rememberInAddress() {
  const settings = state(form);
  history.replaceState(null, "", `#/${form.dataset.name}${settings && `?${settings}`}`);
}

// --- asking

function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(ask, DELAY);
}

async function ask() {
  clearTimeout(timer);
  pending.abort();
  pending = new AbortController();
  const { signal } = pending;
  const asked = call(form, question(form), fileOf(form));
  outcome.setAttribute("aria-busy", "true");
  try {
    const answer = await send(asked, signal);
    if (!signal.aborted) show(asked, answer);
  } catch (fault) {
    if (fault.name !== "AbortError") showFailure(fault);
  }
}

// --- showing

function show(asked, answer) {
  lastCall = asked;
  lastAnswer = answer;
  clearErrors(form);
  outcome.hidden = false;
  outcome.removeAttribute("aria-busy");
  outcome.classList.toggle("refused", !answer.ok);
  status.textContent = `${answer.status} · ${answer.milliseconds} ms · ${answer.bytes.toLocaleString("en")} bytes`;
  if (answer.ok) {
    valueCard.replaceChildren(...value(form.dataset.name, answer.body));
    const drawn = figure(form.dataset.name, answer.body);
    figureCard.hidden = drawn.length === 0;
    figureCard.replaceChildren(...drawn);
  } else {
    showError(form, answer.body);
    valueCard.replaceChildren(message(answer.body));
    figureCard.hidden = true;
  }
  showCode();
}

function message({ error, details }) {
  const paragraph = document.createElement("p");
  paragraph.className = "message";
  paragraph.append(Object.assign(document.createElement("strong"), { textContent: error }));
  if (details) paragraph.append(Object.assign(document.createElement("span"), { textContent: details }));
  return paragraph;
}

function showFailure() {
  outcome.hidden = false;
  outcome.removeAttribute("aria-busy");
  outcome.classList.add("refused");
  status.textContent = "No answer";
  valueCard.replaceChildren(message({ error: "The service cannot be reached", details: "Is it still running?" }));
  figureCard.hidden = true;
}

// --- the answer and the call as text

const selectedTab = () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true");

function showCode() {
  const { tab } = selectedTab().dataset;
  code.replaceChildren(...(tab === "answer" ? pretty(lastAnswer.text) : [SNIPPETS[tab](lastCall)]));
  code.setAttribute("aria-labelledby", `tab-${tab}`);
  code.scrollTop = 0;
}

function select(tab) {
  for (const other of tabs) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
  }
  showCode();
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step) {
      const next = tabs.at((index + step) % tabs.length);
      next.focus();
      select(next);
    }
  });
}

onCopy(document.getElementById("copy-code"), () => code.textContent);

// --- the forms

for (const each of forms.values()) {
  begin(each);
  takeDrops(each);
  each.addEventListener("input", ({ target }) => {
    if (target.closest(".chain")) tidy(target.closest("[data-control]"));
    showRelevant(form);
    rememberInAddress();
    if (target.matches("textarea, input:not([type=checkbox], [type=radio])")) askSoon();
    else ask();
  });
  each.addEventListener("submit", (event) => {
    event.preventDefault();
    ask().then(() => outcome.scrollIntoView({ block: "nearest" }));
  });
  each.addEventListener("reset", (event) => {
    event.preventDefault();
    restore(form, "");
    showRelevant(form);
    rememberInAddress();
    ask();
  });
  each.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) ask();
  });
}

addEventListener("hashchange", route);
route();

// What the page shows of an answer: its status, its value, a figure, and answer and call as text.

import { figure, isExplained, message, value } from "./answers.js";
import { onCopy } from "./dom.js";
import { save } from "./download.js";
import { pretty } from "./json.js";
import { plain } from "./plain.js";
import { SNIPPETS } from "./snippets.js";
import { tabs } from "./tabs.js";

const RESIZED = 20; // pixels: a scroll bar alone makes no figure anew
const SLOW = 400; // milliseconds after which a call is said to run

export const outcome = document.getElementById("outcome");
const status = document.getElementById("status");
const running = document.getElementById("running");
const bar = running.querySelector("progress");
const sent = running.querySelector("span");
const valueCard = document.getElementById("value");
const figureCard = document.getElementById("figure");
const code = document.getElementById("code");
const copyCode = document.getElementById("copy-code");
const saveJson = document.getElementById("save-json");
const saveText = document.getElementById("save-text");
const currentTab = tabs(document.querySelector("[role=tablist]"), showCode);

let shown = {}; // the form's name, the call, and what came of it
let slow;
let cancelCall;
let width; // for which the figure is drawn

/** A call is on its way, which `cancel` ends. */
export function showRunning(cancel) {
  outcome.setAttribute("aria-busy", "true");
  clearTimeout(slow);
  cancelCall = cancel;
  bar.removeAttribute("value");
  sent.textContent = "";
  slow = setTimeout(() => {
    outcome.hidden = false;
    outcome.classList.remove("refused");
    outcome.classList.add("running");
    status.textContent = "Waiting for the answer …";
    running.hidden = false;
  }, SLOW);
}

/** So many bytes of a file are sent. */
export function showProgress(loaded, all) {
  bar.value = all ? loaded / all : 1;
  sent.textContent = loaded < all ? `${megabytes(loaded)} of ${megabytes(all)} MB` : "Sent, being hashed …";
}

const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1);

/** The answer to a call. */
export function showAnswer(name, call, answer) {
  const size = `${answer.bytes.toLocaleString("en")} bytes`;
  show({ name, call, answer }, `${answer.status} · ${answer.milliseconds} ms · ${size}`, !answer.ok && !isExplained(answer.body));
  valueCard.replaceChildren(...value(name, answer));
  showFigure();
}

/** What may be wanted next, under the value. */
export function showNext(nodes) {
  valueCard.append(...nodes);
}

/** Nothing of the service came: `error` and `details` say what did. */
export function showFailure(name, call, title, { error, details }) {
  show({ name, call }, title, true);
  valueCard.replaceChildren(message({ error, details }));
  figureCard.hidden = true;
}

/** The form cannot be asked yet. */
export function showIncomplete(error) {
  showFailure("", null, "Nothing was sent", { error });
}

/** Forget what is shown, as when another function is. */
export function showNothing() {
  outcome.hidden = true;
  valueCard.replaceChildren();
  figureCard.replaceChildren();
  shown = {};
}

function show(now, title, refused) {
  clearTimeout(slow);
  shown = now;
  outcome.hidden = false;
  outcome.removeAttribute("aria-busy");
  outcome.classList.remove("running");
  running.hidden = true;
  outcome.classList.toggle("refused", refused);
  status.textContent = title;
  showCode();
}

function showFigure() {
  width = outcome.clientWidth;
  const drawn = shown.answer?.ok ? figure(shown.name, shown.answer.body) : [];
  figureCard.hidden = drawn.length === 0;
  figureCard.replaceChildren(...drawn);
}

function showCode() {
  const tab = currentTab();
  const { call, answer } = shown;
  const nodes = tab === "answer" ? pretty(answer?.text ?? "") : [call ? SNIPPETS[tab](call) : ""];
  code.replaceChildren(...nodes);
  code.setAttribute("aria-labelledby", `tab-${tab}`);
  code.scrollTop = 0;
  copyCode.parentElement.hidden = !code.textContent;
  saveJson.hidden = tab !== "answer" || !answer;
  saveText.hidden = saveJson.hidden || text() === undefined;
}

/** The answer as plain text, where it has one. */
const text = () => (shown.answer.ok ? plain(shown.name, shown.answer.body) : undefined);

running.querySelector("button").addEventListener("click", () => cancelCall());
onCopy(copyCode, () => code.textContent);
saveJson.addEventListener("click", () => save(`${shown.name}.json`, shown.answer.text));
saveText.addEventListener("click", () => save(`${shown.name}.txt`, text()));

// A figure is drawn for the width that it has, so that its letters keep their size.
new ResizeObserver(() => {
  if (Math.abs(outcome.clientWidth - width) > RESIZED && !figureCard.hidden && !figureCard.contains(document.activeElement)) showFigure();
}).observe(outcome);

// What the page shows of an answer: its status, its value, a figure, and answer and call as text.

import { element, onCopy, save } from "./dom.js";
import { figure, isExplained, message, text, value } from "./functions.js";
import { MOST_COLOURED, pretty } from "./json.js";
import { hasKey } from "./keys.js";
import { shortened } from "./parts.js";
import { keep, recall } from "./store.js";
import { tabs } from "./tabs.js";

const RESIZED = 20; // pixels: a scroll bar alone makes no figure anew
const SLOW = 400; // milliseconds after which a call is said to run
const OPEN = "code-open";
const MOST_SAID = 3; // values of an answer that are read out
const LONGEST_SAID = 200; // characters

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
const codeCard = document.querySelector(".card.code");
const codePanel = document.getElementById("code-panel");
const unfold = document.getElementById("unfold");
const currentTab = tabs(document.querySelector("[role=tablist]"), () => setOpen(true));

let shown = {}; // the form's name, the call, and what came of it
let whole = ""; // the text that is shown as JSON or code, all of it
let isOpen = recall(OPEN, matchMedia("(min-width: 110rem)").matches);
let snippets; // by the names of the tabs, once they are loaded
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
    outcome.dataset.kind = "running";
    status.textContent = "Waiting for the answer …";
    running.hidden = false;
  }, SLOW);
}

/** So many bytes of a file are sent. */
export function showProgress(loaded, all) {
  bar.value = all ? loaded / all : 1;
  sent.textContent = loaded < all ? `${megabytes(loaded)} of ${megabytes(all)} MB` : "Sent, waiting for the answer …";
}

const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1);

/** The answer to a call. `atField`: an error that stands beside a field of the form, and need not be said here too. */
export function showAnswer(name, call, answer, atField) {
  const size = `${answer.bytes.toLocaleString("en")} bytes`;
  const kind = answer.ok ? "good" : isExplained(name, answer.body) ? "explained" : "refused";
  show({ name, call, answer }, `${answer.status} · ${answer.milliseconds} ms · ${size}`, kind);
  valueCard.hidden = atField;
  valueCard.replaceChildren(...(atField ? [] : value(name, answer, call.question)));
  announce(valueCard);
  showFigure();
}

/** What may be wanted next, under the value. */
export function showNext(nodes) {
  if (!nodes.length) return;
  valueCard.append(...nodes);
  valueCard.hidden = false;
}

/** Nothing of the service came: `error` and `details` say what did. */
export function showFailure(name, call, title, { error, details }) {
  show({ name, call }, title, "refused");
  valueCard.hidden = false;
  valueCard.replaceChildren(message({ error, details }));
  figureCard.hidden = true;
}

/** The form cannot be asked yet, and says so at its fields; or here, where these are folded away. */
export function showIncomplete(lacking, atField) {
  show({ name: "" }, "Nothing was sent", "waiting");
  valueCard.hidden = atField;
  valueCard.replaceChildren(...(atField ? [] : [message(lacking)]));
  figureCard.hidden = true;
}

/** Forget what is shown, as when another function is. */
export function showNothing() {
  outcome.hidden = true;
  valueCard.replaceChildren();
  figureCard.replaceChildren();
  shown = {};
}

function show(now, title, kind) {
  clearTimeout(slow);
  shown = now;
  outcome.hidden = false;
  outcome.removeAttribute("aria-busy");
  running.hidden = true;
  outcome.dataset.kind = kind;
  status.textContent = title;
  codeCard.hidden = !now.call;
  showCode();
}

/** Say the value after the status, to those who cannot see it. */
function announce(card) {
  const said = [...card.querySelectorAll(".verdict, .message, .hero, dd > :first-child")].slice(0, MOST_SAID).map((node) => node.textContent.slice(0, LONGEST_SAID));
  if (said.length) status.append(element("span", { class: "offstage" }, ` ${said.join(", ")}`));
}

function showFigure() {
  width = outcome.clientWidth;
  const drawn = shown.answer?.ok ? figure(shown.name, shown.answer.body, shown.call.question) : [];
  figureCard.hidden = drawn.length === 0;
  figureCard.replaceChildren(...drawn);
}

function showCode() {
  const tab = currentTab();
  const { call, answer } = shown;
  const isAnswer = tab === "answer";
  codePanel.hidden = !isOpen;
  unfold.setAttribute("aria-expanded", String(isOpen));
  if (!isOpen || !call) return; // what nobody sees need not be made
  saveJson.hidden = !isAnswer || !answer;
  saveText.hidden = saveJson.hidden || plain() === undefined;
  if (!isAnswer && !snippets) {
    loadSnippets();
    return;
  }
  whole = isAnswer ? (answer?.text ?? "") : snippets[tab]({ ...call, hasKey: hasKey() });
  code.replaceChildren(...(isAnswer ? pretty(whole) : shortened(whole, MOST_COLOURED)));
  code.setAttribute("aria-labelledby", `tab-${tab}`);
  copyCode.parentElement.hidden = !code.textContent;
}

/** The script that writes calls as code is loaded when they are first wanted. */
function loadSnippets() {
  code.replaceChildren();
  import("./snippets.js").then(
    (loaded) => {
      snippets = loaded.SNIPPETS;
      showCode();
    },
    () => code.replaceChildren("This cannot be shown while the service cannot be reached."),
  );
}

/** JSON and code are folded away until somebody wants them. */
function setOpen(open) {
  isOpen = open;
  keep(OPEN, open);
  showCode();
}

/** The answer as plain text, where it has one. */
const plain = () => (shown.answer.ok ? text(shown.name, shown.answer.body) : undefined);

unfold.addEventListener("click", () => setOpen(!isOpen));
running.querySelector("button").addEventListener("click", () => cancelCall());
onCopy(copyCode, () => (whole.length > MOST_COLOURED ? whole : code.textContent));
saveJson.addEventListener("click", () => save(`${shown.name}.json`, shown.answer.text));
saveText.addEventListener("click", () => save(`${shown.name}.txt`, plain()));

// A figure is drawn for the width that it has, so that its letters keep their size.
new ResizeObserver(() => {
  if (Math.abs(outcome.clientWidth - width) > RESIZED && !figureCard.hidden && !figureCard.contains(document.activeElement)) showFigure();
}).observe(outcome);

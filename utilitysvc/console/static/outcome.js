// Shows an answer: its status, its value, a figure, and both the answer and the call as text.

import { element, onCopy, save } from "./dom.js";
import { figure, isExplained, message, text, value } from "./functions.js";
import { MOST_COLOURED, pretty } from "./json.js";
import { hasKey } from "./keys.js";
import { shortened } from "./parts.js";
import { keep, recall } from "./store.js";
import { tabs } from "./tabs.js";

const RESIZED = 20; // pixels; a smaller change, such as by a scroll bar, does not redraw the figure
const SLOW = 400; // milliseconds after which the page says that a call is running
const OPEN = "code-open";
const MOST_SAID = 3; // values of an answer that a screen reader says
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

let shown = {}; // the form's name, the call, and its answer
let whole = ""; // the whole text of which the beginning is shown as JSON or code
let isOpen = recall(OPEN, matchMedia("(min-width: 110rem)").matches);
let snippets; // by the names of the tabs, once they are loaded
let slow;
let cancelCall;
let width; // for which the figure is drawn

/** Show that a call is running. `cancel`: ends it. */
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

/** Show how many bytes of a file were sent. */
export function showProgress(loaded, all) {
  bar.value = all ? loaded / all : 1;
  sent.textContent = loaded < all ? `${megabytes(loaded)} of ${megabytes(all)} MB` : "Sent, waiting for the answer …";
}

const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1);

/** Show the answer to a call. `atField`: whether a field of the form shows its error, which is not repeated here. */
export function showAnswer(name, call, answer, atField) {
  const size = `${answer.bytes.toLocaleString("en")} bytes`;
  const kind = answer.ok ? "good" : isExplained(name, answer.body) ? "explained" : "refused";
  show({ name, call, answer }, `${answer.status} · ${answer.milliseconds} ms · ${size}`, kind);
  valueCard.hidden = atField;
  valueCard.replaceChildren(...(atField ? [] : value(name, answer, call.data)));
  announce(valueCard);
  showFigure();
}

/** Show offers of next steps under the value. */
export function showNext(nodes) {
  if (!nodes.length) return;
  valueCard.append(...nodes);
  valueCard.hidden = false;
}

/** Show that there is no answer from the service. `error` and `details` tell what happened instead. */
export function showFailure(name, call, title, { error, details }) {
  show({ name, call }, title, "refused");
  valueCard.hidden = false;
  valueCard.replaceChildren(message({ error, details }));
  figureCard.hidden = true;
}

/** Show what the form lacks, unless its fields show it visibly (`atField`). */
export function showIncomplete(lacking, atField) {
  show({ name: "" }, "Nothing was sent", "waiting");
  valueCard.hidden = atField;
  valueCard.replaceChildren(...(atField ? [] : [message(lacking)]));
  figureCard.hidden = true;
}

/** Remove the answer, for example before another function is shown. */
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

/** Let screen readers say the value after the status. */
function announce(card) {
  const said = [...card.querySelectorAll(".verdict, .message, .hero, dd > :first-child")].slice(0, MOST_SAID).map((node) => node.textContent.slice(0, LONGEST_SAID));
  if (said.length) status.append(element("span", { class: "offstage" }, ` ${said.join(", ")}`));
}

function showFigure() {
  width = outcome.clientWidth;
  const drawn = shown.answer?.ok ? figure(shown.name, shown.answer.body, shown.call.data) : [];
  figureCard.hidden = drawn.length === 0;
  figureCard.replaceChildren(...drawn);
}

function showCode() {
  const tab = currentTab();
  const { call, answer } = shown;
  const isAnswer = tab === "answer";
  codePanel.hidden = !isOpen;
  unfold.setAttribute("aria-expanded", String(isOpen));
  if (!isOpen || !call) return; // text that is not visible is not made
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

/** Load the script that writes calls as code. This is done when a person first opens such a tab. */
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

/** Show or hide JSON and code, and keep the choice. */
function setOpen(open) {
  isOpen = open;
  keep(OPEN, open);
  showCode();
}

/** The answer as plain text, or undefined if it has none. */
const plain = () => (shown.answer.ok ? text(shown.name, shown.answer.body) : undefined);

unfold.addEventListener("click", () => setOpen(!isOpen));
running.querySelector("button").addEventListener("click", () => cancelCall());
onCopy(copyCode, () => (whole.length > MOST_COLOURED ? whole : code.textContent));
saveJson.addEventListener("click", () => save(`${shown.name}.json`, shown.answer.text));
saveText.addEventListener("click", () => save(`${shown.name}.txt`, plain()));

// A figure is drawn for its present width, so that its letters keep their size.
new ResizeObserver(() => {
  if (Math.abs(outcome.clientWidth - width) > RESIZED && !figureCard.hidden && !figureCard.contains(document.activeElement)) showFigure();
}).observe(outcome);

// The console: shows the function that the address names, sends a request when its form changes, and shows the answer.

import {
  controlOf,
  dataOf,
  fileOf,
  firstInput,
  forms,
  KINDS,
  mainControl,
  showExample,
  showRelevant,
  written,
} from "./forms.js";
import * as outcome from "./outcome.js";
import { all, onCopy, one } from "./parts.js";
import { askBeside, call, keep, keepKey, recall, retry, send, stopRetrying, UNAUTHORIZED } from "./request.js";
import { draftOf, fill, heldBack, incomplete, lackingIn, restore, share, state, supplied } from "./state.js";

const DELAY = 150; // milliseconds from the last key to the call
const CHARACTERS = 500; // of the main text, which delay the call by a millisecond more: a long one is sent less often
const CANCELLED = "cancelled";
const AWAY = new Set([502, 503, 504]); // the statuses of a proxy that cannot reach the service
const UNREACHABLE = "The service cannot be reached";
const THEME = "theme";

const narrow = matchMedia("(max-width: 64rem)");

/** What is going on: one form is shown, of which one call at a time is on its way. */
const now = {
  /** @type {import("./forms.js").Form} */
  form: undefined,
  wanted: undefined, // the form that will be shown once what it needs is loaded
  isTouched: false, // whether the form was changed since it is shown; otherwise its call is not kept
  pending: new AbortController(),
  isAsking: false,
  isOutdated: false, // whether something was typed after the current call was sent
  timer: undefined,
};

// --- what is loaded after the first answer

let loading;

/**
 * Load the search box, the history, the offers of next steps and the code of calls. Returns what makes the offers; null
 * where they cannot be loaded.
 */
function extras() {
  loading ??= Promise.all([import("./finder.js"), import("./history.js"), import("./next.js"), import("./code.js")])
    .then(async ([finder, history, { next }]) => {
      await outcome.loadAll();
      finder.addFinders(go);
      history.addHistory();
      return next;
    })
    .catch(() => {
      loading = undefined; // the next answer tries again
      return null;
    });
  return loading;
}

// --- which function

/** Show the function that the address names. Without settings, its form is as it was left in this visit. */
async function route() {
  const [name, settings] = location.hash.replace(/^#\/?/, "").split("?");
  const wanted = forms.get(name) ?? forms.values().next().value;
  now.wanted = wanted;
  if (wanted === now.form && (settings ?? "") === state(wanted)) return;
  if (!(await ready(wanted))) return;
  const draft = draftOf(wanted);
  const wished = settings ?? (wanted.isSeen ? undefined : draft.state);
  if (wished !== undefined && wished !== state(wanted))
    restore(wanted, wished, draft.state === wished ? draft.values : {});
  show(wanted);
}

/** Show a form with these values, which need not fit into an address. */
async function go(name, values, { keep = false, focus = false, pasted = false } = {}) {
  const wanted = forms.get(name);
  if (!(await ready(wanted))) return;
  const draft = draftOf(wanted);
  if (keep && !wanted.isSeen && draft.state !== undefined) restore(wanted, draft.state, draft.values);
  fill(wanted, values, { keep, pasted });
  history.pushState(null, "", `#/${name}`);
  show(wanted);
  if (focus && matchMedia("(pointer: fine)").matches) firstInput(wanted)?.focus();
}

/** Load what a form needs. Returns whether it is still the one that is wanted. */
async function ready(wanted) {
  now.wanted = wanted;
  now.pending.abort();
  outcome.showNothing();
  try {
    await outcome.open(wanted);
  } catch {
    const details = "The page is loaded again as soon as the service is back.";
    outcome.showFailure(wanted.name, undefined, "No answer", { error: UNREACHABLE, details });
    retry(() => location.reload()); // a browser may not load a script again that it could not load
    return false;
  }
  return now.wanted === wanted;
}

/** Tell the search box and the history what becomes of a form: it is opened, asked, answered, or its call is wanted. */
const tell = (what, form) => dispatchEvent(new CustomEvent(what, { detail: form }));

function show(form) {
  tell("opened", form);
  now.form = form;
  form.isSeen = true;
  now.isTouched = false;
  for (const other of forms.values()) other.node.closest(".function").hidden = other !== form;
  for (const link of all("[data-function]")) {
    const isCurrent = link.dataset.function === form.name;
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    const operations = one(".operations", link.parentElement);
    if (operations) operations.hidden = !isCurrent;
    if (isCurrent) link.scrollIntoView({ block: "nearest", inline: "center" });
  }
  document.title = `${form.title} · utilitysvc`;
  changed();
  place();
  ask();
}

/** After a change of the form: show the controls that its values need, and write the values into the address. */
function changed() {
  const { form } = now;
  showExample(form);
  showRelevant(form);
  const settings = state(form);
  const address = `#/${form.name}${settings && `?${settings}`}`;
  if (location.hash !== address) history.replaceState(null, "", address);
  one(".share", form.node).hidden = !heldBack(form).length;
}

/** If there is only one column, put the answer right under the main controls, and the options under its value. */
function place() {
  for (const { node } of forms.values()) {
    const more = one(".more", node);
    if (!more) continue;
    more.open = !narrow.matches;
    if (more.parentElement !== node) node.append(more);
  }
  if (!narrow.matches) return one("#main").append(outcome.node);
  one(".actions", now.form.node).after(outcome.node);
  const more = one(".more", now.form.node);
  if (more) one("#value").after(more);
}

// --- asking

/** Send a call when nothing was typed for a moment. It waits for the current call, so that there is one at a time. */
function askSoon() {
  clearTimeout(now.timer);
  const main = mainControl(now.form);
  const send = () => {
    if (now.isAsking) now.isOutdated = true;
    else ask();
  };
  now.timer = setTimeout(send, DELAY + (main ? written(main).length : 0) / CHARACTERS);
}

async function ask() {
  clearTimeout(now.timer);
  stopRetrying();
  tell("asked", now.form);
  now.pending.abort();
  now.pending = new AbortController();
  const { signal } = now.pending;
  now.isAsking = true;
  now.isOutdated = false;
  await answer(now.form, signal).finally(() => {
    if (signal === now.pending.signal) now.isAsking = false; // otherwise a newer call was sent
  });
  extras();
  if (!now.isAsking && now.isOutdated) ask();
}

async function answer(form, signal) {
  outcome.clearErrors(form);
  const lacking = incomplete(form);
  if (lacking) {
    outcome.showIncomplete(lacking, outcome.showError(form, lacking));
    return;
  }
  const added = outcome.functionOf(form.name);
  const data = dataOf(form);
  const request = call(form, added.request?.(form.node, data) ?? data, fileOf(form));
  outcome.showRunning(() => now.pending.abort(CANCELLED));
  const failed = (error) => showNoAnswer(form, error, request, signal);
  const answer = await send(request, signal, outcome.showProgress).catch(failed);
  if (!answer || signal.aborted) return; // there is no answer, or a newer call was sent
  if (answer.isOurs) await showOurs(form, request, answer, signal);
  else {
    const details = "This answer did not come from the service. It may come from a proxy in front of it.";
    const { status: error, milliseconds } = answer;
    outcome.showFailure(form.name, request, `${error} · ${milliseconds} ms`, { error, details });
  }
  if (AWAY.has(answer.code)) retry(ask);
}

async function showOurs(form, request, answer, signal) {
  const added = outcome.functionOf(form.name);
  const isRefused = outcome.isError(form.name, answer);
  if (isRefused) answer.body.details ??= added.reason?.(answer.body, request.data);
  outcome.showAnswer(form.name, request, answer, isRefused && outcome.showError(form, answer.body, write));
  added.shown?.(form.node);
  if (answer.code === UNAUTHORIZED) return outcome.showNext([keyForm]);
  const next = await extras();
  if (!next || signal.aborted) return;
  const answered = answer.ok && { text: outcome.textOf(form.name, answer.body) };
  const { offers, glance, parts } = next(form, request.data, answered, { go, signal });
  outcome.showNext(offers, glance);
  askBeside([...parts, KINDS.steps?.between(form, request.data)].filter(Boolean), signal);
  if (!isRefused && (now.isTouched || state(form))) tell("answered", form);
}

function showNoAnswer({ name }, error, request, signal) {
  if (signal.reason === CANCELLED) outcome.showFailure(name, request, "Cancelled", { error: "Cancelled" });
  if (signal.aborted) return;
  if (!(error instanceof TypeError)) throw error; // fetch rejects with a TypeError if there is no response
  const details = "The call is repeated automatically as soon as the service is back.";
  outcome.showFailure(name, request, "No answer", { error: UNREACHABLE, details });
  retry(ask);
}

/** Send the call at once and keep it in the history, because a person asked for it. */
async function askNow() {
  now.isTouched = true;
  await ask();
  await extras();
  tell("wanted", now.form);
}

/** Put values into the form and send the call, for example when one of several meanings of a value was chosen. */
function write(values) {
  fill(now.form, values, { keep: true });
  now.isTouched = true;
  changed();
  ask();
}

// The form that asks for the key, which is kept until the tab is closed. It is shown with the answer that wants one.
const keyForm = one("#key-form");
keyForm.hidden = false;
keyForm.remove();
keyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  keepKey(one("input", keyForm).value.trim());
  keyForm.reset();
  ask();
});

// --- what a person does

function listen(form) {
  const { node } = form;
  node.addEventListener("input", ({ target, inputType }) => {
    const control = controlOf(form, target);
    if (!control && target !== form.fileInput) return;
    if (control) supplied(control, inputType);
    now.isTouched = true;
    changed();
    if (target.matches("textarea, input:not([type=checkbox], [type=radio])")) askSoon();
    else ask();
  });
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    askNow().then(() => outcome.node.scrollIntoView({ block: "nearest" }));
  });
  node.addEventListener("reset", (event) => {
    event.preventDefault();
    fill(form, {});
    now.isTouched = false;
    changed();
    ask();
  });
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) askNow();
  });
  one(".share", node).addEventListener("click", () => {
    share(form);
    changed();
    askNow();
  });
  const link = () => location.href;
  const said = (lacking) => (lacking.length ? `Copied without ${lacking.join(", ")}` : "Copied");
  onCopy(one("button.link", node), link, () => said(lackingIn(state(form))));
}

for (const form of forms.values()) listen(form);

for (const link of all("[data-go]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens the link in another window
    event.preventDefault();
    go(link.dataset.go, { [link.dataset.parameter]: link.dataset.operation }, { keep: true });
  });
}

one(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the link would replace the address, which names the function
  firstInput(now.form).focus();
});

/** Show a theme: light, dark, or "" for the system's. */
function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const select of all(".theme")) select.value = theme;
  // The colour of the frame that the browser or the system draws around the page.
  for (const meta of all("meta[name=theme-color]")) {
    const { scheme } = meta.dataset;
    meta.media = theme ? (theme === scheme ? "all" : "not all") : `(prefers-color-scheme: ${scheme})`;
  }
}

for (const select of all(".theme")) {
  select.addEventListener("change", () => {
    keep(THEME, select.value);
    showTheme(select.value);
  });
}

showTheme(recall(THEME, ""));
narrow.addEventListener("change", place);
addEventListener("write", (/** @type {any} */ { detail }) => write(detail)); // a view offers values for the form
addEventListener("hashchange", route);
route();

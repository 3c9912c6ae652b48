// One input in every form at once: all digests, all cases, all encodings, by one batch request when it is asked for.

import { batch } from "./batch.js";
import { copyButton, element } from "./dom.js";
import { controlsOf } from "./form.js";

const LONGEST = 10_000; // characters: each form sends the text once more
const MOST = 100; // calls of one batch
const GROUPS = ["Case", "Encoding", "Unicode"];

/** A part of the page that opens to all forms of what the form's main input holds; null where it has none. */
export function glance(form, question) {
  const input = controlsOf(form).find((control) => control.dataset.kind === "lines" && !control.hidden);
  const text = input && question[input.dataset.control];
  if (!text || text.length > LONGEST) return null;
  const list = element("dl", { class: "glance" });
  const part = element("details", {}, element("summary", {}, "At a glance: all forms of it"), list);
  part.addEventListener("toggle", () => part.open && !list.childElementCount && fill(list, form, question, input.dataset.control));
  return part;
}

async function fill(list, form, question, name) {
  const calls = callsOf(form, question[name], name);
  const results = await batch(calls.map(({ path, parameters }) => ({ path, parameters })), AbortSignal.timeout(20_000)).catch(() => null);
  if (!results) return list.replaceChildren(element("div", {}, element("dt", {}, "No answer"), element("dd", {}, "The service cannot be reached")));
  const lines = results.flatMap(({ status, body }, index) => {
    const result = body.hash ?? body.result;
    // What cannot be decoded is no form of it.
    return status === 200 && typeof result === "string" ? [line(calls[index].title, result)] : [];
  });
  list.replaceChildren(...lines);
}

function line(title, result) {
  return element("div", {}, element("dt", {}, title), element("dd", {}, element("span", {}, result), copyButton(() => result)));
}

/** A call for each algorithm, or for each operation of the groups that rewrite a text. */
function callsOf(form, text, name) {
  const path = `/${form.dataset.path}`;
  const algorithms = [...form.querySelectorAll("input[type=checkbox][name=algorithm]")].map(({ value }) => value);
  if (algorithms.length) return algorithms.map((algorithm) => ({ title: algorithm, path, parameters: { [name]: text, algorithm } }));
  const operations = GROUPS.flatMap((group) => [...form.querySelectorAll(`.step.next optgroup[label="${group}"] option`)]);
  return operations.slice(0, MOST).map(({ value }) => ({ title: value, path, parameters: { [name]: text, operation: value } }));
}

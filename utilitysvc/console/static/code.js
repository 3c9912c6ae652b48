// The answer as JSON, and the call as source code. JSON is not parsed, so that 66.0 does not become 66.

import { node as outcome, shown, textOf } from "./outcome.js";
import { all, element, onCopy, one, save, shortened } from "./parts.js";
import { hasKey, keep, recall } from "./request.js";

const OPEN = "code-open";
const ANSWER = "answer";
const MOST_COLOURED = 20_000; // characters; only the beginning of a longer text is shown

/** The environment variable from which a call as source code reads the key. */
export const KEY_VARIABLE = "UTILITYSVC_TOKEN";

const panel = one("#code-panel");
const unfold = one("#unfold");
const code = one("#code");
const [copyCode, saveJson, saveText] = all(".tools button", panel);
const tabs = all("[role=tab]");
const more = one("#languages");

let tab = ANSWER;
let isOpen = recall(OPEN, false);
let whole = ""; // the whole text of which the beginning is shown

/** Show or hide JSON and code, and keep the choice. */
function setOpen(open) {
  isOpen = open;
  keep(OPEN, open);
  draw();
}

/** Show the answer, or the call in a language. */
function choose(name) {
  tab = name;
  more.value = tabs.some((each) => each.dataset.tab === name) ? "" : name;
  for (const each of tabs) {
    const isChosen = each.dataset.tab === name;
    each.setAttribute("aria-selected", String(isChosen));
    each.tabIndex = isChosen || (more.value && each === tabs[0]) ? 0 : -1;
  }
  setOpen(true);
}

async function draw() {
  const { name, call, answer } = shown;
  panel.hidden = !isOpen;
  unfold.setAttribute("aria-expanded", String(isOpen));
  if (!isOpen || !call) return; // text that is not visible is not made
  const isAnswer = tab === ANSWER;
  saveJson.hidden = !isAnswer || !answer;
  saveText.hidden = saveJson.hidden || plain() === undefined;
  whole = isAnswer ? (answer?.text ?? "") : await source({ ...call, hasKey: hasKey() });
  if (shown.name !== name || shown.answer !== answer) return; // another one was shown meanwhile
  code.replaceChildren(...(isAnswer ? pretty(whole) : shortened(whole, MOST_COLOURED)));
  code.setAttribute("aria-labelledby", more.value ? "languages" : `tab-${tab}`);
  copyCode.parentElement.hidden = !whole;
}

/** The call in the language that is chosen. The script for those that few choose is loaded when one is. */
async function source(call) {
  if (LANGUAGES[tab]) return LANGUAGES[tab](call);
  code.replaceChildren();
  return import("./snippets.js").then(
    ({ SNIPPETS }) => SNIPPETS[tab](call),
    () => "This cannot be shown while the service cannot be reached.",
  );
}

/** The answer as plain text, or undefined if it has none. */
const plain = () => (shown.answer.ok ? textOf(shown.name, shown.answer.body) : undefined);

for (const [index, each] of tabs.entries()) {
  each.addEventListener("click", () => choose(each.dataset.tab));
  // The keys that the ARIA practices name.
  each.addEventListener("keydown", (event) => {
    const to = { ArrowRight: (index + 1) % tabs.length, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tabs.at(to).focus();
    choose(tabs.at(to).dataset.tab);
  });
}
more.addEventListener("change", () => choose(more.value || ANSWER));
unfold.addEventListener("click", () => setOpen(!isOpen));
onCopy(copyCode, () => (whole.length > MOST_COLOURED ? whole : code.textContent));
saveJson.addEventListener("click", () => save(`${shown.name}.json`, shown.answer.text));
saveText.addEventListener("click", () => save(`${shown.name}.txt`, plain()));
outcome.addEventListener("shown", draw);

// --- JSON

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/** Nodes that show `text`, indented. A list without lists or objects in it stays on one line, which wraps. */
function pretty(text) {
  if (text.length > MOST_COLOURED || text[0] !== "{") return shortened(text, MOST_COLOURED);
  const tokens = text.match(TOKEN) ?? [];
  const open = []; // for each open bracket, whether each of its items has its own line
  const line = () => `\n${"  ".repeat(open.length)}`;
  return tokens.map((token, index) => {
    const next = tokens[index + 1];
    if (token === "{" || token === "[") {
      open.push(next !== "}" && next !== "]" && (token === "{" || isDeep(tokens, index)));
      return token + (open.at(-1) ? line() : "");
    }
    if (token === "}" || token === "]") return (open.pop() ? line() : "") + token;
    if (token === ",") return open.at(-1) ? `,${line()}` : ", ";
    return token === ":" ? ": " : element("span", { class: kind(token, next) }, token);
  });
}

function isDeep(tokens, index) {
  const end = tokens.indexOf("]", index);
  return tokens.slice(index + 1, end).some((token) => token === "[" || token === "{");
}

function kind(token, next) {
  if (token[0] === '"') return next === ":" ? "key" : /\s/.test(token) ? "string" : "string unbroken";
  return /[\d-]/.test(token[0]) ? "number" : "literal";
}

// --- source code

const json = JSON.stringify;

/** A text as an argument of a shell with POSIX quotes. */
export const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command over several lines. */
export const lines = (...parts) => parts.filter(Boolean).join(" \\\n  ");

function curl({ method, url, data, file, type, hasKey }) {
  const key = hasKey && `-H "Authorization: Bearer $${KEY_VARIABLE}"`;
  if (method === "GET") return lines(`curl ${quoted(url)}`, key);
  const [sent, body] = file
    ? [type, `--data-binary ${quoted(`@${file.name}`)}`]
    : ["application/json", `-d ${quoted(json(data))}`];
  return lines(`curl ${quoted(url)}`, key, `-H 'Content-Type: ${sent}'`, body);
}

function pythonValue(value) {
  if (typeof value === "boolean") return value ? "True" : "False";
  return Array.isArray(value) ? `[${value.map(pythonValue).join(", ")}]` : json(value);
}

function python({ method, url, data, file, type, hasKey }) {
  const imports = hasKey ? "import os\n\nimport requests\n\n" : "import requests\n\n";
  const key = hasKey ? [`"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]`] : [];
  if (file) {
    const headers = [...key, `"Content-Type": ${json(type)}`].join(", ");
    return `${imports}with open(${json(file.name)}, "rb") as file:
    answer = requests.post(${json(url)}, data=file, headers={${headers}}).json()
print(answer)`;
  }
  const isGet = method === "GET";
  const items = Object.entries(data).map(([name, value]) => {
    const sent = isGet && Array.isArray(value) ? value.join(",") : value; // a list is written with commas in a query
    return `${json(name)}: ${pythonValue(sent)}`;
  });
  const values = isGet ? `params={${items.join(", ")}}` : `json={${items.join(", ")}}`;
  const given = [json(url.split("?")[0]), items.length || !isGet ? values : "", key.length ? `headers={${key}}` : ""];
  const asked = `${isGet ? "get" : "post"}(${given.filter(Boolean).join(", ")})`;
  return `${imports}answer = requests.${asked}.json()\nprint(answer)`;
}

function javascript({ method, url, data, file, type = "application/json", hasKey }) {
  const headers = [
    ...(hasKey ? [`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``] : []),
    ...(method === "POST" ? [`"Content-Type": ${json(type)}`] : []),
  ];
  const body = file ? `await readFile(${json(file.name)})` : `JSON.stringify(${json(data)})`;
  const options = [
    ...(method === "POST" ? ['method: "POST"'] : []),
    ...(headers.length ? [`headers: { ${headers.join(", ")} }`] : []),
    ...(method === "POST" ? [`body: ${body}`] : []),
  ];
  const given = options.length ? `, {\n${options.map((option) => `  ${option},\n`).join("")}}` : "";
  const imports = file ? 'import { readFile } from "node:fs/promises";\n\n' : "";
  return `${imports}const response = await fetch(${json(url)}${given});
const answer = await response.json();
console.log(answer);`;
}

const LANGUAGES = { curl, python, javascript };

draw();

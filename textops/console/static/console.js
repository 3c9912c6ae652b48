// How the page shows the answers of /text/: the result, statistics with the most frequent characters, the matches of a
// pattern, and all forms of a text at once.

import { bars } from "../charts.js";
import { matches } from "./matches.js";
import { caption, facts, hero, named, verdict } from "../parts.js";
import { addressParts, differences, hidden, timesOf } from "./results.js";
import { sideBySide } from "../views.js";

const MOST_BARS = 16;

function value({ analysis, operation, result, original_text: text }) {
  if (analysis) return [facts(counts(analysis), "facts compact")];
  const view = VALUES[operation.split(",").at(-1)];
  return view ? view(result, operation.includes(",") ? undefined : text) : [hero(result)];
}

/** Views of results that are better shown in another way than as text, by the last operation. */
const VALUES = {
  jwt_decode: (result) => {
    const times = timesOf(result);
    return [hero(result), ...(Object.keys(times).length ? [facts(times)] : [])];
  },
  json_path: (result) => {
    const count = JSON.parse(result).length;
    return [caption(count === 1 ? "One value found" : `${count} values found`), hero(result)];
  },
  diff: (result) => (result ? [differences(result), caption("As a patch"), hero(result)] : [verdict(true, "Both texts are equal")]),
  unicode_report: hidden,
  url_parse: addressParts,
};

function counts(analysis) {
  const numbersOnly = Object.entries(analysis).filter(([, count]) => typeof count === "number");
  return Object.fromEntries(numbersOnly.map(([name, count]) => [named(name), count.toLocaleString("en")]));
}

function figure(answer, asked) {
  const { original_text: text, result, operation, analysis } = answer;
  if (analysis) return frequencies(analysis);
  if (asked.each_line) return [...matches(text, asked), ...lineByLine(text, result)];
  return matches(text, asked);
}

/** Each line next to its result. */
function lineByLine(text, result) {
  const [before, after] = [text, result].map((each) => each.replace(/\n$/, "").split("\n"));
  if (before.length < 2 || before.length !== after.length) return [];
  return [sideBySide("Line by line", ["Line", "Result"], before.map((line, index) => [index + 1, line, index + 1, after[index]]), { marks: false })];
}

function frequencies(analysis) {
  const frequent = Object.entries(analysis.character_frequency ?? {}).slice(0, MOST_BARS);
  const shown = frequent.map(([character, count]) => [visible(character), count]);
  return shown.length ? [caption("Most frequent characters"), bars(shown, { title: "Most frequent characters" })] : [];
}

const SIGNS = { " ": "␣", "\n": "⏎", "\t": "⇥", "\r": "␍" };

/** A visible form of a character. */
function visible(character) {
  if (SIGNS[character]) return SIGNS[character];
  return /\p{C}|\p{Z}/u.test(character) ? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}` : character;
}

const GROUPS = ["Case", "Encoding", "Unicode"];
/** Operations whose result is not another form of the text. */
const NO_FORMS = new Set(["diff", "json_path", "unicode_report", "url_parse"]);

/** A call of each operation that rewrites a text; none if the request asks for something else. */
function glance(form, { text, operation, regex, each_line }) {
  if (regex || each_line || NO_FORMS.has(operation)) return [];
  const operations = GROUPS.flatMap((group) => [...form.querySelectorAll(`.step.next optgroup[label="${group}"] option`)]).filter(({ value }) => !NO_FORMS.has(value));
  return operations.map(({ value: operation, textContent: title }) => ({ title, parameters: { text, operation } }));
}

export const functions = { text: { value, figure, glance, text: ({ result }) => result } };

const TOKEN = /^(?:(?:Authorization:\s*)?Bearer\s+)?(eyJ[\w-]+\.[\w-]+\.[\w-]*)$/i;
const URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i;
const BASE64 = /^(?:[A-Za-z0-9+/_-]{4})+(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$/;
const HEX = /^(?:0x)?(?:[0-9a-f]{2}[\s:]?)+$/i;
const PERCENT = /%[0-9a-f]{2}/i;
const ENTITY = /&(?:#\d+|#x[0-9a-f]+|[a-z]+);/i;
const ESCAPE = /\\u[0-9a-f]{4}/i;

const unbroken = (text) => text.replace(/[\r\n\t]/g, "");
const isBase64 = (text) => text.length >= 8 && BASE64.test(unbroken(text)) && /[A-Z]/.test(text) && /[a-z]/.test(text) && /[\d+/=]|[a-z][A-Z]/.test(text);

/** Whether the text is JSON in Base64, which the page offers to decode and indent in one step. */
function holdsJSON(text) {
  if (!isBase64(text)) return false;
  try {
    return isJSON(atob(unbroken(text).replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return false;
  }
}

function isJSON(text) {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const decode = (name, label, operation, rank, test) => ({ name, label, form: "text", rank, longest: Infinity, values: (text, whole) => (test(text) ? { text: whole, operation } : null) });

export const kinds = [
  { name: "a JSON Web Token", label: "Show what it says", form: "text", rank: 95, longest: Infinity, values: (text) => (TOKEN.test(unbroken(text)) ? { text: TOKEN.exec(unbroken(text))[1], operation: "jwt_decode" } : null) },
  decode("JSON", "Indent it", "json_format", 80, (text) => isJSON(text) && !/^[[{]\n/.test(text)),
  decode("Base64 of JSON", "Decode and indent it", "base64_decode,json_format", 82, holdsJSON),
  decode("an address on the web", "Show its parts", "url_parse", 45, (text) => URL.test(text)),
  decode("hexadecimal digits", "Decode it", "hex_decode", 50, (text) => HEX.test(text) && text.length >= 8 && !/^\d+$/.test(text)),
  decode("Base64", "Decode it", "base64_decode", 45, isBase64),
  decode("percent-encoded", "Decode it", "url_decode", 40, (text) => PERCENT.test(text)),
  decode("HTML with entities", "Decode it", "html_decode", 35, (text) => ENTITY.test(text)),
  decode("a text with escapes", "Unescape it", "unicode_unescape", 30, (text) => ESCAPE.test(text) && !isJSON(text)),
  decode("any text", "Show all forms of it", "analyze", 0, () => true),
];

// The results of /text/ in the console: statistics with the most frequent characters, the matches of a pattern, and all
// forms of a text at once.

import { all, caption, facts, hero, one, verdict } from "../parts.js";
import { bars, sideBySide } from "../views.js";
import { addressParts, differences, hidden, matches, timesOf } from "./results.js";

const MOST_BARS = 16;

function value({ analysis, operation, result, original_text: text }, asked) {
  if (analysis) return [facts(counts(analysis), "facts compact")];
  // The views read one result, not one for each line.
  const view = asked.each_line ? undefined : VALUES[operation.split(",").at(-1)];
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
  diff: (result) =>
    result ? [differences(result), caption("As a patch"), hero(result)] : [verdict(true, "Both texts are equal")],
  unicode_report: hidden,
  url_parse: addressParts,
};

function counts(analysis) {
  const numbersOnly = Object.entries(analysis).filter(([, count]) => typeof count === "number");
  return Object.fromEntries(numbersOnly.map(([name, count]) => [name, count.toLocaleString("en")]));
}

function figure({ original_text: text, result, analysis }, asked) {
  if (analysis) return frequencies(analysis);
  return [...matches(text, asked), ...(asked.each_line ? lineByLine(text, result) : [])];
}

/** Each line next to its result. */
function lineByLine(text, result) {
  const [before, after] = [text, result].map((each) => each.replace(/\n$/, "").split("\n"));
  if (before.length < 2 || before.length !== after.length) return [];
  const rows = before.map((line, index) => [index + 1, line, index + 1, after[index]]);
  return [sideBySide("Line by line", ["Line", "Result"], rows, { marks: false })];
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
  const number = character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return /\p{C}|\p{Z}/u.test(character) ? `U+${number}` : character;
}

const GROUPS = ["Case", "Encoding", "Unicode"];
/**
 * Operations whose result is not another form of the text, and what undoes such a form: its input is no text to read.
 */
const NO_FORMS = /^(?:diff|json_path|unicode_report|url_parse)$|_(?:decode|unescape)$/;

/** A call of each operation that rewrites a text; none if the request asks for something else. */
function glance(form, { text, operation, regex, each_line }) {
  if (regex || each_line || [operation].flat().some((each) => NO_FORMS.test(each))) return [];
  const list = one("select[name=operation]", form);
  const options = GROUPS.flatMap((group) => all(`optgroup[label="${group}"] option`, list));
  return options
    .filter(({ value: each }) => !/^(?:unicode_report|url_parse)$/.test(each))
    .map(({ value: each, textContent: title }) => ({ title, parameters: { text, operation: each } }));
}

export const functions = { text: { value, figure, glance, text: ({ result }) => result } };

// --- what a text may be

const TOKEN = /^(?:(?:Authorization:\s*)?Bearer\s+)?(eyJ[\w-]+\.[\w-]+\.[\w-]*)$/i;
const URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i;
const BASE64 = /^(?:[A-Za-z0-9+/_-]{4})+(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$/;
const HEX = /^(?:0x)?(?:[0-9a-f]{2}[\s:]?)+$/i;
const PERCENT = /%[0-9a-f]{2}/i;
const ENTITY = /&(?:#\d+|#x[0-9a-f]+|[a-z]+);/i;
const ESCAPE = /\\u[0-9a-f]{4}/i;

const unbroken = (text) => text.replace(/[\r\n\t]/g, "");
const isBase64 = (text) =>
  text.length >= 8 && BASE64.test(unbroken(text)) && /[A-Z]/.test(text) && /[a-z]/.test(text) && LOOKS_MIXED.test(text);
const LOOKS_MIXED = /[\d+/=]|[a-z][A-Z]/;

/** Whether the text can be read in no other way: all of it but an address on the web is percent-encoded UTF-8. */
const isPercentEncoded = (text) =>
  !/[\s:]/.test(text) && PERCENT.test(text) && attempt(() => decodeURIComponent(text)) !== text;

/** Whether the text is JSON in Base64, which the page offers to decode and indent in one step. */
const holdsJSON = (text) =>
  isBase64(text) && isJSON(attempt(() => atob(unbroken(text).replaceAll("-", "+").replaceAll("_", "/")), ""));

const isJSON = (text) => /^[[{]/.test(text) && attempt(() => JSON.parse(text)) !== undefined;

/** What `read()` returns, or `otherwise` if it throws. */
function attempt(read, otherwise = undefined) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const decode = (name, label, operation, rank, test) => ({
  name,
  label,
  form: "text",
  rank,
  longest: Number.POSITIVE_INFINITY,
  values: (text, whole) => (test(text) ? { text: whole, operation } : null),
});

export const kinds = [
  {
    ...decode("a JSON Web Token", "Show what it says", "jwt_decode", 95),
    values: (text) => {
      const token = TOKEN.exec(unbroken(text))?.[1];
      return token ? { text: token, operation: "jwt_decode" } : null;
    },
  },
  decode("JSON", "Indent it", "json_format", 80, (text) => isJSON(text) && !/^[[{]\n/.test(text)),
  decode("Base64 of JSON", "Decode and indent it", "base64_decode,json_format", 82, holdsJSON),
  decode("an address on the web", "Show its parts", "url_parse", 45, (text) => URL.test(text)),
  decode("hexadecimal digits", "Decode it", "hex_decode", 50, (text) => {
    return HEX.test(text) && text.length >= 8 && !/^\d+$/.test(text);
  }),
  decode("Base64", "Decode it", "base64_decode", 45, isBase64),
  decode("percent-encoded", "Decode it", "url_decode", 80, isPercentEncoded),
  decode("percent-encoded", "Decode it", "url_decode", 40, (text) => PERCENT.test(text) && !isPercentEncoded(text)),
  decode("HTML with entities", "Decode it", "html_decode", 35, (text) => ENTITY.test(text)),
  decode("a text with escapes", "Unescape it", "unicode_unescape", 30, (text) => ESCAPE.test(text) && !isJSON(text)),
  decode("any text", "Show all forms of it", "analyze", 0, () => true),
];

// Indents and colours JSON text. The text is not parsed, so that 66.0 does not become 66.

import { element } from "./dom.js";
import { shortened } from "./parts.js";

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;
export const MOST_COLOURED = 20_000; // characters; only the beginning of a longer text is shown

/** Nodes that show `text`. A list without lists or objects in it stays on one line, which wraps. */
export function pretty(text) {
  if (text.length > MOST_COLOURED || text[0] !== "{") return shortened(text, MOST_COLOURED);
  const tokens = text.match(TOKEN) ?? [];
  const nodes = [];
  const open = []; // for each open bracket, whether each of its items has its own line
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === "{" || token === "[") {
      const spread = next !== "}" && next !== "]" && (token === "{" || isDeep(tokens, index));
      open.push(spread);
      nodes.push(token + (spread ? line(open.length) : ""));
    } else if (token === "}" || token === "]") {
      const spread = open.pop();
      nodes.push((spread ? line(open.length) : "") + token);
    } else if (token === ",") {
      nodes.push(open.at(-1) ? `,${line(open.length)}` : ", ");
    } else if (token === ":") {
      nodes.push(": ");
    } else {
      nodes.push(element("span", { class: kind(token, next) }, token));
    }
  });
  return nodes;
}

const line = (depth) => `\n${"  ".repeat(depth)}`;

function isDeep(tokens, index) {
  const end = tokens.indexOf("]", index);
  return tokens.slice(index + 1, end).some((token) => token === "[" || token === "{");
}

function kind(token, next) {
  if (token[0] === '"') return next === ":" ? "key" : /\s/.test(token) ? "string" : "string unbroken";
  return /[\d-]/.test(token[0]) ? "number" : "literal";
}

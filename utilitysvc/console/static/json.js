// JSON text, indented and coloured as it came: it is not parsed, so that 66.0 does not become 66.

import { element } from "./dom.js";
import { shortened } from "./parts.js";

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;
export const MOST_COLOURED = 20_000; // characters; of a longer text the beginning is shown

/** Nodes that show `text`. A list without lists or objects in it stays on one line, which wraps. */
export function pretty(text) {
  if (text.length > MOST_COLOURED || text[0] !== "{") return shortened(text, MOST_COLOURED);
  const tokens = text.match(TOKEN) ?? [];
  const nodes = [];
  const open = []; // for each bracket that is open, whether its items stand on lines of their own
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

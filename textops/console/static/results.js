// Views of results that are better shown in another way than as text: two texts side by side, hidden characters, the
// parts of a URL, the times in a token, and the matches of a regular expression.

import { caption, exact, facts, later, verdict } from "../parts.js";
import { bodyOf } from "../request.js";
import { marked, sideBySide, table } from "../views.js";

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The hunks of a diff as a table. The lines between two hunks are the same in both texts, and left out. */
export function differences(diff) {
  const rows = [];
  let [left, right] = [1, 1]; // the number of the next line on each side
  let removed = []; // these lines wait for the lines that were added in their place
  let added = [];
  const settle = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [one, other] = [removed[index], added[index]];
      rows.push([one === undefined ? undefined : left++, one, other === undefined ? undefined : right++, other]);
    }
    [removed, added] = [[], []];
  };
  for (const line of diff.split("\n").slice(2, -1)) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      settle();
      const starts = [lineOf(hunk[1], hunk[2]), lineOf(hunk[3], hunk[4])];
      const same = starts[0] - left;
      if (same > 0) rows.push(same === 1 ? "One line is the same" : `${same} lines are the same`);
      [left, right] = starts;
    } else if (line[0] === "-") removed.push(line.slice(1));
    else if (line[0] === "+") added.push(line.slice(1));
    else if (line[0] === " ") {
      settle();
      rows.push([left++, line.slice(1), right++, line.slice(1)]);
    } // else: the remark "\ No newline at end of file"
  }
  settle();
  return sideBySide("Both texts side by side", ["Text", "Other text"], rows);
}

/**
 * The number of a range's first line. For an empty range, the head of a hunk gives the number of the line before it.
 */
const lineOf = (start, count) => Number(start) + (count === "0" ? 1 : 0);

const KINDS = {
  bidi: "changes the direction",
  invisible: "cannot be seen",
  confusable: "looks like another",
  mixed_script: "of another script",
  private_use: "of private use",
  unassigned: "not assigned",
};

/** The characters that a reader cannot see or would mistake. `text` is undefined if the positions are not in it. */
export function hidden(result, text) {
  const found = JSON.parse(result);
  if (!found.length) return [verdict(true, "Nothing is hidden, and nothing looks like something else")];
  const rows = found.map(({ position, code_point: point, name, kind, like }) => {
    return [position + 1, point, name, KINDS[kind] ?? kind, like];
  });
  return [
    caption(found.length === 1 ? "One character to look at" : `${found.length} characters to look at`),
    ...(text === undefined ? [] : [marked("The text with these characters", text, placesOf(text, found))]),
    table("Characters to look at", ["Place", "Code point", "Name", "It", "Like"], rows),
  ];
}

/** Positions count code points; spans count code units. */
function placesOf(text, found) {
  const named = new Map(found.map(({ position, name }) => [position, name]));
  const spans = [];
  let unit = 0;
  for (const [index, character] of [...text].entries()) {
    if (named.has(index)) spans.push([unit, unit + character.length, named.get(index)]);
    unit += character.length;
  }
  return spans;
}

export function addressParts(result) {
  const {
    href,
    scheme,
    username: user,
    host,
    host_unicode: unicode,
    port,
    path,
    parameters,
    fragment,
  } = JSON.parse(result);
  const other = unicode === host ? undefined : unicode;
  const rows = parameters.map(({ name, value }) => [name, value]);
  return [
    exact(href),
    facts({ scheme, user, host, host_in_Unicode: other, port, path, fragment }),
    ...(rows.length ? [caption("Parameters"), table("Parameters", ["Name", "Value"], rows)] : []),
  ];
}

const TIMES = { iat: "Issued (iat)", nbf: "Valid from (nbf)", exp: "Expires (exp)" };

/** The times in the payload of a decoded token, by their labels. */
export function timesOf(decoded) {
  const { payload } = parsed(decoded);
  const given = Object.entries(TIMES).filter(([name]) => typeof payload?.[name] === "number");
  return Object.fromEntries(given.map(([name, label]) => [label, shown(payload[name], name)]));
}

function shown(seconds, name) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  const past = name === "exp" && date < new Date() ? ", expired" : "";
  return `${date.toISOString().replace(".000", "")}${past}`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // several tokens, one on each line
  }
}

// --- the matches of a regular expression, which the service finds: the browser's own would match differently

const LONGEST = 20_000; // characters; a longer text is not sent a second time to mark its matches
const SIGNS = ["\ue000", "\ue001"]; // private-use characters that the service puts around each match
const OPERATIONS = new Set(["replace", "extract", "split", "count_matches"]);

/** The text with its matches marked; nothing if the request has no regular expression. */
export function matches(text, { operation, regex, find, ...rest }) {
  const canBeMarked = text.length <= LONGEST && !SIGNS.some((sign) => text.includes(sign));
  if (!regex || !OPERATIONS.has(operation) || !canBeMarked) return [];
  const flags = ["each_line", "ignore_case", "multiline", "dotall"].filter((name) => rest[name]);
  const options = Object.fromEntries(flags.map((name) => [name, true]));
  const replacement = SIGNS.join("\\g<0>");
  const parameters = { text, operation: "replace", regex, find, ...options, replacement };
  return [
    later(bodyOf("/text/", parameters), (replaced) => {
      if (!replaced) return [];
      const spans = spansOf(replaced.result);
      const count = caption(`${spans.length} ${spans.length === 1 ? "match" : "matches"} in the text`);
      return [count, marked("The text with its matches", text, spans)];
    }),
  ];
}

/** The spans between the signs, as positions in the text without them. */
function spansOf(signed) {
  const parts = signed.split(/[\ue000\ue001]/); // before the first match, the first match, between it and the next, …
  const spans = [];
  let end = 0;
  for (const [index, part] of parts.entries()) {
    const start = end;
    end += part.length;
    if (index % 2) spans.push([start, end, `Match ${(index + 1) / 2}`]);
  }
  return spans;
}

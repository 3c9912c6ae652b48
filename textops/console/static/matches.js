// Marks the matches of a regular expression in the text. The service finds them, because the browser's own regular
// expressions would match differently.

import { element } from "../dom.js";
import { caption } from "../parts.js";
import { batch } from "../request.js";
import { marked } from "../views.js";

const LONGEST = 20_000; // characters; a longer text is not sent a second time to mark its matches
const SIGNS = ["\ue000", "\ue001"]; // private-use characters that the service puts around each match
const OPERATIONS = new Set(["replace", "extract", "split", "count_matches"]);

/** The text with its matches marked; nothing if the request has no regular expression. */
export function matches(text, asked) {
  const { operation, regex, find, each_line, ignore_case, multiline, dotall } = asked;
  const canBeMarked = text.length <= LONGEST && !SIGNS.some((sign) => text.includes(sign));
  if (!regex || !OPERATIONS.has(operation) || !canBeMarked) return [];
  const [open, close] = SIGNS;
  const flags = Object.fromEntries(Object.entries({ each_line, ignore_case, multiline, dotall }).filter(([, on]) => on));
  const parameters = { text, operation: "replace", regex, find, ...flags, replacement: `${open}\\g<0>${close}` };
  const place = element("div");
  batch([{ path: "/text/", parameters }]).then((results) => {
    if (results?.[0].status !== 200) return;
    const spans = spansOf(results[0].body.result);
    place.append(caption(`${spans.length} ${spans.length === 1 ? "match" : "matches"} in the text`), marked("The text with its matches", text, spans));
  }, () => {}); // nobody asked for the marks, so their absence needs no message
  return [place];
}

/** The spans between the signs, as positions in the text without them. */
function spansOf(signed) {
  const parts = signed.split(/[\ue000\ue001]/); // before the first match, the first match, between it and the next, …
  const spans = [];
  let end = 0;
  parts.forEach((part, index) => {
    const start = end;
    end += part.length;
    if (index % 2) spans.push([start, end, `Match ${(index + 1) / 2}`]);
  });
  return spans;
}

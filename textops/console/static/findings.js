// Answers that are JSON for programs, as people read them: hidden characters, and the parts of an address.

import { caption, exact, facts, verdict } from "../parts.js";
import { marked, table } from "../views.js";

const KINDS = { bidi: "changes the direction", invisible: "cannot be seen", confusable: "looks like another", mixed_script: "of another script", private_use: "of private use", unassigned: "not assigned" };

/** What a reader of `text` cannot see or would mistake. The text is given where the positions are those in it. */
export function hidden(result, text) {
  const found = JSON.parse(result);
  if (!found.length) return [verdict(true, "Nothing is hidden, and nothing looks like something else")];
  const rows = found.map(({ position, code_point: point, name, kind, like }) => [position + 1, point, name, KINDS[kind] ?? kind, like]);
  return [
    verdict(false, found.length === 1 ? "One character to look at" : `${found.length} characters to look at`),
    ...(text === undefined ? [] : [marked("The text with these characters", text, spansOf(text, found))]),
    table("Characters to look at", ["Place", "Code point", "Name", "It", "Like"], rows),
  ];
}

/** Positions count code points; spans count code units. */
function spansOf(text, found) {
  const named = new Map(found.map(({ position, name }) => [position, name]));
  const spans = [];
  let unit = 0;
  [...text].forEach((character, index) => {
    if (named.has(index)) spans.push([unit, unit + character.length, named.get(index)]);
    unit += character.length;
  });
  return spans;
}

export function addressParts(result) {
  const { href, scheme, username, host, host_unicode: unicode, port, path, parameters, fragment } = JSON.parse(result);
  return [
    exact(href),
    facts({ Scheme: scheme, User: username, Host: host, "Host in Unicode": unicode === host ? undefined : unicode, Port: port, Path: path, Fragment: fragment }),
    ...(parameters.length ? [caption("Parameters"), table("Parameters", ["Name", "Value"], parameters.map(({ name, value }) => [name, value]))] : []),
  ];
}

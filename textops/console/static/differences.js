// A unified diff as two texts side by side.

import { sideBySide } from "../views.js";

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The hunks of a diff as a table. What lies between two of them is the same in both texts, and left out. */
export function differences(diff) {
  const rows = [];
  let [left, right] = [1, 1]; // the number of the next line on each side
  let removed = []; // lines that wait for those that were added in their place
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
    } // else: a remark about the end of the text
  }
  settle();
  return sideBySide("Both texts side by side", ["Text", "Other text"], rows);
}

/** Of an empty range the head of a hunk names the line before it. */
const lineOf = (start, count) => Number(start) + (count === "0" ? 1 : 0);

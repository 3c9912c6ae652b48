// Several addresses at once: pasted into the one field, answered as a table, saved as CSV.

import { element } from "./dom.js";
import { save } from "./download.js";
import { explained } from "./ranges.js";

const SEPARATORS = /[\s,;]+/;

/** The question for what stands in the field: one address, or the list of several. */
export function severalAddresses(form, question) {
  if (form.dataset.name !== "ip" || !question.ip) return question;
  const addresses = question.ip.split(SEPARATORS).filter(Boolean);
  if (addresses.length < 2) return question;
  const { ip, ...rest } = question;
  return { ips: addresses, ...rest };
}

/** Let lines be pasted: a field of one line would run them together. */
export function takeLines(form) {
  const input = form.dataset.name === "ip" && form.querySelector("input[name=ip]");
  if (!input) return;
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    input.setRangeText(text.trim().split(SEPARATORS).join(", "), input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const COLUMNS = {
  Address: (each) => each.ip ?? each.input,
  Place: ({ city, subdivisions = [] }) => [city?.name, subdivisions[0]?.name].filter(Boolean).join(", "),
  Country: ({ country }) => country?.name,
  Network: ({ network }) => network,
  Provider: ({ isp, asn = {} }) => isp ?? asn.organization,
  Remark: ({ range, error }) => (explained(range) ? `${range} address` : error),
};

const cellsOf = (each) => Object.values(COLUMNS).map((cell) => cell(each) ?? "");

/** The table of what was found, with a button that saves it. */
export function table(results) {
  const heads = Object.keys(COLUMNS).map((name) => element("th", { scope: "col" }, name));
  const rows = results.map((each) => element("tr", {}, ...cellsOf(each).map((text) => element("td", {}, text))));
  const button = element("button", { type: "button", class: "copy" }, "Download CSV");
  button.addEventListener("click", () => save("addresses.csv", csv(results)));
  return [
    element("div", { class: "all" }, element("p", { class: "caption" }, `${results.length} addresses`), button),
    element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Addresses" }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows))),
  ];
}

const csv = (results) => [Object.keys(COLUMNS), ...results.map(cellsOf)].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");

/** As RFC 4180 has it; a spreadsheet would compute what begins like a formula. */
const quoted = (text) => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

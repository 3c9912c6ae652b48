// Several addresses at once: paste them into the field, show their results as a table, save it as CSV.

import { element, save } from "../dom.js";
import { table } from "../views.js";

const RANGES = {
  private: "A private address. It is used inside a home or a company, and many networks use the same one. The Internet sees the address of the router instead.",
  loopback: "The address of this machine itself. Browser and service run on the same machine, or there is a proxy between them.",
  "link-local": "An address that is valid only within one cable or wireless network. A device assigns it to itself.",
  shared: "An address that a provider uses for its customers behind a shared public address (carrier-grade NAT). It is not visible on the Internet.",
  documentation: "An address for examples in documentation. Nobody uses it.",
  multicast: "The address of a group. What is sent to it reaches everyone in the group.",
  unspecified: "A placeholder that means “no address”.",
  reserved: "An address that is reserved for other uses. Nobody on the Internet uses it.",
};

export const explained = (range) => RANGES[range];

const SEPARATORS = /[\s,;]+/;

/** Return the request's data: with the one address that was typed, or with a list of several. */
export function severalAddresses(data) {
  const addresses = data.ip?.split(SEPARATORS).filter(Boolean) ?? [];
  if (addresses.length < 2) return data;
  const { ip, ...rest } = data;
  return { ips: addresses, ...rest };
}

/** Turn pasted lines into a list with commas. The input has only one line, and would join them without a separator. */
export function takeLines(form) {
  const input = form.querySelector("input[name=ip]");
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

/** Return a table of the results, with a button that saves it. An address without a result has the reason beside it. */
export function addressTable(results) {
  const button = element("button", { type: "button", class: "copy" }, "Download CSV");
  button.addEventListener("click", () => save("addresses.csv", csv(results)));
  return [
    element("div", { class: "all" }, element("p", { class: "caption" }, `${results.length} addresses`), button),
    table("Addresses", Object.keys(COLUMNS).slice(0, -1), results.map(row)),
  ];
}

function row(each) {
  const cells = cellsOf(each);
  const [address, reason] = [cells[0], cells.at(-1)];
  return reason ? [address, reason] : cells.slice(0, -1);
}

const csv = (results) => [Object.keys(COLUMNS), ...results.map(cellsOf)].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");

/** Quote a text for CSV (RFC 4180). The apostrophe stops spreadsheets from running a text that looks like a formula. */
const quoted = (text) => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

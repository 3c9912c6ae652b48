// The results of /ip/ in the console: a place with a map, or a table of several addresses; and networks.

import { button, caption, element, facts, hero, later, named, one, remark, rows, save } from "../parts.js";
import { table } from "../views.js";

const prose = (text) => hero(text, [element("span", { class: "prose" }, text)]);

// --- one address

function located(answer) {
  const { city, country, continent, location = {}, asn = {}, subdivisions = [], postal } = answer;
  const places = [city?.name, subdivisions[0]?.name, country?.name].filter(Boolean);
  const place = [...new Set(places)].join(", ") || continent?.name || answer.isp || asn.organization || answer.ip;
  const { latitude, longitude, accuracy_radius: radius } = location;
  return [
    caption(answer.ip),
    prose(place),
    facts({
      Network: answer.network,
      Country: country && [country.name, country.iso_code].filter(Boolean).join(" · "),
      "Postal code": postal?.code,
      Coordinates: latitude === undefined ? undefined : onMap(latitude, longitude),
      "Accurate within": radius && `${(radius / 1000).toLocaleString("en")} km`,
      "Time zone": location.time_zone,
      Provider: answer.isp ?? asn.organization,
      "Autonomous system": asn.number && `AS${asn.number}`,
      Connection: answer.connection_type,
    }),
    attribution(),
  ];
}

const link = (text, href) => element("a", { href, rel: "noreferrer noopener", target: "_blank" }, text);

function onMap(latitude, longitude) {
  const place = `mlat=${latitude}&mlon=${longitude}#map=10/${latitude}/${longitude}`;
  return link(`${latitude}, ${longitude}`, `https://www.openstreetmap.org/?${place}`);
}

const CREDITS = {
  GeoNames: "www.geonames.org",
  RouteViews: "www.routeviews.org",
  NRO: "www.nro.net",
  "Unicode CLDR": "cldr.unicode.org",
};

/** The licence of the embedded databases (CC BY 4.0) requires this attribution wherever their data are shown. */
function attribution() {
  const credits = Object.entries(CREDITS).flatMap(([name, host], index) => {
    return [index ? ", " : " with data of ", link(name, `https://${host}`)];
  });
  return element("p", { class: "attribution" }, link("IP Geolocation by DB-IP", "https://db-ip.com"), ...credits);
}

const RANGES = {
  private:
    "A private address. It is used inside a home or a company, and many networks use the same one. The Internet sees " +
    "the address of the router instead.",
  loopback:
    "The address of this machine itself. Browser and service run on the same machine, or there is a proxy between " +
    "them.",
  "link-local": "An address that is valid only within one cable or wireless network. A device assigns it to itself.",
  shared:
    "An address that a provider uses for its customers behind a shared public address (carrier-grade NAT). It is not " +
    "visible on the Internet.",
  documentation: "An address for examples in documentation. Nobody uses it.",
  multicast: "The address of a group. What is sent to it reaches everyone in the group.",
  unspecified: "A placeholder that means “no address”.",
  reserved: "An address that is reserved for other uses. Nobody on the Internet uses it.",
};

/** Explain a special-purpose address, which nobody on the Internet has. */
const explain = ({ ip, range }) =>
  RANGES[range] ? [caption(ip), prose(`${named(range)} address`), remark(RANGES[range])] : undefined;

// --- several addresses

const SEPARATORS = /[\s,;]+/;

/** The request's data: with the one address that was typed, or with a list of several. */
function severalAddresses(_, data) {
  const addresses = data.ip?.split(SEPARATORS).filter(Boolean) ?? [];
  if (addresses.length < 2) return data;
  const { ip, ...rest } = data;
  return { ips: addresses, ...rest };
}

/** Turn pasted lines into a list with commas. The input has only one line, and would join them without a separator. */
function takeLines(form) {
  const input = one("input[name=ip]", form);
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
  Provider: ({ isp, asn }) => isp ?? asn?.organization,
  Remark: ({ range, error }) => (RANGES[range] ? `${range} address` : error),
};
const HEADS = Object.keys(COLUMNS);

const cellsOf = (each) => Object.values(COLUMNS).map((cell) => cell(each) ?? "");

/** A table of the results, with a button that saves it. An address without a result has the reason beside it. */
function addressTable(results) {
  const lines = results.map(cellsOf);
  const shown = lines.map((cells) => (cells.at(-1) ? [cells[0], cells.at(-1)] : cells.slice(0, -1)));
  const csv = [HEADS, ...lines].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
  const saving = button("Download CSV", () => save("addresses.csv", csv));
  return [
    element("div", { class: "all" }, caption(`${results.length} addresses`), saving),
    table("Addresses", HEADS.slice(0, -1), shown),
  ];
}

/** Quote a text for CSV (RFC 4180). The apostrophe stops spreadsheets from running a text that looks like a formula. */
const quoted = (text) => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

// --- networks

const addressesOf = ({ addresses_text: count }) => BigInt(count).toLocaleString("en");

/** Show one network in detail or several as a table, then the parts of a split, and which entries are contained. */
function networks({ networks: found, merged, parts, contains = [] }) {
  const [first] = found;
  const lines = found.map((each) => [each.network ?? each.input, each.first, each.last, addressesOf(each)]);
  const several = () => [
    table("Networks", ["Network", "First", "Last", "Addresses"], lines),
    caption("Together"),
    ...rows(merged),
  ];
  const held = contains.map(({ input, contained, network: within }) => {
    return [input, contained ? `✓ in ${within}` : "✗ in none of them"];
  });
  return [
    ...(found.length === 1 ? network(first) : several()),
    ...(parts ? rows(parts) : []),
    ...(held.length ? [table("Contained", ["Asked for", "Contained"], held)] : []),
  ];
}

function network(given) {
  const { network: name, first, last, netmask, hostmask, broadcast, range, reverse_pointer, integer } = given;
  const hexadecimal = integer && `0x${BigInt(integer).toString(16)}`;
  const special = { range: range && named(range), reverse_pointer, integer, hexadecimal };
  return [
    ...(name ? [hero(name)] : [caption(given.input), ...rows(given.networks)]),
    facts({ first, last, addresses: addressesOf(given), netmask, hostmask, broadcast, ...special }),
  ];
}

/** Why something is no network, where it is an address with a prefix. */
function reason(_, { network = "" }) {
  const [, address, length] =
    [network]
      .flat()
      .map((text) => PREFIX.exec(text.trim()) ?? [])
      .find(isTooLong) ?? [];
  if (!address) return undefined;
  const most = mostBits(address);
  return `a prefix of ${most === 32 ? "IPv4" : "IPv6"} has at most ${most} bits, not ${length}`;
}

const mostBits = (address) => (IPV4.test(address) ? 32 : 128);
const isTooLong = ([, address = "", length]) => isAddress(address) && Number(length) > mostBits(address);

export const functions = {
  ip_network: { value: networks, reason },
  ip: {
    value: (answer) => (answer.results ? [...addressTable(answer.results), attribution()] : located(answer)),
    figure: ({ location }) =>
      location?.longitude === undefined ? [] : [later(import("./map.js"), ({ locator }) => locator(location))],
    explain,
    begin: takeLines,
    request: severalAddresses,
  },
};

// --- what a text may be

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const IPV6 = /^(?=.*:.*:)[0-9a-f:]{3,39}$/i;
const PREFIX = /^(.+)\/(\d{1,3})$/;
const isAddress = (text) => IPV4.test(text) || IPV6.test(text);
const isNetwork = (text) => isAddress(PREFIX.exec(text)?.[1] ?? "");

function several(text) {
  const parts = text.split(SEPARATORS);
  return parts.length > 1 && parts.length <= 100 && parts.every(isAddress) ? { ip: parts.join(", ") } : null;
}

const isRange = (text) => text.includes("-") && text.split("-", 3).every((each) => isAddress(each.trim()));
const areNetworks = (text) => text.includes("\n") && text.split(/\s+/).every(isNetwork);

const inForm = (form, parameter, test) => ({ form, values: (text) => (test(text) ? { [parameter]: text } : null) });
const inNetworks = (test) => inForm("ip_network", "network", test);

export const kinds = [
  { name: "an IP address", label: "Locate it", rank: 90, ...inForm("ip", "ip", isAddress) },
  { name: "several IP addresses", label: "Locate them", rank: 90, longest: 5000, form: "ip", values: several },
  { name: "a range of addresses", label: "Show its networks", rank: 90, ...inNetworks(isRange) },
  { name: "several networks", label: "Show how they merge", rank: 88, longest: 5000, ...inNetworks(areNetworks) },
  { name: "a network", label: "Show its addresses", rank: 90, ...inNetworks(isNetwork) },
];

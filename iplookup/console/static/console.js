// The results of /ip/ in the console: a place with a map, or a table of several addresses.

import { addressTable, explained, severalAddresses, takeLines } from "./addresses.js";
import { element } from "../dom.js";
import { caption, facts, hero, later, named, remark, rows } from "../parts.js";
import { table } from "../views.js";

function located(answer) {
  const { city, country, continent, location = {}, asn = {}, subdivisions = [], postal } = answer;
  const places = [city?.name, subdivisions[0]?.name, country?.name].filter(Boolean);
  const place = [...new Set(places)].join(", ") || continent?.name || answer.isp || asn.organization || answer.ip;
  const { latitude, longitude, accuracy_radius: radius } = location;
  return [
    caption(answer.ip),
    hero(place, [element("span", { class: "prose" }, place)]),
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

function onMap(latitude, longitude) {
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=10/${latitude}/${longitude}`;
  return element("a", { href, rel: "noreferrer noopener", target: "_blank" }, `${latitude}, ${longitude}`);
}

const CREDITS = { GeoNames: "www.geonames.org", RouteViews: "www.routeviews.org", NRO: "www.nro.net", "Unicode CLDR": "cldr.unicode.org" };

/** The licence of the embedded databases (CC BY 4.0) requires this attribution wherever their data are shown. */
function attribution() {
  const link = (text, host) => element("a", { href: `https://${host}`, rel: "noopener", target: "_blank" }, text);
  const credits = Object.entries(CREDITS).flatMap(([name, host], index) => [index ? ", " : " with data of ", link(name, host)]);
  return element("p", { class: "attribution" }, link("IP Geolocation by DB-IP", "db-ip.com"), ...credits);
}

/** Explain a special-purpose address, which nobody on the Internet has. */
function explain({ ip, range }) {
  if (!explained(range)) return undefined;
  const title = `${named(range)} address`;
  return [caption(ip), hero(title, [element("span", { class: "prose" }, title)]), remark(explained(range))];
}

const addressesOf = ({ addresses_text: count }) => BigInt(count).toLocaleString("en");

/** Show one network in detail or several as a table, then the parts of a split, and which entries are contained. */
function networks({ networks: found, merged, parts, contains = [] }) {
  const [first] = found;
  const shown = found.length === 1 ? network(first) : [table("Networks", ["Network", "First", "Last", "Addresses"], found.map(row)), caption("Together"), ...rows(merged)];
  const held = contains.map(({ input, contained, network: within }) => [input, contained ? `✓ in ${within}` : "✗ in none of them"]);
  return [...shown, ...(parts ? rows(parts) : []), ...(held.length ? [table("Contained", ["Asked for", "Contained"], held)] : [])];
}

const row = (each) => [each.network ?? each.input, each.first, each.last, addressesOf(each)];

function network(given) {
  const { network: name, networks: several, first, last, netmask, hostmask, broadcast, range, reverse_pointer: pointer, integer } = given;
  return [
    ...(name ? [hero(name)] : [caption(given.input), ...rows(several)]),
    facts({
      First: first,
      Last: last,
      Addresses: addressesOf(given),
      Netmask: netmask,
      Hostmask: hostmask,
      Broadcast: broadcast,
      Range: range && named(range),
      "Reverse pointer": pointer,
      Integer: integer,
      Hexadecimal: integer && `0x${BigInt(integer).toString(16)}`,
    }),
  ];
}

export const functions = {
  ip_network: { value: networks },
  ip: {
    value: (answer) => (answer.results ? [...addressTable(answer.results), attribution()] : located(answer)),
    figure: ({ location }) => (location?.longitude === undefined ? [] : [later(import("./map.js"), ({ locator }) => locator(location))]),
    explain,
    begin: takeLines,
    request: (form, data) => severalAddresses(data),
  },
};

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const IPV6 = /^(?=.*:.*:)[0-9a-f:]{3,39}$/i;
const PREFIX = /^(.+)\/\d{1,3}$/;
const SEPARATORS = /[\s,;]+/;
const isAddress = (text) => IPV4.test(text) || IPV6.test(text);

const isNetwork = (text) => isAddress(PREFIX.exec(text)?.[1] ?? "");

const several = (text) => {
  const parts = text.split(SEPARATORS);
  return parts.length > 1 && parts.length <= 100 && parts.every(isAddress) ? { ip: parts.join(", ") } : null;
};

export const kinds = [
  { name: "an IP address", label: "Locate it", form: "ip", rank: 90, values: (text) => (isAddress(text) ? { ip: text } : null) },
  { name: "several IP addresses", label: "Locate them", form: "ip", rank: 90, longest: 5000, values: several },
  { name: "a range of addresses", label: "Show its networks", form: "ip_network", rank: 90, values: (text) => (text.includes("-") && text.split("-", 3).every((each) => isAddress(each.trim())) ? { network: text } : null) },
  { name: "several networks", label: "Show how they merge", form: "ip_network", rank: 88, longest: 5000, values: (text) => (text.includes("\n") && text.split(/\s+/).every(isNetwork) ? { network: text } : null) },
  { name: "a network", label: "Show its addresses", form: "ip_network", rank: 90, values: (text) => (isNetwork(text) ? { network: text } : null) },
];

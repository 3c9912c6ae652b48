// What a person wants of each answer: the main value, large and to copy, a few facts, and a figure.

import { table } from "./addresses.js";
import { isNow, tick } from "./clock.js";
import { copyButton, element } from "./dom.js";
import { bars, histogram, isOnMap, locator, strength } from "./figures.js";
import { ASSUMPTION, timeToGuess } from "./guessing.js";
import { explained } from "./ranges.js";
import { changesAround, span, timeline } from "./timeline.js";
import { timeOf } from "./uuid.js";
import { zones } from "./zones.js";

const MOST_TILES = 60;
const MOST_ROWS = 200;
const MOST_BARS = 16;
const LONG = 40; // characters from which on the copy button stands below

/** Nodes with the main value of a function's answer, or with what it refuses. */
export function value(name, { ok, body }) {
  if (ok) return (VALUES[name] ?? other)(body);
  return isExplained(body) ? unplaced(body) : [message(body)];
}

/** Whether a refusal is an answer to a person: an address that nobody on the Internet has. */
export const isExplained = (body) => explained(body.range) !== undefined;

export const message = ({ error, details }) =>
  element("p", { class: "message" }, element("strong", {}, error), details ? element("span", {}, details) : null);

/** Nodes with the figure of a function's answer, or none. */
export const figure = (name, answer) => FIGURES[name]?.(answer) ?? [];

const VALUES = {
  hash: (answer) => {
    const digests = answer.hashes ? Object.entries(answer.hashes) : [[answer.algorithm, answer.hash]];
    const shown = digests.map(([name, digest]) => [element("p", { class: "caption" }, `${answer.hmac ? "HMAC " : ""}${name}`), exact(digest)]);
    const matches = answer.matches === undefined ? [] : verdict(answer.matches, "matches the expected digest", "does not match the expected digest");
    const size = answer.bytes === undefined ? [] : [facts({ Bytes: answer.bytes.toLocaleString("en") })];
    return [...shown.flat(), ...matches, ...size];
  },
  ip: (answer) => (answer.results ? [...table(answer.results), attribution()] : located(answer)),
  random: (answer) => [
    ...numbers(answer.numbers),
    ...(answer.count > 1 ? [facts(figuresOf(answer.statistics))] : []),
  ],
  number: ({ number, numbers: several = [number], options: { precision } }) =>
    numbers(precision === undefined ? several : several.map((each) => each.toFixed(precision))),
  uuid: (answer) => [...exactRows(answer.uuids, timeOf), ...(answer.count === 1 && timeOf(answer.uuids[0]) ? [facts({ "Made at": timeOf(answer.uuids[0]) })] : [])],
  password: (answer) => [
    ...(answer.passwords ? exactRows(answer.passwords) : [exact(answer.password, [...answer.password].map(coloured))]),
    facts({ "Time to guess": timeToGuess(answer.entropy), Strength: answer.strength_level, Entropy: `${answer.entropy} bits`, Length: answer.length, Words: answer.words, "Left out": answer.excluded }),
    element("p", { class: "remark small-print" }, ASSUMPTION),
  ],
  text: (answer) => (answer.analysis ? [facts(counts(answer.analysis), "facts compact")] : [hero(answer.result)]),
  time: moment,
};

const FIGURES = {
  ip: ({ location }) => (location && isOnMap(location) ? [locator(location), attribution()] : []),
  random: (answer) => (answer.numbers.length > 1 ? [caption("Distribution"), histogram(answer.numbers, answer.range)] : []),
  number: (answer) => (answer.numbers ? [caption("Distribution"), histogram(answer.numbers, answer.range)] : []),
  time: (answer) => {
    if (answer.difference) return span(answer);
    if (answer.transitions) return timeline(answer);
    if (answer.operation === "timezone_info") return changesAround(answer);
    return answer.unix_timestamp === undefined ? [] : zones(answer);
  },
  password: ({ entropy, strength_level: level }) => [strength(entropy, level)],
  text: ({ analysis }) => {
    const frequent = Object.entries(analysis?.character_frequency ?? {}).slice(0, MOST_BARS);
    const shown = frequent.map(([character, count]) => [visible(character), count]);
    return shown.length ? [caption("Most frequent characters"), bars(shown, { title: "Most frequent characters" })] : [];
  },
};

/** An address of nobody on the Internet. */
function unplaced({ ip, range }) {
  const title = `${named(range)} address`;
  return [caption(ip), hero(title, [element("span", { class: "prose" }, title)]), element("p", { class: "remark" }, explained(range))];
}

/** A function that this table does not know yet: all its values, those within objects by both names. */
function other(answer) {
  return [facts(Object.fromEntries(leaves(answer)))];
}

function leaves(object, outer = []) {
  return Object.entries(object).flatMap(([name, part]) => {
    const names = [...outer, name];
    if (Array.isArray(part)) return [[named(names.join(" ")), part.map(written).join(", ")]];
    return part instanceof Object ? leaves(part, names) : [[named(names.join(" ")), written(part)]];
  });
}

const written = (part) => (typeof part === "string" ? part : JSON.stringify(part));

// --- IP location

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
    isOnMap(location) ? null : attribution(),
  ].filter(Boolean);
}

function onMap(latitude, longitude) {
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=10/${latitude}/${longitude}`;
  return element("a", { href, rel: "noreferrer noopener", target: "_blank" }, `${latitude}, ${longitude}`);
}

const CREDITS = { GeoNames: "www.geonames.org", RouteViews: "www.routeviews.org", NRO: "www.nro.net", "Unicode CLDR": "cldr.unicode.org" };

/** The licence of the embedded databases asks for it wherever their data are shown (CC BY 4.0). */
function attribution() {
  const link = (text, host) => element("a", { href: `https://${host}`, rel: "noopener", target: "_blank" }, text);
  const credits = Object.entries(CREDITS).flatMap(([name, host], index) => [index ? ", " : " with data of ", link(name, host)]);
  return element("p", { class: "attribution" }, link("IP Geolocation by DB-IP", "db-ip.com"), ...credits);
}

// --- time

function moment(answer) {
  switch (answer.operation) {
    case "difference":
      return [hero(answer.difference.formatted), facts({ Days: answer.difference.total_days, Hours: answer.difference.total_hours, Minutes: answer.difference.total_minutes, Seconds: answer.difference.total_seconds, From: answer.start, To: answer.end })];
    case "timezones":
      return [caption(`${answer.count} time zones`), ...rows(answer.timezones.map(zone))];
    case "timezone_info":
      return [hero(answer.timezone), facts({ Offset: answer.utc_offset, Abbreviation: answer.abbreviation, "Daylight saving": answer.is_dst ? "now" : answer.observes_dst ? "at other times of the year" : "none", Countries: answer.countries?.join(", "), "Next change": answer.next_transition?.iso8601, "Time there": answer.current_time })];
    case "transitions":
      return [caption(`${answer.count} changes of the clock in ${answer.timezone}`), ...rows(answer.transitions.map(change))];
    case "components":
      return [hero(answer.iso8601), facts(Object.fromEntries(Object.entries(answer.components).map(([name, part]) => [named(name), part])), "facts compact")];
    default:
      return instant(answer);
  }
}

const change = ({ iso8601, utc_offset_before: before, utc_offset: after, abbreviation }) => `${iso8601.slice(0, 19)} ${abbreviation} ${before} → ${after}`;

const zone = (each) => (each.name ? `${each.name} ${each.utc_offset} ${each.abbreviation}` : each);

function instant(answer) {
  const main = answer.formatted ? hero(answer.formatted) : exact(answer.iso8601);
  const unix = document.createTextNode(answer.unix_timestamp);
  const finer = document.createTextNode(answer.unix_milliseconds);
  if (isNow(answer)) {
    const output = main.querySelector("output");
    tick(answer, output, (iso8601, milliseconds) => {
      output.textContent = iso8601;
      unix.data = Math.floor(milliseconds / 1000);
      finer.data = milliseconds;
    });
  }
  return [
    main,
    facts({ Day: `${answer.day_of_week}, ${answer.date}`, Time: isNow(answer) ? undefined : answer.time, Zone: `${answer.timezone} (${answer.timezone_offset})`, "Unix seconds": unix, "Unix milliseconds": finer, Relative: answer.relative, Week: answer.week_of_year, "Day of the year": answer.day_of_year, "RFC 2822": answer.rfc2822 }),
    ...(answer.local_time_status ? [element("p", { class: "verdict no" }, `This local time is ${answer.local_time_status}`)] : []),
  ];
}

// --- parts

function caption(text) {
  return element("p", { class: "caption" }, text);
}

/** The main value with its copy button; shorter values are larger. */
function hero(text, nodes = [text]) {
  const size = text.length <= 24 ? "large" : text.length <= 90 ? "middle" : "plain";
  const shown = element("output", { class: `hero ${size}` }, ...nodes);
  return element("div", { class: "main" }, shown, copyButton(() => shown.textContent));
}

/** A value that is copied as it is, on one line at any width: letters shrink to the room, and then it scrolls. */
function exact(text, nodes = [text]) {
  const output = element("output", { class: "hero exact", tabindex: "0" }, ...nodes);
  output.style.setProperty("--characters", text.length);
  const style = text.length > LONG ? "whole long" : "whole";
  return element("div", { class: `main ${style}` }, element("div", { class: "room" }, output), copyButton(() => output.textContent));
}

/** Values that are copied as they are, each on one line as in `exact`; `note` says something of each. */
function exactRows(values, note = () => undefined) {
  if (values.length === 1) return [exact(values[0])];
  const nodes = rows(values, note);
  const list = nodes.find((node) => node.matches(".rows"));
  const longest = Math.max(...values.map((text) => text.length));
  list.classList.add("exact");
  list.style.setProperty("--characters", longest);
  list.classList.toggle("long", longest > LONG);
  // What may have to be scrolled must be reached by the keyboard.
  if (longest > LONG) list.querySelectorAll("output").forEach((output) => output.setAttribute("tabindex", "0"));
  return nodes;
}

/** Values to copy one by one or all. */
function rows(values, note = () => undefined) {
  const items = values
    .slice(0, MOST_ROWS)
    .map((text) => element("li", {}, element("div", { class: "room" }, element("output", {}, text), noted(note(text))), copyButton(() => text)));
  const rest = values.length - items.length;
  return [
    element("div", { class: "all" }, caption(`${values.length.toLocaleString("en")} values`), copyButton(() => values.join("\n"), "Copy all")),
    element("ol", { class: "rows", tabindex: "0" }, ...items),
    ...(rest > 0 ? [caption(`and ${rest.toLocaleString("en")} more in the answer`)] : []),
  ];
}

const noted = (text) => (text ? element("span", { class: "note" }, text) : null);

function numbers(values) {
  if (values.length === 1) return [hero(String(values[0]))];
  const tiles = values.slice(0, MOST_TILES).map((number) => element("li", {}, String(number)));
  const rest = values.length - tiles.length;
  return [
    element("div", { class: "all" }, caption(`${values.length.toLocaleString("en")} numbers`), copyButton(() => values.join("\n"), "Copy all")),
    element("ol", { class: "tiles" }, ...tiles),
    ...(rest > 0 ? [caption(`and ${rest.toLocaleString("en")} more in the answer`)] : []),
  ];
}

/** Names and values; a name without a value is left out. */
function facts(pairs, style = "facts") {
  const given = Object.entries(pairs).filter(([, fact]) => fact !== undefined && fact !== "" && fact !== null);
  return element("dl", { class: style }, ...given.map(([name, fact]) => element("div", {}, element("dt", {}, name), element("dd", {}, fact instanceof Node ? fact : breakable(String(fact))))));
}

/** A long name may break behind a slash or an underscore, an instant before its time. */
const breakable = (text) => text.split(/(?<=[/_])|(?<=^\d{4}-\d\d-\d\d)(?=T)/).flatMap((part, index) => (index ? [element("wbr"), part] : [part]));

function verdict(yes, good, bad) {
  return [element("p", { class: `verdict ${yes ? "yes" : "no"}` }, yes ? `✓ ${good}` : `✗ ${bad}`)];
}

function figuresOf({ sum, average, min_value, max_value, unique_count }) {
  return { Sum: sum, Average: Number(average.toPrecision(8)), Smallest: min_value, Largest: max_value, Distinct: unique_count };
}

function coloured(character) {
  const kind = /[0-9]/.test(character) ? "digit" : /[A-Za-z]/.test(character) ? "letter" : "symbol";
  return element("span", { class: kind }, character);
}

function counts(analysis) {
  const numbersOnly = Object.entries(analysis).filter(([, count]) => typeof count === "number");
  return Object.fromEntries(numbersOnly.map(([name, count]) => [named(name), count.toLocaleString("en")]));
}

const named = (key) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ").replace("Utf16", "UTF-16");

/** A character as it can be seen. */
function visible(character) {
  const names = { " ": "␣", "\n": "⏎", "\t": "⇥", "\r": "␍" };
  if (names[character]) return names[character];
  return /\p{C}|\p{Z}/u.test(character) ? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}` : character;
}

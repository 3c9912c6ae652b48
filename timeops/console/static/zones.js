// Clocks and time zones: suggestions for the inputs that take a zone, the same instant in other zones, and their hours.

import { button, caption, element, one } from "../parts.js";
import { addressOf, authorization, batch, keep, recall } from "../request.js";
import { region } from "../views.js";

// --- clocks

const OFTEN = 250; // milliseconds

/**
 * Call `show(iso8601, milliseconds, rfc2822)` repeatedly with the current time, in the zone of `answer`, while `node` is
 * shown.
 */
export function tick(answer, node, show) {
  const started = performance.now();
  const offset = seconds(answer.timezone_offset);
  node.setAttribute("aria-live", "off"); // else a screen reader would announce every second
  const timer = setInterval(() => {
    if (!node.isConnected) {
      clearInterval(timer);
      return;
    }
    const milliseconds = Math.floor(answer.unix_milliseconds + performance.now() - started);
    const local = new Date(milliseconds + offset * 1000); // its UTC fields are those of the clock in the zone
    const rfc2822 = local.toUTCString().replace("GMT", answer.timezone_offset.replace(":", ""));
    show(`${local.toISOString().slice(0, 19)}${answer.timezone_offset}`, milliseconds, rfc2822);
  }, OFTEN);
}

/** Return an offset like "+01:00" in seconds. */
export function seconds(offset) {
  const [hours, minutes, rest = 0] = offset.slice(1).split(":").map(Number);
  return (offset[0] === "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + rest);
}

/** Return whether `answer` describes the current time, so that its clock goes on. */
export const isNow = (answer) => answer.operation === "current" && answer.relative === "now";

// --- names of zones

let names; // a promise, so that the names are requested only once

/** Return the names of all zones. If the request fails, return none, and try again at the next call. */
export function zoneNames(form) {
  const url = addressOf(`${form.dataset.path}?operation=timezones&output=text`);
  names ??= fetch(url, { credentials: "omit", headers: authorization() })
    .then(async (response) => (response.ok ? (await response.text()).trim().split("\n") : Promise.reject(response)))
    .catch(() => {
      names = undefined;
      return [];
    });
  return names;
}

/** Offer the names of zones as suggestions to the inputs of `form` that take a zone. */
export async function suggestZones(form) {
  if (one("#zones")) return;
  const found = await zoneNames(form);
  if (!found.length || one("#zones")) return;
  const options = found.map((name) => element("option", { value: name }));
  document.body.append(element("datalist", { id: "zones" }, ...options));
  for (const input of form.querySelectorAll("input[name$=timezone]")) input.setAttribute("list", "zones");
}

/** The city of a zone: "New York" for "America/New_York". */
const cityOf = (timezone) => timezone.split("/").at(-1).replaceAll("_", " ");

// --- the same instant in a list of zones, which the user can change and the browser keeps

const NAME = "zones";
const FIRST = ["UTC", "America/New_York", "Asia/Tokyo"];
const MOST = 20;
const chosen = () => recall(NAME, FIRST);

/** Return a list of the zones with the instant of `answer`, an input that adds a zone, and a table of working hours. */
export function zones(answer) {
  const list = element("ul", { class: "zones" });
  const hours = element("div");
  const fill = () => show(list, hours, answer, fill);
  const input = element("input", {
    type: "text",
    list: "zones",
    "aria-label": "Zone to add",
    placeholder: "Area/City",
    spellcheck: "false",
  });
  const error = element("p", { class: "error", role: "alert" });
  const add = async () => {
    const name = input.value.trim();
    if (name) error.textContent = await added(answer, name);
    if (!name || error.textContent) return;
    input.value = "";
    await fill();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // else Enter would submit the form around the input
    add();
  });
  fill();
  const adding = element("div", { class: "adding" }, input, button("Add zone", add));
  return [caption("The same moment in other zones"), list, adding, error, hours];
}

/** Add a zone to those that are kept. Return what is wrong with it, or "". */
async function added(answer, name) {
  const results = await answers(answer, [name]);
  if (!results) return "The service cannot be reached";
  const [{ status, body }] = results;
  if (status !== 200) return `${body.error}: ${name}`;
  keep(NAME, [...new Set([...chosen(), body.timezone])].slice(0, MOST));
  return "";
}

/** Request the instant in each zone. Null if the service cannot be reached or has no batch. */
function answers({ unix_timestamp: timestamp }, names) {
  const calls = names.map((timezone) => ({ path: "/time/", parameters: { timestamp, timezone } }));
  return batch(calls).catch(() => null);
}

/** Fill the list and the table. A line calls `again` after its zone was removed. */
async function show(list, hours, answer, again) {
  const names = chosen();
  const results = names.length ? await answers(answer, names) : [];
  if (!results) return;
  const found = results.flatMap(({ status, body }, index) =>
    status === 200 ? [{ there: body, name: names[index] }] : [],
  );
  list.replaceChildren(...found.map(({ name, there }) => line(answer, name, there, again)));
  const canChoose = answer.operation === "current" && found.length > 0; // another operation would not read the hour
  const there = found.map((each) => each.there);
  hours.replaceChildren(...(canChoose ? workingHours(answer, there) : []));
}

function line(answer, name, there, again) {
  const time = element("span", { class: "there" }, shown(there.iso8601));
  if (isNow(answer)) {
    tick({ ...there, unix_milliseconds: answer.unix_milliseconds }, time, (iso8601) => {
      time.textContent = shown(iso8601);
    });
  }
  const remove = () => {
    const rest = chosen().filter((each) => each !== name);
    keep(NAME, rest);
    again();
  };
  const city = element("span", { class: "name", title: name }, cityOf(name));
  const offset = element("span", { class: "offset" }, there.timezone_offset);
  return element("li", {}, city, time, offset, button("✕", remove, { class: "small", "aria-label": `Remove ${name}` }));
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** Return "Sun 2026-11-22 10:30:00" for "2026-11-22T10:30:00+01:00". */
function shown(iso8601) {
  const [date, time] = [iso8601.slice(0, 10), iso8601.slice(11, 19)];
  return `${DAYS[new Date(date).getUTCDay()]} ${date} ${time}`;
}

// --- the hours of a day in several zones, which show when people there work

const HOURS = [...Array(24).keys()];
const WORK = [9, 17]; // from the first hour to before the second
const AWAKE = [7, 22];
const HOUR = 3600;

/**
 * Return a table with a column for each hour of the day of `answer` in its zone, and a row for each of `places`, which
 * have `timezone` and `timezone_offset`. A click on an hour chooses it. All offsets are those at the instant of the
 * answer, so on a day when a clock changes, the hours on the other side of the change are wrong until one is chosen.
 */
function workingHours(answer, places) {
  const own = seconds(answer.timezone_offset);
  const now = Number(answer.iso8601.slice(11, 13));
  const others = places.filter(({ timezone }) => timezone !== answer.timezone);
  const all = [answer, ...others].map((place) => HOURS.map((hour) => at(hour, seconds(place.timezone_offset) - own)));
  const everyone = HOURS.filter((hour) => all.every((row) => within(row[hour], WORK)));
  const said = everyone.length
    ? `Everyone is at work from ${spoken(everyone)} in ${cityOf(answer.timezone)}`
    : `There is no hour when everyone is at work, from ${WORK[0]} to ${WORK[1]}`;
  const named = ({ timezone }) => element("th", { scope: "row", title: timezone }, cityOf(timezone));
  const styleOf = (hour, column) => ({ class: `${style(hour)}${column === now ? " chosen" : ""}` });
  const head = HOURS.map((hour) => element("th", { scope: "col", ...styleOf(hour, hour) }, choice(answer, hour, now)));
  const rows = others.map((place, index) => {
    const cells = all[index + 1].map((hour, column) => element("td", styleOf(hour, column), written(hour)));
    return element("tr", {}, named(place), ...cells);
  });
  const heading = element("thead", {}, element("tr", {}, named(answer), ...head));
  const table = element("table", { class: "hours" }, heading, element("tbody", {}, ...rows));
  return [caption(said), region("Working hours", table)];
}

/** A button that chooses an hour of the answer's day. */
function choice(answer, hour, now) {
  const values = { datetime: `${answer.iso8601.slice(0, 10)} ${two(hour)}:00`, timezone: answer.timezone };
  const attributes = { class: "", "aria-label": `Choose ${hour}:00`, ...(hour === now && { "aria-current": "time" }) };
  const press = () => made.dispatchEvent(new CustomEvent("write", { bubbles: true, detail: values }));
  const made = button(String(hour), press, attributes);
  return made;
}

/** The local time in hours at a place that is `ahead` seconds ahead: 14.5 for half past two. */
const at = (hour, ahead) => (((hour + ahead / HOUR) % 24) + 24) % 24;

const within = (hour, /** @type {number[]} */ [from, to]) => hour >= from && hour < to;
const style = (hour) => (within(hour, WORK) ? "work" : within(hour, AWAKE) ? "awake" : "asleep");
const two = (number) => String(number).padStart(2, "0");
const written = (hour) => `${Math.floor(hour)}${hour % 1 ? `:${two(Math.round((hour % 1) * 60))}` : ""}`;

/** Write hours as ranges: "9:00 to 11:00 and 14:00 to 15:00". */
function spoken(hours) {
  const ranges = hours
    .filter((hour) => !hours.includes(hour - 1))
    .map((start) => {
      let end = start;
      while (hours.includes(end)) end += 1;
      return `${start}:00 to ${end}:00`;
    });
  return ranges.join(" and ");
}

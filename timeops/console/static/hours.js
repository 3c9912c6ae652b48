// A table of the hours of a day in several zones, which shows when people there work.

import { seconds } from "./clock.js";
import { element } from "../dom.js";

const HOURS = 24;
const WORK = [9, 17]; // from the first hour to before the second
const AWAKE = [7, 22];
const HOUR = 3600;

/**
 * Return a table with a column for each hour of the day of `answer` in its zone, and a row for each of `places`, which
 * have `timezone` and `timezone_offset`. A click on an hour chooses it. All offsets are those at the instant of the
 * answer, so on a day when a clock changes, the hours on the other side of the change are wrong until one is chosen.
 */
export function workingHours(answer, places) {
  const own = seconds(answer.timezone_offset);
  const chosen = Number(answer.iso8601.slice(11, 13));
  const all = [answer, ...places.filter(({ timezone }) => timezone !== answer.timezone)];
  const cells = all.map((place) => [...Array(HOURS).keys()].map((hour) => at(hour, seconds(place.timezone_offset) - own)));
  const everyone = [...Array(HOURS).keys()].filter((hour) => cells.every((row) => within(row[hour], WORK)));
  const rows = cells.slice(1).map((row, index) => line(all[index + 1].timezone, row, chosen));
  const table = element("table", { class: "hours" }, element("thead", {}, head(answer, chosen)), element("tbody", {}, ...rows));
  return [
    element("p", { class: "caption" }, everyone.length ? `Everyone is at work from ${spoken(everyone)} in ${answer.timezone}` : `There is no hour when everyone is at work, from ${WORK[0]} to ${WORK[1]}`),
    element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Working hours" }, table),
  ];
}

/** The local time in hours at a place that is `ahead` seconds ahead: 14.5 for half past two. */
const at = (hour, ahead) => (((hour + ahead / HOUR) % HOURS) + HOURS) % HOURS;

const within = (hour, [from, to]) => hour >= from && hour < to;
const style = (hour) => (within(hour, WORK) ? "work" : within(hour, AWAKE) ? "awake" : "asleep");
const two = (number) => String(number).padStart(2, "0");
const written = (hour) => `${Math.floor(hour)}${hour % 1 ? `:${two(Math.round((hour % 1) * 60))}` : ""}`;

/** Write hours as ranges: "9:00 to 11:00 and 14:00 to 15:00". */
function spoken(hours) {
  const starts = hours.filter((hour) => !hours.includes(hour - 1));
  return starts.map((start) => {
    let end = start;
    while (hours.includes(end)) end += 1;
    return `${start}:00 to ${end}:00`;
  }).join(" and ");
}

/** The first row: the hours in the zone of the answer, as buttons that choose an hour. */
function head(answer, chosen) {
  const buttons = [...Array(HOURS).keys()].map((hour) => {
    const button = element("button", { type: "button", "aria-label": `Choose ${hour}:00`, ...(hour === chosen ? { "aria-current": "time" } : {}) }, String(hour));
    const values = { datetime: `${answer.iso8601.slice(0, 10)} ${two(hour)}:00`, timezone: answer.timezone };
    button.addEventListener("click", () => button.dispatchEvent(new CustomEvent("write", { bubbles: true, detail: values })));
    return element("th", { scope: "col", class: `${style(hour)}${hour === chosen ? " chosen" : ""}` }, button);
  });
  return element("tr", {}, element("th", { scope: "row" }, answer.timezone), ...buttons);
}

function line(name, row, chosen) {
  const cells = row.map((hour, index) => element("td", { class: `${style(hour)}${index === chosen ? " chosen" : ""}` }, written(hour)));
  return element("tr", {}, element("th", { scope: "row" }, name), ...cells);
}

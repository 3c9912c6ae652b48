// How the page shows the answers of /time/, and which pasted texts it recognizes as dates, durations and rules.

import { isNow, tick } from "./clock.js";
import { addPickers, suggestZones, zoneNames } from "./fields.js";
import { caption, exact, facts, hero, later, named, remark, rows, verdict } from "../parts.js";
import { table } from "../views.js";
import { zones } from "./zones.js";

/** How each operation's answer is shown. The operations that are missing here describe an instant. */
const VALUES = {
  difference: ({ difference, start, end, calendar }) => [
    hero(wholeDays(start, end) ?? difference.formatted),
    facts({
      "In words": wholeDays(start, end) && difference.formatted,
      Days: difference.total_days,
      Hours: difference.total_hours,
      Minutes: difference.total_minutes,
      Seconds: difference.total_seconds,
      "Business days": difference.business_days,
      Duration: difference.iso8601_duration,
      From: start,
      To: end,
      Calendar: calendar,
    }),
  ],
  timezones: ({ timezones }) => rows(timezones.map((each) => (each.name ? `${each.name} ${each.utc_offset} ${each.abbreviation}` : each))),
  timezone_info: (answer) => [
    hero(answer.timezone),
    facts({
      Offset: answer.utc_offset,
      Abbreviation: answer.abbreviation,
      "Daylight saving": answer.is_dst ? "now" : answer.observes_dst ? "at other times of the year" : "none",
      Countries: answer.countries?.join(", "),
      "Next change": answer.next_transition?.iso8601,
      "Time there": answer.current_time,
    }),
  ],
  transitions: ({ timezone, transitions }) => [caption(`Changes of the clock in ${timezone}`), ...rows(transitions.map(change))],
  components: ({ iso8601, components }) => [
    hero(iso8601),
    facts(Object.fromEntries(Object.entries(components).map(([name, part]) => [named(name), part])), "facts compact"),
  ],
  recurrence: ({ text, rule, rrule, cron, note, occurrences }) => {
    const statuses = new Map(occurrences.map(({ iso8601, local_time_status: status }) => [iso8601, status]));
    const remarkOn = (iso8601) => [weekday(iso8601), statuses.get(iso8601)].filter(Boolean).join(", ");
    return [
      hero(text ?? rule),
      note ? remark(note) : null,
      ...rows(occurrences.map(({ iso8601 }) => iso8601), remarkOn),
      facts({ RRULE: rrule, Cron: cron }),
    ].filter(Boolean);
  },
  duration: ({ text, seconds, iso8601, clock }) => [
    hero(text ?? iso8601),
    facts({ Seconds: seconds, Minutes: shared(seconds, 60), Hours: shared(seconds, 3600), Days: shared(seconds, 86_400), Clock: clock, "ISO 8601": iso8601 }),
  ],
  holidays: ({ country, year, holidays }) => [
    caption(`${holidays.length} public holidays of ${country} in ${year}`),
    table("Public holidays", ["Date", "Day", "Name"], holidays.map(({ date, name }) => [date, weekday(date), name])),
  ],
};

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const weekday = (iso8601) => WEEKDAYS[new Date(iso8601.slice(0, 10)).getUTCDay()];

/** Convert seconds to a larger unit; undefined for a duration without seconds, which has years or months. */
const shared = (seconds, unit) => (seconds === undefined ? undefined : Number((seconds / unit).toPrecision(12)));

/**
 * Return "32 days" if start and end have the same time of day: this is what people want who count the days until a date.
 * The days are those of the calendar, so a day on which the clock changes does not have 24 hours.
 */
function wholeDays(start, end) {
  const days = (Date.parse(end.slice(0, 10)) - Date.parse(start.slice(0, 10))) / 86_400_000;
  if (!days || start.slice(10, 19) !== end.slice(10, 19)) return undefined;
  return `${days.toLocaleString("en")} ${Math.abs(days) === 1 ? "day" : "days"}`;
}

const change = ({ iso8601, utc_offset_before: before, utc_offset: after, abbreviation }) => `${iso8601.slice(0, 19)} ${abbreviation} ${before} → ${after}`;

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
    ...(answer.local_time_status ? [verdict(false, STATUS[answer.local_time_status])] : []),
    main,
    facts({
      Day: `${answer.day_of_week}, ${answer.date}`,
      Time: isNow(answer) ? undefined : answer.time,
      Zone: `${answer.timezone} (${answer.timezone_offset})`,
      "Unix seconds": unix,
      "Unix milliseconds": finer,
      Relative: answer.relative,
      Calendar: answer.calendar,
      Week: answer.week_of_year,
      "Day of the year": answer.day_of_year,
      "RFC 2822": answer.rfc2822,
    }),
  ];
}

const STATUS = {
  nonexistent: "The clocks skip this local time. “disambiguation” says whether an earlier or a later one is taken, or none",
  ambiguous: "This local time occurs twice. “disambiguation” says which of the two is taken, or none",
};

/** The drawing of each operation's answer on a time line. */
const LINES = {
  difference: ({ span }, answer) => span(answer),
  recurrence: ({ occurrencesOn }, answer) => occurrencesOn(answer),
  duration: ({ length }, answer) => length(answer.iso8601),
  transitions: ({ timeline }, answer) => timeline(answer),
  timezone_info: ({ changesAround }, answer) => changesAround(answer),
};

function figure(answer) {
  if (LINES[answer.operation]) return [later(import("./timeline.js"), (drawings) => LINES[answer.operation](drawings, answer))];
  return answer.unix_timestamp === undefined ? [] : zones(answer);
}

/** The plain text of an answer; undefined for descriptions of zones and for holidays, whose text comes from the service. */
function text({ operation, formatted, difference, timezones, transitions, occurrences, iso8601, holidays }) {
  if (operation === "timezone_info" || holidays) return undefined;
  const lines = timezones?.map((zone) => zone.name ?? zone) ?? (transitions ?? occurrences)?.map((each) => each.iso8601);
  return (lines ?? [difference?.formatted ?? formatted ?? iso8601]).map((line) => `${line}\n`).join("");
}

/** The entries of the search: all time zones, which are found by their name or the city in it. */
async function entries(form) {
  return (await zoneNames(form)).map((timezone) => ({ title: timezone, words: "time zone", values: { timezone } }));
}

export const functions = {
  time: { value: (answer) => (VALUES[answer.operation] ?? instant)(answer), figure, text, entries, begin: addPickers, shown: suggestZones },
};

const UNIX = /^\d{10}(?:\.\d{1,9}|(?:\d{3}){0,3})$/; // seconds of 2001 to 2286, or milliseconds to nanoseconds
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/;
const CRON = /^(?:@(?:hourly|daily|midnight|weekly|monthly|yearly|annually)|(?:[\d*/,?LW#-]+|[A-Za-z]{3}(?:-[A-Za-z]{3})?)(?:\s+(?:[\d*/,?LW#-]+|[A-Za-z]{3}(?:[-,][A-Za-z]{3})*)){4})$/;
const RRULE = /^(?:RRULE:|DTSTART[:;]|FREQ=)/i;
const DURATION = /^[+-]?P(?=\d|T\d)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/i;
const PHRASE = /^(?:now|today|tomorrow|yesterday|noon|midnight|tonight|(?:in|next|last|this|first|end|start|beginning|on|at)\s.+|.+\s(?:ago|from now|later|earlier))$/i;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/i;
const MONTH = /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;

const SPAN = /^(?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?)(?:,?\s+(?:and\s+)?|$))+$/i;
const CLOCK = /^(?:\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?|\d{1,2}\s*[ap]m)(?:\s+(?:today|tomorrow|yesterday))?$/i;

const moment = (text) => ({ operation: "current", datetime: text });
const isDate = (text) => text.length <= 128 && !text.includes("\n") && (ISO.test(text) || PHRASE.test(text) || CLOCK.test(text) || WEEKDAY.test(text) || (MONTH.test(text) && /\d/.test(text)));

const UNTIL = /^(?:how many )?days (?:until|till|to) (.+)$/i;
const SINCE = /^(?:how many )?days since (.+)$/i;
const between = (start, end) => ({ operation: "difference", start, end });

export const kinds = [
  { name: "days until a date", label: "Count them", form: "time", rank: 85, values: (text) => (UNTIL.test(text) ? between("today", UNTIL.exec(text)[1]) : null) },
  { name: "days since a date", label: "Count them", form: "time", rank: 85, values: (text) => (SINCE.test(text) ? between(SINCE.exec(text)[1], "today") : null) },
  { name: "a Unix timestamp", label: "Show the time", form: "time", rank: 90, values: (text) => (UNIX.test(text) ? moment(text) : null) },
  { name: "a cron line", label: "Show when it runs", form: "time", rank: 90, values: (text) => (CRON.test(text) ? { operation: "recurrence", rule: text } : null) },
  { name: "a recurrence rule", label: "Show its dates", form: "time", rank: 90, longest: 2048, values: (text) => (RRULE.test(text) ? { operation: "recurrence", rule: text } : null) },
  { name: "a recurrence in English", label: "Show its dates", form: "time", rank: 45, values: (text) => (/^(?:every|daily|weekly|monthly)\b/i.test(text) && text.length <= 128 ? { operation: "recurrence", rule: text } : null) },
  { name: "a duration", label: "Show how long it is", form: "time", rank: 85, values: (text) => (DURATION.test(text) ? { operation: "duration", durations: text } : null) },
  { name: "a duration", label: "Show how long it is", form: "time", rank: 60, values: (text) => (SPAN.test(text) ? { operation: "duration", durations: text } : null) },
  { name: "a date", label: "Show the moment", form: "time", rank: 40, values: (text) => (isDate(text) ? moment(text) : null) },
];

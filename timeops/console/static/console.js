// How the page shows the answers of /time/, and which pasted texts it recognizes as dates, durations and rules.

import { button, caption, element, exact, facts, hero, later, lines, one, remark, rows, verdict } from "../parts.js";
import { table } from "../views.js";
import { isNow, suggestZones, tick, zoneNames, zones } from "./zones.js";

// --- values

/** How each operation's answer is shown. The operations that are missing here describe an instant. */
const VALUES = {
  difference: ({ difference, start, end, calendar }) => {
    const days = wholeDays(start, end);
    return [
      hero(days ?? difference.formatted),
      facts({
        "In words": days && difference.formatted,
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
    ];
  },
  timezones: ({ timezones }) =>
    rows(timezones.map((each) => (each.name ? `${each.name} ${each.utc_offset} ${each.abbreviation}` : each))),
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
  transitions: ({ timezone, transitions }) => [
    caption(`Changes of the clock in ${timezone}`),
    ...rows(transitions.map(change)),
  ],
  components: ({ iso8601, components }) => [hero(iso8601), facts(components, "facts compact")],
  recurrence: ({ text, rule, rrule, cron, note, occurrences }) => {
    const statuses = new Map(occurrences.map(({ iso8601, local_time_status: status }) => [iso8601, status]));
    const remarkOn = (iso8601) => [weekday(iso8601), statuses.get(iso8601)].filter(Boolean).join(", ");
    const dates = occurrences.map(({ iso8601 }) => iso8601);
    const remarks = note ? [remark(note)] : [];
    return [hero(text ?? rule), ...remarks, ...rows(dates, remarkOn), facts({ RRULE: rrule, Cron: cron })];
  },
  duration: ({ text, seconds, iso8601, clock }) => [
    hero(text ?? iso8601),
    facts({ seconds, ...larger(seconds), clock, "ISO 8601": iso8601 }),
  ],
  holidays: ({ country, year, holidays }) => {
    const lines = holidays.map(({ date, name }) => [date, weekday(date), name]);
    const count = caption(`${holidays.length} public holidays of ${country} in ${year}`);
    return [count, table("Public holidays", ["Date", "Day", "Name"], lines)];
  },
};

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const weekday = (iso8601) => WEEKDAYS[new Date(iso8601.slice(0, 10)).getUTCDay()];

/** Seconds in larger units; none for a duration without seconds, which has years or months. */
function larger(seconds) {
  if (seconds === undefined) return {};
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Number((seconds / unit).toPrecision(12)));
  return { minutes, hours, days };
}

/**
 * Return "32 days" if start and end have the same time of day: this is what people want who count the days until a
 * date. The days are those of the calendar, so a day on which the clock changes does not have 24 hours.
 */
function wholeDays(start, end) {
  const days = (Date.parse(end.slice(0, 10)) - Date.parse(start.slice(0, 10))) / 86_400_000;
  if (!days || start.slice(10, 19) !== end.slice(10, 19)) return undefined;
  return `${days.toLocaleString("en")} ${Math.abs(days) === 1 ? "day" : "days"}`;
}

const change = ({ iso8601, utc_offset_before: before, utc_offset: after, abbreviation }) =>
  `${iso8601.slice(0, 19)} ${abbreviation} ${before} → ${after}`;

const STATUS = {
  nonexistent:
    "The clocks skip this local time. “disambiguation” says whether an earlier or a later one is taken, or none",
  ambiguous: "This local time occurs twice. “disambiguation” says which of the two is taken, or none",
};

function instant(answer) {
  const main = answer.formatted ? hero(answer.formatted) : exact(answer.iso8601);
  const [unix, finer, email] = [answer.unix_timestamp, answer.unix_milliseconds, answer.rfc2822].map((text) =>
    element("span", {}, String(text)),
  );
  if (isNow(answer)) {
    const output = one("output", main);
    tick(answer, output, (iso8601, milliseconds, rfc2822) => {
      output.textContent = iso8601;
      unix.textContent = Math.floor(milliseconds / 1000);
      finer.textContent = milliseconds;
      email.textContent = rfc2822;
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
      "RFC 2822": email,
    }),
  ];
}

/** The drawing of each operation's answer on a time line. */
const LINES = {
  difference: ({ span }, answer) => span(answer),
  recurrence: ({ occurrencesOn }, answer) => occurrencesOn(answer),
  duration: ({ length }, answer) => length(answer.iso8601),
  transitions: ({ timeline }, answer) => timeline(answer),
  timezone_info: ({ changesAround }, answer) => changesAround(answer),
};

function figure(answer) {
  const draw = LINES[answer.operation];
  if (draw) return [later(import("./timeline.js"), (drawings) => draw(drawings, answer))];
  return answer.unix_timestamp === undefined ? [] : zones(answer);
}

/**
 * The plain text of an answer; undefined for descriptions of zones and for holidays, whose text comes from the service.
 */
function text({ operation, formatted, difference, timezones, transitions, occurrences, iso8601, holidays }) {
  if (operation === "timezone_info" || holidays) return undefined;
  const zones = timezones?.map((zone) => zone.name ?? zone);
  const instants = (transitions ?? occurrences)?.map((each) => each.iso8601);
  return lines(zones ?? instants ?? [difference?.formatted ?? formatted ?? iso8601]);
}

// --- the form

/** Add a calendar to each date. */
function addPickers(form) {
  for (const name of ["datetime", "start", "end"]) {
    const input = one(`input[name=${name}]`, form);
    if (!input) continue;
    const attributes = { type: "datetime-local", step: "1", tabindex: "-1", "aria-hidden": "true", class: "picker" };
    const picker = element("input", attributes);
    const label = `Pick ${input.labels[0].textContent} from a calendar`;
    const pick = button("▾", () => picker.showPicker(), { class: "small", "aria-label": label });
    picker.addEventListener("input", () => {
      input.value = picker.value; // the form is told by the same event
    });
    const row = element("div", { class: "picking" }, pick, picker);
    input.replaceWith(row);
    row.prepend(input);
  }
}

/** The entries of the search: all time zones, which are found by their name or the city in it. */
async function entries(form) {
  const names = await zoneNames(form);
  return names.map((timezone) => ({ title: timezone, words: "time zone", values: { timezone } }));
}

const value = (answer) => (VALUES[answer.operation] ?? instant)(answer);

export const functions = { time: { value, figure, text, entries, begin: addPickers, shown: suggestZones } };

// --- what a text may be

const UNIX = /^\d{10}(?:\.\d{1,9}|(?:\d{3}){0,3})$/; // seconds of 2001 to 2286, or milliseconds to nanoseconds
const FIELD = /[\d*/,?LW#-]+/.source;
const CRON = new RegExp(
  `^(?:@(?:hourly|daily|midnight|weekly|monthly|yearly|annually)|(?:${FIELD}|[A-Za-z]{3}(?:-[A-Za-z]{3})?)` +
    `(?:\\s+(?:${FIELD}|[A-Za-z]{3}(?:[-,][A-Za-z]{3})*)){4})$`,
);
const RRULE = /^(?:RRULE:|DTSTART[:;]|FREQ=)/i;
const EVERY = /^(?:every|daily|weekly|monthly)\b.{0,120}$/is;
const DURATION = /^[+-]?P(?=\d|T\d)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/i;
const UNIT = /ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?/.source;
const SPAN = new RegExp(`^(?:\\d+(?:\\.\\d+)?\\s*(?:${UNIT})(?:,?\\s+(?:and\\s+)?|$))+$`, "i");
const DATES = [
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/,
  /^(?:now|today|tomorrow|yesterday|noon|midnight|tonight)$/i,
  /^(?:in|next|last|this|first|end|start|beginning|on|at)\s.+$/i,
  /^.+\s(?:ago|from now|later|earlier)$/i,
  /^(?:\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?|\d{1,2}\s*[ap]m)(?:\s+(?:today|tomorrow|yesterday))?$/i,
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/i,
];
const MONTH = new RegExp(
  "\\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|" +
    "nov(?:ember)?|dec(?:ember)?)\\b",
  "i",
);
const UNTIL = /^(?:how many )?days (?:until|till|to) (.+)$/i;
const SINCE = /^(?:how many )?days since (.+)$/i;

const isDate = (text) =>
  text.length <= 128 &&
  !text.includes("\n") &&
  (DATES.some((form) => form.test(text)) || (MONTH.test(text) && /\d/.test(text)));

const kind = (name, label, rank, test, values, longest = undefined) => {
  return { name, label, form: "time", rank, longest, values: (text) => (test(text) ? values(text) : null) };
};
const like = (pattern) => (text) => pattern.test(text);
const moment = (text) => ({ operation: "current", datetime: text });
const recurrence = (text) => ({ operation: "recurrence", rule: text });
const duration = (text) => ({ operation: "duration", durations: text });
const difference = (start, end) => ({ operation: "difference", start, end });

export const kinds = [
  kind("days until a date", "Count them", 85, like(UNTIL), (text) => difference("today", UNTIL.exec(text)[1])),
  kind("days since a date", "Count them", 85, like(SINCE), (text) => difference(SINCE.exec(text)[1], "today")),
  kind("a Unix timestamp", "Show the time", 90, like(UNIX), moment),
  kind("a cron line", "Show when it runs", 90, like(CRON), recurrence),
  kind("a recurrence rule", "Show its dates", 90, like(RRULE), recurrence, 2048),
  kind("a recurrence in English", "Show its dates", 45, like(EVERY), recurrence),
  kind("a duration", "Show how long it is", 85, like(DURATION), duration),
  kind("a duration", "Show how long it is", 60, like(SPAN), duration),
  kind("a date", "Show the moment", 40, isDate, moment),
];

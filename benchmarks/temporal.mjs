// Calculate with Temporal: read a request from each line of standard input, and write its answer to standard output.
// Both are JSON. The polyfill must be installed in the working directory: npm install @js-temporal/polyfill
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const { Temporal } = createRequire(`${process.cwd()}/`)("@js-temporal/polyfill");

const at = (milliseconds, zone) => Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone);

const FIRST_DAYS = {
  day: (time) => time,
  week: (time) => time.subtract({ days: time.dayOfWeek - 1 }),
  month: (time) => time.with({ day: 1 }),
  quarter: (time) => time.with({ month: 3 * Math.floor((time.month - 1) / 3) + 1, day: 1 }),
  year: (time) => time.with({ month: 1, day: 1 }),
};
const LENGTHS = {
  day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 }, quarter: { months: 3 }, year: { years: 1 },
};

function start(time, unit) {
  if (unit in FIRST_DAYS) return FIRST_DAYS[unit](time).startOfDay();
  return time.round({ smallestUnit: unit, roundingMode: "floor" });
}

const ANSWERS = {
  add: ({ time, zone, duration }) => at(time, zone).add(duration).epochMilliseconds,
  subtract: ({ time, zone, duration }) => at(time, zone).subtract(duration).epochMilliseconds,
  difference: ({ time, end, zone }) => at(time, zone).until(at(end, zone), { largestUnit: "year" }).toString(),
  start_of: ({ time, zone, unit }) => start(at(time, zone), unit).epochMilliseconds,
  end_of: ({ time, zone, unit }) =>
    start(start(at(time, zone), unit).toPlainDate().add(LENGTHS[unit]).toZonedDateTime(zone), "day").epochMilliseconds
    - 1000,
  offset: ({ time, zone }) => at(time, zone).offset,
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = ANSWERS[question.operation](question);
  } catch (fault) {
    answer = String(fault);
  }
  console.log(JSON.stringify(answer));
}

// The same instant in a list of zones, which the user can change and the browser keeps.

import { isNow, tick } from "./clock.js";
import { element } from "../dom.js";
import { workingHours } from "./hours.js";
import { breakable } from "../parts.js";
import { batch } from "../request.js";
import { keep, recall } from "../store.js";

const NAME = "zones";
const FIRST = ["UTC", "America/New_York", "Asia/Tokyo"];
const MOST = 20;

/** Return a list of the zones with the instant of `answer`, an input that adds a zone, and a table of working hours. */
export function zones(answer) {
  const list = element("ul", { class: "zones" });
  const hours = element("div");
  const fill = () => show(list, hours, answer, fill);
  const input = element("input", { type: "text", list: "zones", "aria-label": "Zone to add", placeholder: "Area/City", spellcheck: "false" });
  const add = element("button", { type: "button", class: "copy" }, "Add zone");
  const error = element("p", { class: "error", role: "alert" });
  const adding = async () => {
    const name = input.value.trim();
    if (!name) return;
    const results = await answers(answer, [name]);
    if (!results) return (error.textContent = "The service cannot be reached");
    const [found] = results;
    error.textContent = found.status === 200 ? "" : `${found.body.error}: ${name}`;
    if (found.status !== 200) return;
    keep(NAME, [...new Set([...recall(NAME, FIRST), found.body.timezone])].slice(0, MOST));
    input.value = "";
    await fill();
  };
  add.addEventListener("click", adding);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // else Enter would submit the form around the input
    adding();
  });
  fill();
  return [element("p", { class: "caption" }, "The same moment in other zones"), list, element("div", { class: "adding" }, input, add), error, hours];
}

/** Request the instant in each zone. Null if the service cannot be reached or has no batch. */
const answers = (answer, names) =>
  batch(names.map((timezone) => ({ path: "/time/", parameters: { timestamp: answer.unix_timestamp, timezone } }))).catch(() => null);

/** Fill the list and the table. A line calls `again` after its zone was removed. */
async function show(list, hours, answer, again) {
  const names = recall(NAME, FIRST);
  const results = names.length ? await answers(answer, names) : [];
  if (!results) return;
  const found = results.map(({ status, body }, index) => ({ status, there: body, name: names[index] })).filter(({ status }) => status === 200);
  list.replaceChildren(...found.map(({ name, there }) => line(answer, name, there, again)));
  const canChoose = answer.operation === "current" && found.length > 0; // another operation would not read the hour
  hours.replaceChildren(...(canChoose ? workingHours(answer, found.map(({ there }) => there)) : []));
}

function line(answer, name, there, again) {
  const time = element("span", { class: "there" }, shown(there.iso8601));
  if (isNow(answer)) tick({ ...there, unix_milliseconds: answer.unix_milliseconds }, time, (iso8601) => (time.textContent = shown(iso8601)));
  const remove = element("button", { type: "button", class: "small", "aria-label": `Remove ${name}` }, "✕");
  const item = element("li", {}, element("span", { class: "name" }, ...breakable(name)), time, element("span", { class: "offset" }, there.timezone_offset), remove);
  remove.addEventListener("click", () => {
    keep(NAME, recall(NAME, FIRST).filter((each) => each !== name));
    again();
  });
  return item;
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** Return "Sun 2026-11-22 10:30:00" for "2026-11-22T10:30:00+01:00". */
function shown(iso8601) {
  const [date, time] = [iso8601.slice(0, 10), iso8601.slice(11, 19)];
  return `${DAYS[new Date(date).getUTCDay()]} ${date} ${time}`;
}

// A clock that starts at the instant of an answer and goes on without further requests.

const OFTEN = 250; // milliseconds

/** Call `show(iso8601, milliseconds)` repeatedly with the current time, in the zone of `answer`, while `node` is on the page. */
export function tick(answer, node, show) {
  const started = performance.now();
  const offset = seconds(answer.timezone_offset);
  node.setAttribute("aria-live", "off"); // else a screen reader would announce every second
  const timer = setInterval(() => {
    if (!node.isConnected) return clearInterval(timer);
    const milliseconds = Math.floor(answer.unix_milliseconds + performance.now() - started);
    const local = new Date(milliseconds + offset * 1000).toISOString().slice(0, 19);
    show(`${local}${answer.timezone_offset}`, milliseconds);
  }, OFTEN);
}

/** Return an offset like "+01:00" in seconds. */
export function seconds(offset) {
  const [hours, minutes, rest = 0] = offset.slice(1).split(":").map(Number);
  return (offset[0] === "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + rest);
}

/** Return whether `answer` describes the current time, so that its clock goes on. */
export const isNow = (answer) => answer.operation === "current" && answer.relative === "now";

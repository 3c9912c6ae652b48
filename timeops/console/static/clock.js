// A clock that goes on by itself from the instant that the service told, with no further request.

const OFTEN = 250; // milliseconds

/** Call `show(iso8601, milliseconds)` as time goes on, in the zone of `answer`, until `node` is gone from the page. */
export function tick(answer, node, show) {
  const started = performance.now();
  const offset = seconds(answer.timezone_offset);
  node.setAttribute("aria-live", "off"); // a reader would be read every second
  const timer = setInterval(() => {
    if (!node.isConnected) return clearInterval(timer);
    const milliseconds = Math.floor(answer.unix_milliseconds + performance.now() - started);
    const local = new Date(milliseconds + offset * 1000).toISOString().slice(0, 19);
    show(`${local}${answer.timezone_offset}`, milliseconds);
  }, OFTEN);
}

/** "+01:00" in seconds. */
export function seconds(offset) {
  const [hours, minutes, rest = 0] = offset.slice(1).split(":").map(Number);
  return (offset[0] === "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + rest);
}

/** Whether `answer` is the present instant, whose clock goes on. */
export const isNow = (answer) => answer.operation === "current" && answer.relative === "now";

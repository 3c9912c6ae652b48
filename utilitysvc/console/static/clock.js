// The clock of "now": it goes on by itself from the instant that the service told, with no further request.

let timer;

/** Write each second of `answer`'s zone into `show(answer)` until the output is gone from the page. */
export function tick(answer, output, show) {
  clearInterval(timer);
  const started = performance.now();
  const offset = seconds(answer.timezone_offset);
  output.setAttribute("aria-live", "off"); // a reader would be read every second
  timer = setInterval(() => {
    if (!output.isConnected) return clearInterval(timer);
    const milliseconds = answer.unix_milliseconds + performance.now() - started;
    const local = new Date(milliseconds + offset * 1000).toISOString().slice(0, 19);
    show(`${local}${answer.timezone_offset}`, Math.floor(milliseconds / 1000));
  }, 250);
}

/** "+01:00" in seconds. */
export function seconds(offset) {
  const [hours, minutes, rest = 0] = offset.slice(1).split(":").map(Number);
  return (offset[0] === "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + rest);
}

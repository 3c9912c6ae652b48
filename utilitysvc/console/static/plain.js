// An answer as the service's own plain text has it (G6), made of the JSON that is at hand.

const WRITERS = {
  hash: ({ hash, hashes }) => (hashes ? Object.entries(hashes).map((pair) => pair.join(" ")) : [hash]),
  random: ({ numbers }) => numbers,
  number: ({ number, numbers = [number], options: { precision } }) =>
    precision === undefined ? numbers : numbers.map((each) => each.toFixed(precision)),
  uuid: ({ uuids }) => uuids,
  password: ({ password, passwords = [password] }) => passwords,
  time: ({ operation, formatted, difference, timezones, transitions, iso8601 }) => {
    if (operation === "timezone_info") return undefined;
    const changes = transitions?.map((change) => change.iso8601);
    return timezones?.map((zone) => zone.name ?? zone) ?? changes ?? [difference?.formatted ?? formatted ?? iso8601];
  },
};

/** The text, or undefined where the answer is no list of values. The result of a text is left exactly as it is. */
export function plain(name, answer) {
  if (name === "text") return answer.result;
  return WRITERS[name]?.(answer)?.map((line) => `${line}\n`).join("");
}

// Entropy in words: how long it takes to guess, and what that assumes.

const GUESSES = 1e10; // a second: fast hashes of stolen passwords on some graphics cards
const YEAR = 31_556_952;
const UNIVERSE = 13.8e9; // years

/** How long it takes on average to guess something with so many bits of entropy. */
export function timeToGuess(bits) {
  const log = (bits - 1) * Math.log10(2) - Math.log10(GUESSES); // of seconds; half of all are tried on average
  if (log < 0) return "less than a second";
  const years = log - Math.log10(YEAR);
  if (years >= Math.log10(UNIVERSE)) return `longer than the universe is old (10${raised(Math.floor(years))} years)`;
  const seconds = 10 ** log;
  const [name, size] = UNITS.find(([, each]) => seconds >= each);
  const count = Math.floor(seconds / size);
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
}

export const ASSUMPTION = "On average, for someone who has a fast hash of it and tries 10 billion guesses a second. Over a network it takes far longer.";

const UNITS = [["year", YEAR], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];
const raised = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");

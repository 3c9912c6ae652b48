// /password/ on the page: passwords in colours, how long they take to guess, and what is weak in a given one.

import { caption, element, exact, exactRows, facts, hero, lines, named, remark, smallPrint } from "../parts.js";
import { drawnText, svg, table, width } from "../views.js";

// --- how long it takes to guess

const GUESSES = 1e10; // a second: fast hashes of stolen passwords on some graphics cards
const YEAR = 31_556_952;
const UNIVERSE = 13.8e9; // years
const ASSUMPTION =
  "On average, for someone who has a fast hash of it and tries 10 billion guesses a second. Over a network " +
  "it takes far longer.";
const UNITS = { year: YEAR, day: 86_400, hour: 3600, minute: 60, second: 1 };

/** How long it takes on average to guess something with so many bits of entropy. */
function timeToGuess(bits) {
  const log = (bits - 1) * Math.log10(2) - Math.log10(GUESSES); // of seconds; half of all are tried on average
  if (log < 0) return "less than a second";
  const years = log - Math.log10(YEAR);
  const raised = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  if (years >= Math.log10(UNIVERSE)) return `longer than the universe is old (10${raised(Math.floor(years))} years)`;
  const seconds = 10 ** log;
  const [name, size] = Object.entries(UNITS).find(([, each]) => seconds >= each);
  const count = Math.floor(seconds / size);
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
}

// --- values

function coloured(character) {
  const kind = /[0-9]/.test(character) ? "digit" : /[A-Za-z]/.test(character) ? "letter" : "symbol";
  return element("span", { class: kind }, character);
}

const drawn = (answer) => [
  ...(answer.passwords ? exactRows(answer.passwords) : [exact(answer.password, [...answer.password].map(coloured))]),
  facts({
    "Time to guess": timeToGuess(answer.entropy),
    Strength: answer.strength_level,
    Entropy: `${answer.entropy} bits`,
    Length: answer.length,
    Words: answer.words,
    "Left out": answer.excluded,
  }),
  smallPrint(ASSUMPTION),
];

const ATTACKS = {
  online_throttled: "Over a network, slowed down",
  online: "Over a network",
  offline_slow: "A stolen slow hash",
  offline_fast: "A stolen fast hash",
};

/**
 * The judgement of a password that one has. It is said where its guessable parts stand, but not which letters they are.
 */
function judged({
  strength_level: level,
  score,
  entropy,
  warning,
  suggestions,
  crack_times: times,
  matches,
  examined,
}) {
  const attacks = Object.entries(times).map(([attack, { text }]) => [ATTACKS[attack] ?? named(attack), text]);
  const parts = matches.map(({ start, end, pattern, dictionary }) => {
    const place = end - start > 1 ? `${start + 1} to ${end}` : start + 1;
    return [place, named(pattern), dictionary && named(dictionary)];
  });
  return [
    hero(named(level)),
    ...[warning, ...suggestions].filter(Boolean).map(remark),
    facts({ Score: `${score} of 4`, Entropy: `${entropy} bits`, "Characters examined": examined }),
    caption("Time to guess it"),
    table("Time to guess it", ["Attack", "Time"], attacks),
    caption("What it is made of"),
    table("What it is made of", ["Characters", "Kind", "Found in"], parts),
  ];
}

// --- scales of strength

const MOST_BITS = 128; // the end of the scale
const CLASSES = { weak: [0, 40], medium: [40, 75], strong: [75, MOST_BITS] }; // in bits of entropy, from and to
const GAP = 6; // pixels between two steps

const bar = (x, width, style) => element("rect", { x, y: 4, width, height: 8, rx: 4, class: style });

/** A score of 0 to 4 as five steps, of which so many are filled. */
function steps(score, level) {
  const step = (width() + GAP) / 5;
  const bars = [0, 1, 2, 3, 4].map((each) => bar(each * step, step - GAP, each <= score ? "fill" : "track"));
  return svg(16, `Strength: ${level}, ${score} of 4`, `strength ${level}`, ...bars);
}

/** Bits of entropy on a scale of the strength classes, each with its name under it. */
function scale(bits, level) {
  const at = (value) => (Math.min(value, MOST_BITS) / MOST_BITS) * width();
  const names = Object.entries(CLASSES).flatMap(([name, [from, to]]) => [
    from ? element("line", { x1: at(from), x2: at(from), y1: 0, y2: 18, class: "axis" }) : null,
    drawnText(at((from + to) / 2), 36, name),
  ]);
  const said = `Strength: ${level}, ${bits} bits of entropy`;
  return svg(44, said, `strength ${level}`, bar(0, width(), "track"), bar(0, at(bits), "fill"), ...names);
}

export const functions = {
  password_strength: { value: judged, figure: ({ score, strength_level: level }) => [steps(score, level)] },
  password: {
    value: drawn,
    figure: ({ entropy, strength_level: level }) => [scale(entropy, level)],
    text: ({ password, passwords = [password] }) => lines(passwords),
  },
};

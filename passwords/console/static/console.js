// /password/ on the page: passwords in colours, how long they take to guess, and what is weak in a given one.

import { element } from "../dom.js";
import { caption, exact, exactRows, facts, hero, named, remark, smallPrint } from "../parts.js";
import { ASSUMPTION, score, strength, timeToGuess } from "./strength.js";
import { table } from "../views.js";

function coloured(character) {
  const kind = /[0-9]/.test(character) ? "digit" : /[A-Za-z]/.test(character) ? "letter" : "symbol";
  return element("span", { class: kind }, character);
}

const value = (answer) => [
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

/** The judgement of a password that one has. It is said where its guessable parts stand, but not which letters they are. */
const judged = ({ strength_level: level, score: points, entropy, warning, suggestions, crack_times: times, matches, examined }) => [
  hero(named(level)),
  ...[warning, ...suggestions].filter(Boolean).map(remark),
  facts({ Score: `${points} of 4`, Entropy: `${entropy} bits`, "Characters examined": examined }),
  caption("Time to guess it"),
  table("Time to guess it", ["Attack", "Time"], Object.entries(times).map(([attack, { text }]) => [ATTACKS[attack] ?? named(attack), text])),
  caption("What it is made of"),
  table("What it is made of", ["Characters", "Kind", "Found in"], matches.map(({ start, end, pattern, dictionary }) => [end - start > 1 ? `${start + 1} to ${end}` : start + 1, named(pattern), dictionary && named(dictionary)])),
];

export const functions = {
  password_strength: { value: judged, figure: (answer) => [score(answer.score, answer.strength_level)] },
  password: {
    value,
    figure: ({ entropy, strength_level: level }) => [strength(entropy, level)],
    text: ({ password, passwords = [password] }) => passwords.map((line) => `${line}\n`).join(""),
  },
};

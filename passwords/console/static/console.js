// /password/ on the page: passwords in colours, and how long they take to guess.

import { element } from "../dom.js";
import { exact, exactRows, facts, smallPrint } from "../parts.js";
import { ASSUMPTION, timeToGuess } from "./guessing.js";
import { strength } from "./strength.js";

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

export const functions = {
  password: {
    value,
    figure: ({ entropy, strength_level: level }) => [strength(entropy, level)],
    text: ({ password, passwords = [password] }) => passwords.map((line) => `${line}\n`).join(""),
  },
};

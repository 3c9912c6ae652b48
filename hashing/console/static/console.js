// The results of /hash/ in the console: digests, the result of the comparison, and a preview of all algorithms.

import { caption, exact, facts, later, named, remark, verdict } from "../parts.js";
import { batch } from "../request.js";

const digestsOf = ({ algorithm, hash, hashes }) => (hashes ? Object.entries(hashes) : [[algorithm, hash]]);

function value(answer, { expected }) {
  const digests = digestsOf(answer);
  return [
    ...compared(answer, digests, expected),
    ...digests.flatMap(([name, digest]) => [caption(`${answer.hmac ? "HMAC " : ""}${name}`), exact(digest)]),
    answer.bytes === undefined ? null : facts({ Bytes: answer.bytes.toLocaleString("en") }),
  ].filter(Boolean);
}

/** Say whether the expected digest matches, if the user gave one. */
function compared({ matches, hint }, digests, expected) {
  if (matches === undefined) return [];
  const one = digests.length === 1;
  const subject = one ? digests[0][0] : matches ? "One of these" : "None of these";
  const said = verdict(matches, `${subject} ${matches || !one ? "matches" : "does not match"} the expected digest`);
  if (matches || hint) return [said, hint ? remark(hint) : null];
  return [said, later(batch([{ path: "/hash/algorithms/", parameters: {} }]), ofThisLength(expected))];
}

/** A remark on the algorithms whose digests have as many hexadecimal digits as the expected one. */
const ofThisLength = (expected) => (results) => {
  const digits = expected.trim();
  const algorithms = BARE.test(digits) ? (results?.[0].body.algorithms ?? []) : [];
  const names = algorithms.filter(({ hex_length: length }) => length === digits.length).map(({ name }) => name);
  return names.length ? [remark(`${digits.length} digits are the length of ${names.join(", ")}`)] : [];
};

function glance(form, data) {
  if (form.querySelector("input[type=file]")?.files.length || !data.input) return null;
  const algorithms = [...form.querySelectorAll("input[name=algorithm]")].map((input) => input.value);
  return algorithms.map((algorithm) => ({ title: algorithm, parameters: { input: data.input, algorithm } }));
}

export const functions = {
  hash: { value, glance, text: (answer) => digestsOf(answer).map((pair) => `${answer.hashes ? pair.join(" ") : pair[1]}\n`).join("") },
  hash_password: {
    value: ({ hash, matches, algorithm, parameters }) => [
      hash === undefined ? verdict(matches, matches ? "The password matches the hash" : "The password does not match the hash") : exact(hash),
      facts({ Algorithm: algorithm, ...Object.fromEntries(Object.entries(parameters).map(([name, each]) => [named(name), each])) }),
    ],
    text: ({ hash, matches }) => `${hash ?? matches}\n`,
  },
};

const LENGTHS = new Set([8, 16, 32, 40, 48, 56, 64, 96, 128]); // hexadecimal digits
const BARE = /^[0-9a-f]+$/i;
const LINE = /^[0-9a-f]{32,128} [ *]\S.*$/i; // sha256sum
const TAGGED = /^[A-Z][A-Z0-9-]+ ?\(.*\) ?= [0-9a-f]{32,128}$/i; // BSD's commands, and openssl, which leaves out spaces
const NAMED = /^(?:md5|sha\d?[\d-]*|blake\w+):[0-9a-f]{32,128}$/i;
const SRI = /^sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}(?:\s+sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2})*$/;
const PHC = /^\$(?:argon2(?:id|i|d)|scrypt|pbkdf2-sha256|2[aby])\$/;

// null makes the console ask the user for the text or file to compare with the digest.
const compare = (text) => ({ expected: text, input: null });

export const kinds = [
  { name: "the hash of a password", label: "Check a password against it", form: "hash_password", rank: 95, values: (text) => (PHC.test(text) ? { hash: text, password: null } : null) },
  { name: "a line of checksums", label: "Compare it with a file or text", form: "hash", rank: 92, longest: 5000, values: (text) => (LINE.test(text) || TAGGED.test(text) || NAMED.test(text) || SRI.test(text) ? compare(text) : null) },
  { name: "a digest", label: "Compare it with a file or text", form: "hash", rank: 55, values: (text) => (BARE.test(text) && LENGTHS.has(text.length) && text.length >= 32 ? compare(text) : null) },
  { name: "any text", label: "Hash it", form: "hash", longest: Infinity, values: (text, whole) => ({ input: whole }) },
];

// The results of /hash/ in the console: digests, the result of the comparison, and a preview of all algorithms.

import { all, caption, exact, facts, later, lines, one, remark, verdict } from "../parts.js";
import { bodyOf } from "../request.js";

const digestsOf = ({ algorithm, hash, hashes }) => (hashes ? Object.entries(hashes) : [[algorithm, hash]]);

function value(answer, { expected }) {
  const digests = digestsOf(answer);
  return [
    ...compared(answer, digests, expected),
    ...digests.flatMap(([name, digest]) => [caption(`${answer.hmac ? "HMAC " : ""}${name}`), exact(digest)]),
    ...(answer.bytes === undefined ? [] : [facts({ Bytes: answer.bytes.toLocaleString("en") })]),
  ];
}

/** Say whether the expected digest matches, if the user gave one. */
function compared({ matches, hint }, digests, expected) {
  if (matches === undefined) return [];
  const isOne = digests.length === 1;
  const subject = isOne ? digests[0][0] : matches ? "One of these" : "None of these";
  const said = verdict(matches, `${subject} ${matches || !isOne ? "matches" : "does not match"} the expected digest`);
  if (matches || hint) return [said, hint ? remark(hint) : null].filter(Boolean);
  return [said, later(bodyOf("/hash/algorithms/", {}), ofThisLength(expected))];
}

/** A remark on the algorithms whose digests have as many hexadecimal digits as the expected one. */
const ofThisLength = (expected) => (body) => {
  const digits = expected.trim();
  const algorithms = BARE.test(digits) ? (body?.algorithms ?? []) : [];
  const names = algorithms.filter(({ hex_length: length }) => length === digits.length).map(({ name }) => name);
  return names.length ? [remark(`${digits.length} digits are the length of ${names.join(", ")}`)] : [];
};

/** Few people look for these, and a list of all algorithms is long. */
const RARE = ["whirlpool", "adler32"];

function glance(form, { input, algorithm: chosen = [] }) {
  if (one("input[type=file]", form).files.length || !input) return null;
  const algorithms = all("input[name=algorithm]", form).map((each) => each.value);
  const shown = algorithms.filter((each) => ![...RARE, chosen].flat().includes(each));
  return shown.map((algorithm) => ({ title: algorithm, parameters: { input, algorithm } }));
}

function judged({ hash, matches, algorithm, parameters }) {
  const said = matches ? "The password matches the hash" : "The password does not match the hash";
  return [hash === undefined ? verdict(matches, said) : exact(hash), facts({ algorithm, ...parameters })];
}

const text = (answer) => lines(digestsOf(answer).map((each) => (answer.hashes ? each.join(" ") : answer.hash)));

export const functions = {
  hash: { value, glance, text },
  hash_password: { value: judged, text: ({ hash, matches }) => `${hash ?? matches}\n` },
};

const LENGTHS = new Set([32, 40, 48, 56, 64, 96, 128]); // hexadecimal digits
const BARE = /^[0-9a-f]+$/i;
const LINES = [
  /^[0-9a-f]{32,128} [ *]\S.*$/i, // sha256sum
  /^[A-Z][A-Z0-9-]+ ?\(.*\) ?= [0-9a-f]{32,128}$/i, // BSD's commands, and openssl, which leaves out spaces
  /^(?:md5|sha\d?[\d-]*|blake\w+):[0-9a-f]{32,128}$/i,
  /^sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}(?:\s+sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2})*$/, // subresource integrity
];
const PHC = /^\$(?:argon2(?:id|i|d)|scrypt|pbkdf2-sha256|2[aby])\$/;

// null makes the console ask the user for the text or file to compare with the digest.
const compare = (isDigest) => (text) => (isDigest(text) ? { expected: text, input: null } : null);

const COMPARE = { label: "Compare it with a file or text", form: "hash" };

export const kinds = [
  {
    name: "the hash of a password",
    label: "Check a password against it",
    form: "hash_password",
    rank: 95,
    values: (text) => (PHC.test(text) ? { hash: text, password: null } : null),
  },
  {
    name: "a line of checksums",
    ...COMPARE,
    rank: 92,
    longest: 5000,
    values: compare((text) => LINES.some((line) => line.test(text))),
  },
  { name: "a digest", ...COMPARE, rank: 55, values: compare((text) => BARE.test(text) && LENGTHS.has(text.length)) },
  {
    name: "any text",
    label: "Hash it",
    form: "hash",
    longest: Number.POSITIVE_INFINITY,
    values: (_, whole) => ({ input: whole }),
  },
];

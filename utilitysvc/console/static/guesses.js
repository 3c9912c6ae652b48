// What an input looks like, and what one would do with it next.

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const HEX = /^(?:0x)?(?:[0-9a-f]{2}[\s:]?)+$/i;
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
const PERCENT = /%[0-9a-f]{2}/i;
const ENTITY = /&(?:#\d+|#x[0-9a-f]+|[a-z]+);/i;
const UNIX = /^\d{10}(?:\d{3}){0,3}$/; // seconds of 2001 to 2286, or finer
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const IPV6 = /^(?=.*:.*:)[0-9a-f:]{3,39}$/i;

const text = (operation) => (input) => `#/text?${new URLSearchParams({ text: input, operation })}`;

const KINDS = [
  ["an IP address", (input) => IPV4.test(input) || IPV6.test(input), "Locate it", (input) => `#/ip?${new URLSearchParams({ ip: input })}`],
  ["a Unix timestamp", (input) => UNIX.test(input), "Show the time", (input) => `#/time?${new URLSearchParams({ datetime: input })}`],
  ["a JSON Web Token", (input) => JWT.test(input), "Show what it says", text("jwt_decode")],
  ["hexadecimal digits", (input) => HEX.test(input) && input.length >= 8, "Decode it", text("hex_decode")],
  ["Base64", (input) => BASE64.test(input) && input.length >= 8 && /[A-Z]/.test(input) && /[a-z]/.test(input), "Decode it", text("base64_decode")],
  ["percent-encoded", (input) => PERCENT.test(input), "Decode it", text("url_decode")],
  ["HTML with entities", (input) => ENTITY.test(input), "Decode it", text("html_decode")],
  ["JSON", isJSON, "Indent it", text("json_format")],
];

const LONGEST = 900; // characters that a link can take along

/** The likeliest kind of `input`, with the label and the address of the next step; null where it looks like none. */
export function guess(input) {
  const trimmed = input.trim();
  if (trimmed.length > LONGEST) return null;
  const kind = KINDS.find(([, test]) => test(trimmed));
  return kind ? { looksLike: kind[0], label: kind[2], href: kind[3](trimmed) } : null;
}

function isJSON(input) {
  if (!/^[[{]/.test(input)) return false;
  try {
    JSON.parse(input);
    return true;
  } catch {
    return false;
  }
}

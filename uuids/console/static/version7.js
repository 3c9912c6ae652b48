// The time that a UUID of version 7 was made at: its first 48 bits are Unix milliseconds (RFC 9562).

/** The instant in ISO 8601, or undefined where the text is no such UUID in hexadecimal digits. */
export function timeOf(text) {
  const digits = text.replace(/^urn:uuid:|[{}-]/gi, "");
  if (!/^[0-9a-f]{12}7[0-9a-f]{19}$/i.test(digits)) return undefined;
  return new Date(parseInt(digits.slice(0, 12), 16)).toISOString();
}

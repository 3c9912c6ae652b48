// The times that a JSON Web Token names (RFC 7519): when it was issued, from when and until when it is valid.

const TIMES = { iat: "Issued (iat)", nbf: "Valid from (nbf)", exp: "Expires (exp)" };

/** The times in the payload of a decoded token, by what they say. */
export function timesOf(decoded) {
  const { payload } = parsed(decoded);
  const given = Object.entries(TIMES).filter(([name]) => typeof payload?.[name] === "number");
  return Object.fromEntries(given.map(([name, label]) => [label, shown(payload[name], name)]));
}

function shown(seconds, name) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  const past = name === "exp" && date < new Date() ? ", expired" : "";
  return `${date.toISOString().replace(".000", "")}${past}`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // a step before it has changed it
  }
}

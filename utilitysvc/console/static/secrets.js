// Recognises what should stay out of addresses and storage: tokens, keys and credentials.

const PATTERNS = [
  /\beyJ[\w-]{8,}\.[\w-]{8,}/, // a JSON Web Token
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\b(?:bearer|basic)\s+[\w+/=.~-]{8,}/i, // the header Authorization
  /\b(?:pass(?:word|wd|phrase)?|secret|token|api[ _-]?key|access[ _-]?key|credential)s?["']?\s*[:=]\s*\S/i,
  /\/\/[^\s/:@]+:[^\s/@]+@/, // a URL with a user's password
  // Prefixes by which services make their tokens known: GitHub, GitLab, Slack, Stripe, AWS, Google, npm, PyPI and others.
  /\b(?:gh[oprsu]_|github_pat_|glpat-|xox[abeoprs]-|[prs]k_(?:live|test)_|sk-|npm_|pypi-|dop_v1_|hf_)[\w-]{12,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[\w-]{35}/,
  /^\s*[^\s:@/]+:(?!\d+\s*$)[^\s:/]{3,}\s*$/, // user:password, not host:port
  // One long word of small and capital letters and digits, which nobody wrote by hand.
  /^\s*(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[\w+/=.~-]{20,}\s*$/,
];

export const looksSecret = (text) => PATTERNS.some((pattern) => pattern.test(text));

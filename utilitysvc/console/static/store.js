// What the page keeps in this browser and nowhere else. Where the browser forbids it, nothing is kept.

const PREFIX = "utilitysvc.";

export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise; // no storage here, or written by something else
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: it lives as long as the page does.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing can have been kept.
  }
}

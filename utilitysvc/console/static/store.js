// Keeps values in this browser, and nowhere else. If the browser forbids that, nothing is kept.

const PREFIX = "utilitysvc.";

export const recall = (name, otherwise) => read("localStorage", name) ?? otherwise;
export const keep = (name, value) => save("localStorage", name, value);

/** Like `recall` and `keep`, but only for this window, until it is closed. */
export const recallFromVisit = (name) => read("sessionStorage", name);
export const keepForVisit = (name, value) => save("sessionStorage", name, value);

function read(storage, name) {
  try {
    return JSON.parse(window[storage].getItem(PREFIX + name));
  } catch {
    return null; // storage is forbidden, or something else has written the value
  }
}

function save(storage, name, value) {
  try {
    window[storage].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden. The value then lasts until the page is closed.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

// What the page keeps in this browser and nowhere else. Where the browser forbids it, nothing is kept.

const PREFIX = "utilitysvc.";

export const recall = (name, otherwise) => read("localStorage", name) ?? otherwise;
export const keep = (name, value) => save("localStorage", name, value);

/** As `recall` and `keep`, for this window and until it is closed. */
export const recallFromVisit = (name) => read("sessionStorage", name);
export const keepForVisit = (name, value) => save("sessionStorage", name, value);

function read(storage, name) {
  try {
    return JSON.parse(window[storage].getItem(PREFIX + name));
  } catch {
    return null; // no storage here, or written by something else
  }
}

function save(storage, name, value) {
  try {
    window[storage].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden: the value is kept until the page is closed.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // The storage is forbidden, so nothing was kept.
  }
}

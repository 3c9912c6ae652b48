// What tests ask of the page, within it. The browser runs this before any script of a page: `probes.NAME(...)`.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const moved = () => new Promise((done) => addEventListener("hashchange", done, { once: true }));
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

globalThis.probes = {
  // --- the page's address, and what the browser keeps

  address() {
    const [name, settings] = location.hash.slice(2).split("?");
    return [name, Object.fromEntries(new URLSearchParams(settings))];
  },

  /** Tell when the page has seen that its address has another part behind "#", which is not a navigation. */
  expectMove: (address) => {
    globalThis.move = location.href !== address && moved();
  },
  move: () => globalThis.move, // undefined where the document is a new one

  asked: () => performance.getEntries().map(({ name }) => name),
  kept: () => ({ ...localStorage }),
  recent: () => JSON.parse(localStorage.getItem("utilitysvc.recent") ?? "[]"),

  /** Store values as JSON, and strings as they are. */
  keep: (kept) => {
    for (const [name, value] of Object.entries(kept))
      localStorage.setItem(`utilitysvc.${name}`, typeof value === "string" ? value : JSON.stringify(value));
  },

  forget: () => {
    localStorage.clear();
    sessionStorage.clear();
  },

  /** All places in which a secret must not be. Drafts are kept before. */
  stored: () => {
    dispatchEvent(new Event("pagehide"));
    return JSON.stringify([location.href, { ...sessionStorage }, { ...localStorage }, probes.asked()]);
  },

  // --- what is seen

  /** Wait until a page whose size has changed is drawn anew, its figure too. Returns whether it fits. */
  fits: async () => {
    await drawn();
    return document.documentElement.scrollWidth <= innerWidth;
  },

  /** The buttons that meet a text beside them, with this text. */
  covered: () => {
    const box = (node) => node.getBoundingClientRect();
    const beside = (one, other) => one.right <= other.left || other.right <= one.left;
    const below = (one, other) => one.bottom <= other.top || other.bottom <= one.top;
    const meet = (one, other) => !beside(one, other) && !below(one, other);
    const texts = all("#outcome :is(output, .note, .caption, dt, dd, [role=tablist])");
    return all("#outcome .copy, .tabs select").flatMap((button) =>
      texts
        .filter((text) => !text.contains(button) && meet(box(button), box(text)))
        .map((text) => `${button.textContent}: ${text.textContent}`),
    );
  },

  /** Dates and short values of one word that are broken across lines, and values that are cut off. */
  broken: () => {
    const height = (node) => node.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(node).lineHeight);
    const dates = all("main .date").filter((node) => node.getClientRects().length > 1);
    const whole = all("#value :is(.hero, .rows output, dd > span)");
    const words = whole.filter(({ textContent: text }) => text.length <= 36 && !/\s/.test(text.trim()));
    const short = words.filter((node) => height(node) > 1.9);
    const cut = whole.filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth);
    return [...dates, ...(innerWidth >= 390 ? short : []), ...cut].map((node) => node.textContent);
  },

  /** The sizes of letters in figures that are too small to read. */
  small: () =>
    all("#figure text")
      .map((text) => {
        const { ownerSVGElement: drawing } = text;
        const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
        return Number.parseFloat(getComputedStyle(text).fontSize) * scale;
      })
      .filter((size) => size < 12),

  /** Whether so much of the answer is in the window of a phone, and what is optional is folded right under it. */
  answerComesFirst: (least) => {
    const [value, more] = ["#value", ".function:not([hidden]) .more, #outcome .more"].map((selector) =>
      document.querySelector(selector).getBoundingClientRect(),
    );
    const isSeen = value.top + scrollY + Math.min(least, value.height) <= innerHeight;
    return isSeen && value.bottom <= more.top && more.top < value.bottom + 60 && more.height < 60;
  },

  /** The sizes of the letters of exact values. */
  sizes: () => [...new Set(all("#value :is(.hero, .rows output)").map((node) => getComputedStyle(node).fontSize))],

  /** Whether no name of a scale meets the next one. */
  areApart: () => {
    const places = all("#figure .label").map((label) => label.getBoundingClientRect());
    return places.every(({ left }, index) => index === 0 || places[index - 1].right < left);
  },

  /** The theme that is seen. The frame of the window has the colour of the page. */
  theme: () => {
    const frame = all("meta[name=theme-color]").find(({ media }) => matchMedia(media).matches);
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(frame.content.slice(at, at + 2), 16));
    if (getComputedStyle(document.body).backgroundColor !== `rgb(${red}, ${green}, ${blue})`) return "two colours";
    return Math.max(red, green, blue) > 128 ? "light" : "dark";
  },

  /** The part of the map that is seen: left, top, width and height, each as a share of the whole. */
  isSeen: (part) => {
    const chart = document.querySelector("svg.locator");
    const [left, top, width, height] = chart.getAttribute("viewBox").split(" ");
    const whole = chart.querySelector(".graticule").getBBox();
    const seen = [left / whole.width, top / whole.height, width / whole.width, height / whole.height];
    return seen.every((share, index) => Math.abs(share - part[index]) <= 0.02);
  },

  /** Let what has a transition end it; what inherits its colour begins with one of its own then. */
  endTransitions: () => {
    while (document.getAnimations().length) for (const each of document.getAnimations()) each.finish();
  },

  // --- many at once

  /**
   * What axe-core finds in a part of the page. Of the rules that hold only the number is kept, which takes half the
   * time. The functions that are not shown are taken out meanwhile: axe-core goes through all elements, of which they
   * are three quarters, and then examines what is seen.
   */
  violations: async ([part, rules]) => {
    const chosen = rules.length ? { runOnly: rules } : {}; // else all
    const hidden = all(".function[hidden]").map((node) => [node, document.createComment("")]);
    for (const [node, place] of hidden) node.replaceWith(place);
    const found = await axe.run(part, { resultTypes: ["violations"], preload: part === "html", ...chosen });
    for (const [node, place] of hidden) place.replaceWith(node);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  },

  /** The addresses of the side bar's entries, and those of the operations that can be chosen. */
  entries: () => {
    const links = all("[data-go], [data-function]").map((link) => link.getAttribute("href").slice(2));
    const options = all("select[name=operation] option:not([value=''])");
    return [links, options.map((option) => `${option.form.dataset.name}?operation=${option.value}`)];
  },

  /** Open one address after the other. Returns the status and the width of each page. */
  opened: async (addresses) => {
    const outcome = document.getElementById("outcome");
    const seen = [];
    for (const address of addresses) {
      probes.expectMove(location.href.replace(/#.*/, `#/${address}`));
      location.hash = `#/${address}`;
      await probes.move();
      while (outcome.hidden || outcome.ariaBusy) await new Promise(requestAnimationFrame);
      seen.push([address, document.getElementById("status").textContent, document.documentElement.scrollWidth]);
    }
    return seen;
  },

  /** What the search lists first for each of these words. */
  found: (words) => {
    const box = document.querySelector("#palette input");
    return words.map((word) => {
      box.value = word;
      box.dispatchEvent(new Event("input", { bubbles: true }));
      return [word, document.getElementById("palette-0").firstChild.data];
    });
  },

  /** A call as source text in a language. */
  snippet: async ([root, language, call]) => (await import(`/${root}snippets.js`)).SNIPPETS[language](call),
};

// What has been loaded when the first answer is shown.
addEventListener("DOMContentLoaded", () => {
  const outcome = document.getElementById("outcome");
  if (!outcome) return;
  new MutationObserver((_, observer) => {
    if (outcome.hidden || outcome.ariaBusy || outcome.dataset.kind === "running") return;
    observer.disconnect();
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const sizes = loaded.filter(({ responseEnd }) => responseEnd).map(({ transferSize }) => transferSize);
    globalThis.first = [sizes.length, sizes.reduce((sum, size) => sum + size, 0), performance.now()];
  }).observe(outcome, { attributes: true });
});

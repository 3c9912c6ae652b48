// The theme: light, dark or the system's. The choice is kept in this browser.

import { keep, recall } from "./store.js";

const NAME = "theme";

export function addTheme() {
  const selects = [...document.querySelectorAll(".theme")];
  const show = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    for (const select of selects) select.value = theme;
    // The colour of the frame that the browser or the system draws around the page.
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      const { scheme } = meta.dataset;
      meta.media = theme ? (theme === scheme ? "all" : "not all") : `(prefers-color-scheme: ${scheme})`;
    }
  };
  for (const select of selects) {
    select.addEventListener("change", () => {
      keep(NAME, select.value);
      show(select.value);
    });
  }
  show(recall(NAME, ""));
}

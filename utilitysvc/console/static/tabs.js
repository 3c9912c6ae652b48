// Tabs, with the keys that the ARIA practices name: arrows, Home and End.

/** Call `select(name)` whenever a tab is chosen. Returns a function that returns the name of the current tab. */
export function tabs(list, select) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const current = () => all.find((tab) => tab.getAttribute("aria-selected") === "true").dataset.tab;
  const choose = (tab) => {
    for (const other of all) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    select(tab.dataset.tab);
  };
  for (const [index, tab] of all.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: (index + 1) % all.length, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      all.at(to).focus();
      choose(all.at(to));
    });
  }
  return current;
}

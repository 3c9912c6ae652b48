// A slider under a number of few sensible values; what is beyond them can be typed.

import { element } from "./dom.js";

const SLIDERS = { password: { length: [4, 128], words: [3, 12] } };

export function addSliders(form) {
  for (const [name, [min, max]] of Object.entries(SLIDERS[form.dataset.name] ?? {})) {
    const input = form.querySelector(`input[name=${name}]`);
    if (!input) continue;
    const slider = element("input", { type: "range", min, max, "aria-label": `${input.labels[0].textContent}, slider`, class: "slider" });
    slider.value = input.value;
    slider.addEventListener("input", (event) => {
      event.stopPropagation();
      input.value = slider.value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    input.after(slider);
  }
}

/** Let the sliders stand where the numbers are. */
export function moveSliders(form) {
  for (const slider of form.querySelectorAll(".slider")) slider.value = slider.previousElementSibling.value;
}

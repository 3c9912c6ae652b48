// A slider under a number of few sensible values; what is beyond them can be typed.

import { element } from "./dom.js";

export function addSliders(form) {
  for (const field of form.querySelectorAll("[data-slider]")) {
    const [min, max] = field.dataset.slider.split(" ");
    const input = field.querySelector("input");
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

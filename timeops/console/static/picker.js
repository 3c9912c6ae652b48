// A calendar beside each text field that takes a date: what is picked is written into the field.

import { element } from "../dom.js";

const NAMES = ["datetime", "start", "end"];

export function addPickers(form) {
  for (const name of NAMES) {
    const input = form.querySelector(`input[name=${name}]`);
    if (!input) continue;
    const label = input.labels[0].textContent;
    const picker = element("input", { type: "datetime-local", step: "1", tabindex: "-1", "aria-hidden": "true", class: "picker" });
    const button = element("button", { type: "button", class: "small", "aria-label": `Pick ${label} from a calendar` }, "▾");
    button.addEventListener("click", () => picker.showPicker());
    picker.addEventListener("input", (event) => {
      event.stopPropagation();
      input.value = picker.value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const row = element("div", { class: "picking" });
    input.replaceWith(row);
    row.append(input, button, picker);
  }
}

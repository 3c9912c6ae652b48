// Help for the inputs of the form: a calendar for each date, and suggestions of the time zones that the service knows.

import { element } from "../dom.js";
import { authorization } from "../keys.js";

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

const ZONE_INPUTS = "input[name$=timezone]";
let names; // a promise, so that the names are requested only once

/** Return the names of all zones. If the request fails, return none, and try again at the next call. */
export function zoneNames(form) {
  const url = new URL(`${form.dataset.path}?operation=timezones&output=text`, document.baseURI);
  names ??= fetch(url, { credentials: "omit", headers: authorization() })
    .then(async (response) => (response.ok ? (await response.text()).trim().split("\n") : Promise.reject(response)))
    .catch(() => {
      names = undefined;
      return [];
    });
  return names;
}

/** Offer the names of zones as suggestions to the inputs of `form` that take a zone. */
export async function suggestZones(form) {
  if (document.getElementById("zones")) return;
  const found = await zoneNames(form);
  if (!found.length || document.getElementById("zones")) return;
  document.body.append(element("datalist", { id: "zones" }, ...found.map((name) => element("option", { value: name }))));
  form.querySelectorAll(ZONE_INPUTS).forEach((input) => input.setAttribute("list", "zones"));
}

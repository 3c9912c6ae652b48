// Time zones to choose from while one is typed: asked for once, when the first form with a zone is shown.

import { element } from "./dom.js";

const ZONE_INPUTS = "input[name$=timezone]";
let zones;

/** Offer the names of the service's own time zones to the inputs of `form` that take one. */
export async function suggestZones(form) {
  const inputs = form.querySelectorAll(ZONE_INPUTS);
  if (!inputs.length || zones) return;
  zones = element("datalist", { id: "zones" });
  const url = new URL(`${form.dataset.path}?operation=timezones&output=text`, document.baseURI);
  const response = await fetch(url, { credentials: "omit" }).catch(() => null);
  if (!response?.ok) {
    zones = undefined; // asked again with the next form
    return;
  }
  const names = (await response.text()).trim().split("\n");
  zones.append(...names.map((name) => element("option", { value: name })));
  document.body.append(zones);
  inputs.forEach((input) => input.setAttribute("list", "zones"));
}

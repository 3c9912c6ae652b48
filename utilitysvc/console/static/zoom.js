// Buttons that zoom a map to the place that is marked on it.

import { element } from "./dom.js";

const NEAREST = 8;

/** `map` with buttons; `x` and `y` are the place in units of the drawing. */
export function zoomable(map, x, y) {
  const [, , width, height] = map.getAttribute("viewBox").split(" ").map(Number);
  let zoom = 1;
  const button = (label, sign, factor) => {
    const made = element("button", { type: "button", class: "small", "aria-label": label }, sign);
    made.addEventListener("click", () => show(zoom * factor));
    return made;
  };
  const nearer = button("Zoom to the place", "+", 2);
  const farther = button("Zoom out", "−", 1 / 2);
  const marks = [...map.querySelectorAll("circle")].map((mark) => [mark, mark.getAttribute("r")]);
  function show(factor) {
    zoom = factor;
    const [wide, high] = [width / zoom, height / zoom];
    const from = (middle, size, all) => Math.min(Math.max(0, middle - size / 2), all - size);
    map.setAttribute("viewBox", `${from(x, wide, width)} ${from(y, high, height)} ${wide} ${high}`);
    map.style.setProperty("--zoom", zoom);
    for (const [mark, radius] of marks) mark.setAttribute("r", radius / zoom);
    nearer.disabled = zoom >= NEAREST;
    farther.disabled = zoom <= 1;
  }
  show(1);
  return element("div", { class: "map" }, map, element("div", { class: "zooms" }, nearer, farther));
}

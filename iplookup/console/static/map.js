// A map of the world with a mark. Users zoom and move it with buttons, keys, the wheel, double clicks and fingers.

import { button, element } from "../parts.js";
import { svg, width } from "../views.js";
import { BOTTOM, land, TOP } from "./world.js";

const METRES = 111_320; // in a degree of latitude

/** Return the map with a mark at a place, or nothing for places in the Antarctic, which the map does not show. */
export function locator({ latitude, longitude, accuracy_radius: radius = 0 }) {
  if (latitude < BOTTOM || latitude > TOP) return [];
  const scale = width() / 360;
  const at = (north, east) => [(east + 180) * scale, (TOP - north) * scale];
  const [cx, cy] = at(latitude, longitude);
  const reach = element("circle", { cx, cy, class: "reach" });
  reach.style.setProperty("--radius", `${(radius / METRES) * scale}px`);
  const map = svg(
    (TOP - BOTTOM) * scale,
    `Map of the world with a mark at ${latitude}, ${longitude}`,
    "locator",
    element("path", { d: land(at), class: "land" }),
    element("path", { d: graticule(at), class: "graticule" }),
    reach,
    element("circle", { cx, cy, class: "place" }),
  );
  return [zoomable(map, [cx, cy])];
}

const GRID = 15; // degrees between two lines

function graticule(at) {
  let lines = "";
  for (let east = GRID - 180; east < 180; east += GRID) lines += `M${at(TOP, east)}L${at(BOTTOM, east)}`;
  for (let north = -45; north < TOP; north += GRID) lines += `M${at(north, -180)}L${at(north, 180)}`;
  return lines;
}

const NEAREST = 16;
const STEP = 2;
const WHEEL = 240; // pixels of scrolling that make a zoom step
const LINE = 30; // pixels in a line, for wheels that report lines
const MOVED = 1 / 6; // share of the visible part by which an arrow key moves the map
const LABEL = "Map: zoom with plus and minus, move it with the arrow keys, press 0 to see all of it";
const ZOOMS = { "+": STEP, "=": STEP, "-": 1 / STEP, 0: 0 }; // 0 shows all, which is the least zoom
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return `map` with its controls. `place`: the mark's point in the drawing. */
function zoomable(map, place) {
  const [, , width, height] = map.getAttribute("viewBox").split(" ").map(Number);
  const box = element("div", { class: "map", tabindex: "0", role: "group", "aria-label": LABEL });
  const zooming = (label, sign, act) => button(sign, act, { class: "small", "aria-label": label });
  const nearer = zooming("Zoom to the place", "+", () => show(zoom * STEP, place));
  const farther = zooming("Zoom out", "−", () => show(zoom / STEP, middle()));
  let [zoom, left, top] = [1, 0, 0];

  /**
   * Zoom so that a point of the drawing appears at these shares of the visible width and height.
   * @param {number[]} place
   * @param {number[]} shares
   */
  function show(wanted, place, shares = [0.5, 0.5]) {
    const [[x, y], [across, down]] = [place, shares];
    zoom = within(wanted, 1, NEAREST);
    const [wide, high] = [width / zoom, height / zoom];
    left = within(x - across * wide, 0, width - wide);
    top = within(y - down * high, 0, height - high);
    map.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    map.style.touchAction = zoom > 1 ? "none" : "pan-y"; // while the whole map is visible, a finger scrolls the page
    box.classList.toggle("zoomed", zoom > 1);
    if ((zoom === 1 && document.activeElement === farther) || (zoom === NEAREST && document.activeElement === nearer))
      box.focus();
    farther.disabled = zoom === 1;
    nearer.disabled = zoom === NEAREST;
    map.style.setProperty("--zoom", String(zoom)); // the mark keeps its size
  }
  const shares = ({ clientX, clientY }) => {
    const seen = map.getBoundingClientRect();
    return [(clientX - seen.left) / seen.width, (clientY - seen.top) / seen.height];
  };
  const point = (/** @type {number[]} */ [across, down]) => [
    left + (across * width) / zoom,
    top + (down * height) / zoom,
  ];
  const middle = () => point([0.5, 0.5]);
  /** Zoom, and keep the point under the pointer where it is. */
  const around = (event, factor) => show(zoom * factor, point(shares(event)), shares(event));

  map.addEventListener("dblclick", (event) => around(event, event.shiftKey ? 1 / STEP : STEP));
  map.addEventListener(
    "wheel",
    (event) => {
      // Let users scroll the page past the map: zoom only if the map has the focus, or with Ctrl, which browsers also
      // report for a pinch on a touchpad.
      if (!event.ctrlKey && !box.contains(document.activeElement)) return;
      const out = event.deltaY > 0;
      if (!event.ctrlKey && (out ? zoom === 1 : zoom === NEAREST)) return;
      event.preventDefault();
      around(event, STEP ** ((-event.deltaY * (event.deltaMode ? LINE : 1)) / WHEEL));
    },
    { passive: false },
  );
  box.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!(key in ZOOMS || key in ARROWS) || ctrlKey || metaKey || altKey) return;
    const [[x, y], [across, down]] = [middle(), ARROWS[key] ?? [0, 0]];
    show(zoom * (ZOOMS[key] ?? 1), [x + (across * MOVED * width) / zoom, y + (down * MOVED * height) / zoom]);
    event.preventDefault();
  });
  follow(map, (before, after) => {
    const factor = before.length > 1 ? apart(after) / apart(before) : 1;
    show(zoom * factor, point(shares(centre(before))), shares(centre(after)));
  });

  box.append(map, element("div", { class: "zooms" }, nearer, farther));
  show(1, middle());
  return box;
}

/** Call `moved(before, after)` with the positions of the pressed pointers, one or two, before and after a movement. */
function follow(node, moved) {
  const pointers = new Map();
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pointers.size === 2) return;
    node.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
  });
  node.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = [...pointers.values()];
    pointers.set(event.pointerId, event);
    moved(before, [...pointers.values()]);
  });
  for (const end of ["pointerup", "pointercancel"])
    node.addEventListener(end, (event) => pointers.delete(event.pointerId));
}

const within = (number, least, most) => Math.min(Math.max(number, least), most);
const mean = (points, key) => points.reduce((sum, each) => sum + each[key], 0) / points.length;
const centre = (points) => ({ clientX: mean(points, "clientX"), clientY: mean(points, "clientY") });
const apart = (/** @type {any[]} */ [one, other]) =>
  Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));

// A map of the world with a place on it.

import { svg, width } from "../charts.js";
import { element } from "../dom.js";
import { BOTTOM, TOP, land } from "./world.js";
import { zoomable } from "./zoom.js";

const METRES = 111_320; // of a degree of latitude

/** Whether the map of the world, which ends before Antarctica, has the place. */
export const isOnMap = ({ latitude, longitude }) => longitude !== undefined && latitude >= BOTTOM && latitude <= TOP;

/** The outline of land, and a place on it; `radius` in metres. */
export function locator({ latitude, longitude, accuracy_radius: radius = 0 }) {
  const scale = width() / 360;
  const at = (north, east) => [(east + 180) * scale, (TOP - north) * scale];
  const [cx, cy] = at(latitude, longitude);
  const reach = element("circle", { cx, cy, class: "reach" });
  const place = element("circle", { cx, cy, class: "place" });
  const map = svg(
    (TOP - BOTTOM) * scale,
    `Map of the world with a mark at ${latitude}, ${longitude}`,
    "locator",
    element("path", { d: land(at), class: "land" }),
    element("path", { d: graticule(at), class: "graticule" }),
    reach,
    place,
  );
  return zoomable(map, [cx, cy], (zoom) => {
    reach.setAttribute("r", Math.max(9 / zoom, (radius / METRES) * scale));
    place.setAttribute("r", 4.5 / zoom);
  });
}

const GRID = 15; // degrees between two lines

function graticule(at) {
  let lines = "";
  for (let east = GRID - 180; east < 180; east += GRID) lines += `M${at(TOP, east)}L${at(BOTTOM, east)}`;
  for (let north = -45; north < TOP; north += GRID) lines += `M${at(north, -180)}L${at(north, 180)}`;
  return lines;
}

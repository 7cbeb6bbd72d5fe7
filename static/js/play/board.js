// The drawn board: a tap in a zone lays a disc of the active side there, where it was tapped
// and wholly within the zone, as the rules count it. A 20 is in the hole; how many is in a corner.

const SVG = "http://www.w3.org/2000/svg";
const MIDDLE = 200;
const RADIUS = 17;
const BANDS = [null, [34, 88], [88, 140], [140, 190]];
const CORNERS = [
  [10, 390, "start"],
  [390, 390, "end"],
  [10, 28, "start"],
  [390, 28, "end"],
];
const TURN = Math.PI * (3 - Math.sqrt(5)); // spreads what has no other place

/** Where in the drawing the player tapped; null for a key press, which has no place. */
export function tappedAt(svg, event) {
  if (!event.detail || !svg.getScreenCTM) return null;
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(svg.getScreenCTM().inverse());
  return [x - MIDDLE, y - MIDDLE];
}

/** A free place in this zone, as near to `at` as the rings and the other discs leave. */
export function placeFor(zone, at, discs) {
  if (zone === 0) return inHole(discs.filter((disc) => disc.zone === 0).length);
  const [inner, outer] = BANDS[zone];
  const [x, y] = at ?? fallback(zone, discs);
  const away = Math.hypot(x, y) || 1;
  const radius = Math.min(Math.max(away, inner + RADIUS + 1), outer - RADIUS - 1);
  const angle = Math.atan2(y, x);
  const others = discs.filter((disc) => disc.zone === zone && disc.at);
  const step = (2 * RADIUS + 1) / radius / 2;
  for (let nudge = 0; nudge * step < Math.PI; nudge += 1) {
    for (const side of [1, -1]) {
      const place = polar(radius, angle + side * nudge * step);
      if (others.every(({ at: [ox, oy] }) => isFree(place, ox, oy))) return place;
    }
  }
  return polar(radius, angle);
}

/** The first in the middle, the others around it, all within the hole. */
const inHole = (there) => (there ? polar(12, there * TURN) : [0, 0]);
const isFree = ([x, y], ox, oy) => Math.hypot(x - ox, y - oy) >= 2 * RADIUS;
const polar = (radius, angle) => [radius * Math.cos(angle), radius * Math.sin(angle)];

function fallback(zone, discs) {
  const [inner, outer] = BANDS[zone];
  const there = discs.filter((disc) => disc.zone === zone).length;
  return polar((inner + outer) / 2, 0.6 + zone + there * TURN);
}

/** Draw what lies there. Discs that are drawn already stay the same, so nothing jumps. */
export function drawDiscs(placed, trays, discs, letters) {
  const settled = [];
  const places = discs.map((disc) => {
    const at = disc.at ?? placeFor(disc.zone, null, settled);
    settled.push({ ...disc, at });
    return at;
  });
  while (placed.childElementCount > discs.length) placed.lastElementChild.remove();
  discs.forEach(({ seat }, index) => {
    const disc = placed.children[index] ?? placed.appendChild(newDisc());
    const [x, y] = places[index];
    disc.setAttribute("class", letters[seat].toLowerCase());
    disc.setAttribute("transform", `translate(${MIDDLE + x} ${MIDDLE + y})`);
    disc.lastElementChild.textContent = letters[seat];
  });
  drawTrays(trays, discs, letters);
}

function newDisc() {
  const group = document.createElementNS(SVG, "g");
  const circle = group.appendChild(document.createElementNS(SVG, "circle"));
  circle.setAttribute("r", String(RADIUS - 1.5));
  const rim = group.appendChild(document.createElementNS(SVG, "circle"));
  rim.setAttribute("r", String(RADIUS - 6));
  const letter = group.appendChild(document.createElementNS(SVG, "text"));
  letter.setAttribute("y", "5.5");
  return group;
}

function drawTrays(trays, discs, letters) {
  const made = letters.map(
    (_, seat) => discs.filter((disc) => disc.seat === seat && disc.zone === 0).length,
  );
  while (trays.childElementCount < letters.length) {
    const [x, y, anchor] = CORNERS[trays.childElementCount];
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("x", x);
    text.setAttribute("y", y);
    text.setAttribute("text-anchor", anchor);
    trays.append(text);
  }
  made.forEach((twenties, seat) => {
    trays.children[seat].textContent = twenties ? `${letters[seat]} 20×${twenties}` : "";
  });
}

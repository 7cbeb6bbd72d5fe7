// For a phone that reaches no site at all: what waits becomes a code that the desk or any
// other phone scans and sends. It is signed with a key that only this phone and the site
// know, and every report keeps its own key, so it counts once however often it is scanned.

import { generate } from "../../vendor/lean-qr-2.7.4.js";
import { sha256 } from "../../vendor/js-sha256-1.0.0.js";

const PAPER = [255, 255, 255, 255];
const INK = [0, 0, 0, 255];
const IN_ONE = 3; // reports in one code, so that it stays coarse enough to scan

const url64 = (text) =>
  btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** What is handed over, and its signature. */
function payload({ pass, key, device }, items) {
  const reports = items.map(({ key: own, game, number, seat, claim, made_at }) => ({
    key: own,
    game,
    number,
    seat,
    claim,
    made_at,
  }));
  const body = url64(JSON.stringify({ pass, device, reports }));
  return `${body}.${sha256.hmac(key, body)}`;
}

/** One code for every few reports, the oldest first; each opens the page `at` that takes them. */
export function drawCodes(at, handOver, items, place, label) {
  const codes = [];
  for (let first = 0; first < items.length; first += IN_ONE) {
    const address = new URL(at, location.href);
    address.hash = payload(handOver, items.slice(first, first + IN_ONE));
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", label);
    generate(address.href, { maxCorrectionLevel: 0 }).toCanvas(canvas, {
      on: INK,
      off: PAPER,
    });
    codes.push(canvas);
  }
  place.replaceChildren(...codes);
}

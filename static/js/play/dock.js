// What is pressed stays at the bottom of the window, under the thumb, where the sides leave it
// room; messages scroll between the two. In a low window, with large letters and for the
// drawn board it is in the page instead, right beneath the sides, with the messages below
// it; Enter alone stays at the bottom. Either way nothing that arrives can push it.

import { page, part, parts, shown, text } from "./parts.js";

const LINES = 3.25; // of letters, for the words at the head of the panel: they come and go
const UNTAPPED = 500; // ms in which what has just moved takes no touch
const head = page.querySelector(".where");
const sides = part("sides");

/** What is pressed now: the round that is entered, or the end that is confirmed. */
const pane = () => [part("panel"), part("end")].find(({ hidden }) => !hidden) ?? null;

const isFixed = (element) => getComputedStyle(element).position === "fixed";
const shifting = () => [part("wrong"), page.querySelector(".panel > header")];
const tall = (elements) => elements.reduce((sum, each) => sum + each.offsetHeight, 0);

/** How high it can become: a sentence that arrives must not move it to another place. */
function height(its) {
  if (its !== part("panel")) return its.offsetHeight;
  const letter = parseFloat(getComputedStyle(page).fontSize);
  const send = page.querySelector(".send");
  const apart = isFixed(send) ? send.offsetHeight : 0;
  return its.offsetHeight + apart - tall(shifting()) + LINES * letter;
}

function fit() {
  const its = pane();
  const above = head.offsetTop + head.offsetHeight + sides.offsetHeight;
  const is = its !== null && above + height(its) <= innerHeight;
  page.classList.toggle("docked", is);
  page.classList.toggle("entering", its !== null);
  document.documentElement.style.setProperty("--covered", is ? `${its.offsetHeight}px` : "");
  return is;
}

export function keepDocked() {
  const sizes = new ResizeObserver(() => {
    fit();
    drawUnread();
  });
  for (const each of [part("panel"), part("end"), sides]) sizes.observe(each);
  addEventListener("resize", fit);
  addEventListener("scroll", drawUnread, { passive: true });
}

/** A part of the page that the reader should see now; what is docked is seen always. */
export function bring(name, block) {
  if (!fit()) part(name).scrollIntoView({ block });
}

const message = () => ["news", "kept"].map((name) => part(name)).find(({ hidden }) => !hidden);

/** Where the part of the window ends in which messages can be seen. */
function visibleTo() {
  if (isFixed(part("panel"))) return innerHeight; // beside it
  const over = part(page.classList.contains("docked") ? "panel" : "send");
  return over.getBoundingClientRect().top;
}

/** A message out of sight shows its first words where the round is entered. */
export function drawUnread() {
  const first = message()?.querySelector("p, span");
  const at = first?.getBoundingClientRect();
  const isOut = at && (at.bottom > visibleTo() || at.top < sides.getBoundingClientRect().bottom);
  shown(part("unread"), Boolean(isOut));
  text(part("unread"), first?.textContent ?? "");
}

export const lookBelow = () => message()?.scrollIntoView({ block: "center" });

/** Draw without moving in the window what is pressed; no browser sees to it by itself here. */
export function holdStill(draw) {
  const bottom = () => page.querySelector(".panel > header").getBoundingClientRect().bottom;
  const before = part("panel").hidden ? null : bottom();
  draw();
  if (fit() || before === null || part("panel").hidden) return;
  const moved = bottom() - before;
  part("panel").scrollBy(0, moved); // on its side a phone scrolls it apart from the page
  scrollBy(0, bottom() - before);
}

const tappable = () => parts("button, a");
const places = () =>
  new Map(
    tappable().map((each) => {
      const { left, top } = each.getBoundingClientRect();
      return [each, `${Math.round(left)} ${Math.round(top)}`];
    }),
  );

/** Draw what has arrived; what that put under a thumb on its way down takes no touch at once. */
export function letArrive(draw) {
  const before = places();
  draw();
  for (const [each, at] of places()) {
    if (before.get(each) !== at) each.animate({ pointerEvents: ["none", "none"] }, UNTAPPED);
  }
}

// Keeps the changing part of a page, #live, up to date: by a stream of the same address,
// and by asking every few seconds while there is none. Others hear "live:swapped".
import { Idiomorph } from "../vendor/idiomorph-0.8.0.min.js";
import "./countdown.js";
import { announce, newResults } from "./live-region.js";

const SILENT = 9000; // longer than the site is ever silent
const DISCONNECTED = 1000; // for an answer, once the site reports that it gets no news itself
const ASKS = 4000;
const TRIES_AGAIN = 15000;
const CELLS = "td, .number, .score, .points";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const said = document.getElementById("live-said");
let reachedAt = performance.now();
let isLost = false;
let stream = null;
let mark = "";
let kept = "";

const part = () => document.getElementById("live");

function address(fragment) {
  const here = new URL(part().dataset.live || location.href, location.href);
  if (here.pathname === location.pathname) here.search = location.search;
  here.searchParams.set("fragment", fragment);
  return here;
}

function reached() {
  reachedAt = performance.now();
  if (isLost) document.dispatchEvent(new Event("live:found"));
  isLost = false;
}

// --- What is seen of a change ---------------------------------------------------------

// In its own list: a list that moves as a whole is no news of its rows.
const height = (row) => row.getBoundingClientRect().top - row.parentElement.getBoundingClientRect().top;

function places(live) {
  return new Map([...live.querySelectorAll("tr[id], li[id]")].map((row) => [row, height(row)]));
}

function texts(live) {
  return new Map([...live.querySelectorAll(CELLS)].map((cell) => [cell, cell.textContent.trim()]));
}

function flag(element) {
  element.classList.remove("changed");
  void element.offsetWidth; // so that it is read out again, although it just was
  element.classList.add("changed");
  element.addEventListener("animationend", () => element.classList.remove("changed"), { once: true });
}

// A row glides from where it was, over the others and never through them; one that went up
// is marked and lies on top, and a number that is new is marked too.
function glide(row, way) {
  row.classList.add("moving");
  row.classList.toggle("rising", way > 0);
  const motion = row.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], {
    duration: 500,
    easing: "ease-out",
  });
  motion.onfinish = motion.oncancel = () => row.classList.remove("moving", "rising");
}

function show(before, was) {
  for (const [row, top] of before) {
    const way = row.isConnected ? top - height(row) : 0;
    if (Math.abs(way) < 2) continue;
    if (!calm.matches) glide(row, way);
    if (way > 0) flag(row);
  }
  for (const [cell, text] of was) {
    if (cell.isConnected && cell.textContent.trim() !== text) flag(cell);
  }
}

// --- Where the reader is ----------------------------------------------------------------

// What is read stays where it is, whatever changes above it. Browsers that do so themselves
// follow one row wherever it goes, and others do nothing, so the page does it for all.
const PARTS = "tr[id], li[id], section, article, figure, h2, p";
const inSight = (part) => {
  const { top, height: high } = part.getBoundingClientRect();
  return high > 0 && top >= 0 && top < innerHeight;
};

function reading(live) {
  if (scrollY <= 0) return null; // at its top a page shows what is new there
  const focused = live.contains(document.activeElement) ? document.activeElement : null;
  const held = focused && inSight(focused) ? [focused] : [...live.querySelectorAll(PARTS)].filter(inSight);
  return new Map(held.map((part) => [part, part.getBoundingClientRect().top]));
}

// By as much as most of what was in sight has been moved: one row that climbs takes no reader along.
function stay(before) {
  const moved = [...(before ?? [])]
    .filter(([part]) => part.isConnected)
    .map(([part, top]) => part.getBoundingClientRect().top - top)
    .sort((one, other) => one - other);
  const by = moved[moved.length >> 1] ?? 0;
  if (Math.abs(by) >= 1) scrollTo({ left: scrollX, top: scrollY + by, behavior: "instant" });
}

// A page with results reads out the new ones; a page without reads out that it has changed.
function say(sentences) {
  announce(said, sentences ?? [said?.dataset.says]);
}

// --- Swapping ---------------------------------------------------------------------------

const morph = {
  morphStyle: "outerHTML",
  callbacks: {
    // What the reader opened stays open.
    beforeAttributeUpdated: (name, element) => !(name === "open" && element.matches("details")),
  },
};

function swap(html) {
  if (html === kept) return;
  const isFirst = kept === "";
  kept = html;
  const live = part();
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  if (!live || !fresh) return;
  const { revision } = fresh.dataset;
  const isNews = revision ? revision !== live.dataset.revision : !isFirst;
  const before = places(live);
  const was = texts(live);
  const read = reading(live);
  const sentences = newResults(live, fresh);
  Idiomorph.morph(live, fresh, morph);
  document.dispatchEvent(new CustomEvent("live:swapped", { detail: { isNews } }));
  stay(read);
  if (isNews) {
    show(before, was);
    say(sentences);
  }
}

// --- Hearing ----------------------------------------------------------------------------

async function ask() {
  try {
    const answer = await fetch(address("live"), {
      cache: "no-store",
      headers: mark ? { "If-None-Match": mark } : {},
      signal: AbortSignal.timeout?.(SILENT),
    });
    if (!answer.ok && answer.status !== 304) return;
    reached();
    if (answer.status === 304) return;
    mark = answer.headers.get("ETag") ?? "";
    swap(await answer.text());
  } catch {
    // not reached: the page shows that when it lasts
  }
}

// What not everyone may see has no stream: the page asks, with its reader's permissions.
function open() {
  if (!("live" in part().dataset)) return;
  stream?.close();
  const at = address("stream");
  if (at.searchParams.has("find")) return; // what one reader looks for is only asked for
  stream = new EventSource(at);
  stream.addEventListener("open", reached);
  stream.addEventListener("here", reached);
  stream.addEventListener("disconnected", () => {
    reachedAt = Math.min(reachedAt, performance.now() - SILENT + DISCONNECTED);
    ask();
  });
  stream.addEventListener("fragment", (event) => {
    reached();
    swap(event.data);
  });
}

const streams = () => stream?.readyState === EventSource.OPEN && performance.now() - reachedAt < SILENT;

function watch() {
  if (isLost || document.hidden || performance.now() - reachedAt < SILENT) return;
  isLost = true;
  document.dispatchEvent(new Event("live:lost"));
}

// Coming back, from another tab or from an hour asleep, is a reason to look at once.
function back() {
  if (document.hidden || streams()) return;
  reachedAt = performance.now();
  open();
  ask();
}

// Out of sight it lets go: a browser has six connections for all tabs of a site.
function leave() {
  stream?.close();
}

if (part()) {
  document.documentElement.style.overflowAnchor = "none";
  open();
  setInterval(watch, 500);
  setInterval(() => document.hidden || streams() || ask(), ASKS);
  setInterval(() => document.hidden || streams() || open(), TRIES_AGAIN);
  // The page shows something else of itself: see portions.js.
  document.addEventListener("live:moved", () => {
    open();
    ask();
  });
  addEventListener("pageshow", (event) => event.persisted && back());
  addEventListener("online", back);
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : back()));
  addEventListener("pagehide", leave);
}

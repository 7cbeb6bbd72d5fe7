// A player's day follows its event: when the event's stream reports a change, the page asks at once, and
// it stops asking every few seconds for as long as the stream speaks. Where there is no
// stream, htmx goes on asking by itself.
const RESTS = 60000; // time alone changes what is shown
const SPREAD = 3000; // a whole hall hears of it at once; it need not ask at once
const TRIES_AGAIN = 15000;
const days = () => document.querySelectorAll("[data-follow]");
const streams = new Map();
const asked = new WeakMap();

function follow(address) {
  const stream = new EventSource(address);
  let before = "";
  let waits = false;
  stream.onmessage = ({ data }) => {
    if (before && before !== data && !waits) {
      waits = true;
      setTimeout(() => {
        waits = false;
        tell(address);
      }, Math.random() * SPREAD);
    }
    before = data;
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, TRIES_AGAIN, address);
  };
  streams.set(address, stream);
}

function tell(address) {
  for (const day of days()) if (day.dataset.follow === address) htmx.trigger(day, "revision");
}

const speaks = (day) => streams.get(day.dataset.follow)?.readyState === EventSource.OPEN;

document.addEventListener("htmx:beforeRequest", (event) => {
  const day = event.target;
  if (!day.dataset?.follow) return;
  const isTold = event.detail.requestConfig.triggeringEvent?.type === "revision";
  const rested = performance.now() - (asked.get(day) ?? 0) > RESTS;
  if (isTold || rested || !speaks(day)) asked.set(day, performance.now());
  else event.preventDefault();
});

// What comes next is read out once, politely, when it has changed; a phone in a pocket that was
// touched before shakes when its board is ready.
const said = document.getElementById("day-said");
const next = (day) => day?.querySelector(".next");
const words = (day) => next(day)?.innerText.replace(/\s+/g, " ").trim() ?? "";
const isCalled = (day) => Boolean(next(day)?.querySelector("[data-called]"));
const before = new Map([...days()].map((day) => [day.id, [words(day), isCalled(day)]]));

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const day = document.getElementById(detail.target.id);
  const was = before.get(day?.id);
  if (!was) return;
  const [text, called] = [words(day), isCalled(day)];
  before.set(day.id, [text, called]);
  if (text !== was[0]) said.textContent = text;
  if (called && !was[1] && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
});

// A phone that was asleep looks at once.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) for (const day of days()) htmx.trigger(day, "revision");
});

for (const day of days()) if (!streams.has(day.dataset.follow)) follow(day.dataset.follow);

// Opens a bracket at what is being played, and shows a player's path: of the one pointed at, and of
// whose name was tapped (or chosen by the keyboard) until it is tapped again.
const WAY = "on-path";
const NAMES = ".tree .name[data-players]";

// On a phone a bracket is swiped column by column; where all of it is in sight nothing moves.
for (const tree of document.querySelectorAll(".tree")) {
  const on = tree.querySelector("section.now");
  if (on) tree.scrollLeft += on.getBoundingClientRect().left - tree.getBoundingClientRect().left;
}

let chosen = "";
let pointed = "";

function show() {
  const who = pointed || chosen;
  for (const name of document.querySelectorAll(NAMES)) {
    const { players } = name.dataset;
    name.setAttribute("aria-pressed", String(players === chosen));
    name.closest(".side, .through").classList.toggle(WAY, players === who);
  }
}

// A name is a button only where a script answers it.
function dress() {
  for (const name of document.querySelectorAll(NAMES)) {
    name.setAttribute("role", "button");
    name.tabIndex = 0;
  }
  show();
}

function choose(name) {
  const { players } = name.dataset;
  chosen = players === chosen ? "" : players;
  pointed = "";
  show();
}

// The link to a match lies over its rows, so what is beneath the pointer is looked for.
function pointedAt({ target, clientX, clientY }) {
  if (!target.closest?.(".tree")) return "";
  const beneath = document.elementsFromPoint(clientX, clientY);
  const row = beneath.find((each) => each.matches(".side, p.through"));
  return row?.querySelector(".name[data-players]")?.dataset.players ?? "";
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch") return; // a finger that scrolls points at no player
  const now = pointedAt(event);
  if (now === pointed) return;
  pointed = now;
  show();
});
document.addEventListener("click", ({ target }) => {
  const name = target.closest(NAMES);
  if (name) choose(name);
});
document.addEventListener("keydown", (event) => {
  if (!["Enter", " "].includes(event.key) || !event.target.matches(NAMES)) return;
  event.preventDefault(); // Space would scroll
  choose(event.target);
});
document.addEventListener("live:swapped", dress);
dress();

// On a phone its steps name the column in sight.
function mark(seen) {
  for (const { target, isIntersecting } of seen) {
    const step = document.querySelector(`.choice.columns a[href="#${target.id}"]`);
    if (isIntersecting) step?.setAttribute("aria-current", "true");
    else step?.removeAttribute("aria-current");
  }
}

let watches = [];

function watch() {
  for (const each of watches) each.disconnect();
  watches = [...document.querySelectorAll(".tree")].map((root) => {
    const inSight = new IntersectionObserver(mark, { root, threshold: 0.6 });
    for (const column of root.querySelectorAll("section")) inSight.observe(column);
    return inSight;
  });
}

document.addEventListener("live:swapped", watch);
watch();

// Move a match, or a whole week, to another week: drag its handle with a mouse, a pen or a finger,
// or press Enter on it, choose a week with the arrows, and press Enter again. Without JavaScript
// the ticks and the list of weeks below do the same.
const form = document.querySelector("[data-weeks]");
const says = form?.querySelector("[data-says]");
let held = null; // { grip, onto, by }

function weekAt(x, y) {
  return document.elementFromPoint(x, y)?.closest("[data-week]") ?? null;
}

function mark(onto) {
  held.onto?.classList.remove("over");
  held.onto = onto === held.grip.closest("[data-week]") ? null : onto;
  held.onto?.classList.add("over");
}

function hold(grip, by) {
  held = { grip, onto: null, by };
  grip.setAttribute("aria-pressed", "true");
  document.documentElement.classList.add("dragging");
}

function letGo() {
  mark(null);
  held.grip.setAttribute("aria-pressed", "false");
  document.documentElement.classList.remove("dragging");
  held = null;
}

function leave() {
  letGo();
  says.textContent = says.dataset.left;
}

// What is dragged moves alone, unless it is ticked: then all that is ticked moves with it.
function drop() {
  const { grip, onto } = held;
  letGo();
  if (!onto) return;
  const box = (grip.closest("[data-match]") ?? grip.parentElement).querySelector("input");
  if (!box.checked) {
    for (const other of form.querySelectorAll("input[type=checkbox]")) other.checked = false;
    box.checked = true;
  }
  form.elements.week.value = onto.dataset.week;
  form.querySelector(".move-to [type=submit]").click();
}

function step(by) {
  const weeks = [...form.querySelectorAll("[data-week]")];
  const from = weeks.indexOf(held.onto ?? held.grip.closest("[data-week]"));
  const onto = weeks[from + by];
  if (!onto) return;
  mark(onto);
  onto.scrollIntoView({ block: "nearest" });
  says.textContent = `${says.dataset.to}: ${onto.querySelector("legend").textContent.trim()}`;
}

function onDown(event) {
  const grip = event.target.closest(".grip");
  if (!grip || event.button !== 0) return;
  if (held) letGo();
  event.preventDefault();
  grip.focus();
  grip.setPointerCapture(event.pointerId);
  hold(grip, "pointer");
}

// Near an edge of the window the page moves on, so that far weeks can be reached.
const EDGE = 64;
const STEP = 12;

function onMove(event) {
  if (held?.by !== "pointer") return;
  if (event.clientY < EDGE) scrollBy(0, -STEP);
  else if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP);
  mark(weekAt(event.clientX, event.clientY));
}

function onKey(event) {
  const grip = event.target.closest(".grip");
  if (held?.by === "keys") {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) step(steps[event.key]);
    else if (event.key === "Escape") leave();
    else if (event.key === "Enter" || event.key === " ") drop();
    else return;
    event.preventDefault();
  } else if (held && event.key === "Escape") {
    leave();
  } else if (grip && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    hold(grip, "keys");
  }
}

if (form) {
  // The form goes to this address, and so does the page that follows: there may be more to move.
  if (location.hash === "#more") form.querySelector("#moving").checked = true;
  for (const part of document.querySelectorAll(".grip, [data-by-script]")) part.hidden = false;
  form.addEventListener("pointerdown", onDown);
  form.addEventListener("pointermove", onMove);
  form.addEventListener("pointerup", () => held?.by === "pointer" && drop());
  form.addEventListener("pointercancel", () => held?.by === "pointer" && leave());
  form.addEventListener("keydown", onKey);
  form.addEventListener("focusout", () => held?.by === "keys" && leave());
}

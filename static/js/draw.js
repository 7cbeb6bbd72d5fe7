// Drag one entry of a draft onto another with a mouse or a pen to let them change places. By
// keyboard, by touch or without JavaScript the same buttons do it: the first one chosen is
// picked, the second is swapped.
const FAR = 6; // pixels after which a press is a drag
let drag = null;

function chip(target) {
  return target instanceof Element ? target.closest("[data-swap] .chip") : null;
}

function beneath(event) {
  const onto = chip(document.elementFromPoint(event.clientX, event.clientY));
  return onto !== drag.chip && onto?.form === drag.chip.form ? onto : null;
}

function mark(onto) {
  drag.onto?.classList.remove("over");
  onto?.classList.add("over");
  drag.onto = onto;
}

function end() {
  mark(null);
  drag.chip.classList.remove("dragged");
  document.documentElement.classList.remove("dragging");
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  const held = chip(event.target);
  if (!held || event.button !== 0 || event.pointerType === "touch") return;
  drag = { chip: held, x: event.clientX, y: event.clientY, onto: null, moves: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.moves ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR;
  if (!drag.moves) return;
  event.preventDefault();
  drag.chip.classList.add("dragged");
  document.documentElement.classList.add("dragging");
  mark(beneath(event));
});

document.addEventListener("pointerup", () => {
  if (!drag) return;
  const { chip: dragged, onto } = drag;
  end();
  if (!onto) return;
  const { one } = onto.form.elements;
  const picked = one.value;
  one.value = dragged.value;
  onto.click();
  one.value = picked;
});

document.addEventListener("pointercancel", () => drag && end());

// Escape leaves a drag, or puts the picked one down again.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (drag) end();
  else document.querySelector('[data-swap] .chip[aria-pressed="true"]')?.click();
});

// Drag one entry of a draft onto another to let them change places. By keyboard or without
// JavaScript the same buttons do it: the first one chosen is picked, the second is swapped.
let dragged = null;

function chip(target) {
  return target instanceof Element ? target.closest("[data-swap] .chip") : null;
}

function mayDrop(target) {
  const onto = chip(target);
  return dragged && onto && onto !== dragged && onto.form === dragged.form ? onto : null;
}

function over(target) {
  for (const each of document.querySelectorAll(".chip.over")) each.classList.remove("over");
  mayDrop(target)?.classList.add("over");
}

document.addEventListener("dragstart", (event) => {
  dragged = chip(event.target);
  if (!dragged) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged.textContent.trim());
  dragged.classList.add("dragged");
});

document.addEventListener("dragover", (event) => {
  over(event.target);
  if (!mayDrop(event.target)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "move";
});

document.addEventListener("drop", (event) => {
  const onto = mayDrop(event.target);
  if (!onto) return;
  event.preventDefault();
  onto.form.elements.one.value = dragged.value;
  onto.form.requestSubmit(onto);
});

document.addEventListener("dragend", () => {
  over(null);
  dragged?.classList.remove("dragged");
  dragged = null;
});

// Escape puts the picked one down again.
document.addEventListener("keydown", (event) => {
  const picked = document.querySelector('[data-swap] .chip[aria-pressed="true"]');
  if (event.key === "Escape" && picked) picked.form.requestSubmit(picked);
});

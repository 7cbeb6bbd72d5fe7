// Counts every clock on the page down, from what the site said was left.
const known = new WeakMap();

function end(clock) {
  if (!known.has(clock)) {
    known.set(clock, performance.now() + Number(clock.dataset.left) * 1000);
  }
  return known.get(clock);
}

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const left = Math.max(0, Math.round((end(clock) - performance.now()) / 1000));
    const says = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== says) clock.textContent = says;
    clock.classList.toggle("is-up", left === 0);
  }
}

setInterval(tick, 250);
tick();

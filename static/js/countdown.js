// Counts every clock on the page down, from the time left that the site sent; on a page that is kept
// as it was made, to the moment the site named, by the clock of the reader's device.
const known = new WeakMap();

function left(clock) {
  const { ends } = clock.dataset;
  const time = ends ? Date.parse(ends) - Date.now() : end(clock) - performance.now();
  return Math.max(0, Math.round(time / 1000));
}

function end(clock) {
  if (!known.has(clock)) {
    known.set(clock, performance.now() + Number(clock.dataset.left) * 1000);
  }
  return known.get(clock);
}

// 4:05, or 1:04:05 from an hour on.
function inMinutes(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-left], [data-ends]")) {
    const seconds = left(clock);
    const says = inMinutes(seconds);
    if (clock.textContent !== says) clock.textContent = says;
    clock.classList.toggle("is-up", seconds === 0);
  }
}

setInterval(tick, 250);
document.addEventListener("live:swapped", tick);
tick();

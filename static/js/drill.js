// Two large buttons count what is shot, beside a clock if one is started, and fill in the form.
// Without this the form is filled in by hand.
const counter = document.querySelector(".drill");
const form = document.getElementById("drill");

if (counter && form) {
  const field = (name) => form.elements[name];
  const show = (name, text) => (counter.querySelector(`[data-${name}]`).textContent = text);
  const taps = counter.querySelectorAll("[data-tap]");
  const back = counter.querySelector("[data-back]");
  const clock = counter.querySelector("[data-clock-start]");
  const shots = [];
  let began = 0;
  let ticking = 0;

  const wanted = () => Number(field("shots").value) || 12;
  const seconds = () => Math.max(1, Math.round((Date.now() - began) / 1000));

  const draw = () => {
    const isOver = shots.length >= wanted();
    show("made", shots.filter(Boolean).length);
    show("shot", `${shots.length}/${wanted()}`);
    for (const tap of taps) tap.disabled = isOver;
    back.disabled = !shots.length;
    if (!shots.length) return;
    field("twenties").value = shots.filter(Boolean).length;
    if (isOver && ticking) {
      clearInterval(ticking);
      ticking = 0;
      field("seconds").value = seconds();
      show("clock", `· ${seconds()} s`);
    }
  };

  for (const tap of taps) {
    tap.addEventListener("click", () => {
      shots.push(tap.dataset.tap === "1");
      draw();
    });
  }
  back.addEventListener("click", () => {
    shots.pop();
    draw();
  });
  clock.addEventListener("click", () => {
    shots.length = 0;
    field("twenties").value = field("seconds").value = "";
    began = Date.now();
    clearInterval(ticking);
    ticking = setInterval(() => show("clock", `· ${seconds()} s`), 250);
    clock.textContent = counter.dataset.running;
    draw();
  });
  field("shots").addEventListener("input", draw);
  counter.hidden = false;
  draw();
}

// The parts of the page by name, and small ways to change them only where they change: what
// is under a thumb is never replaced.

export const page = document.querySelector("main");
export const part = (name, within = page) =>
  within.querySelector(`[data-part="${name}"]`);
export const parts = (selector, within = page) => [...within.querySelectorAll(selector)];
export const seatOf = (element) => Number(element.dataset.seat);

export function text(element, words) {
  if (element && element.textContent !== String(words)) element.textContent = words;
}

export function shown(element, is) {
  if (element.hidden === is) element.hidden = !is;
}

export function pressed(button, is) {
  button.setAttribute("aria-pressed", String(is));
}

/** A disabled button still has the focus, and can be read. */
export function able(button, is) {
  button.setAttribute("aria-disabled", String(!is));
}

const SVG = "http://www.w3.org/2000/svg";

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg
    .appendChild(document.createElementNS(SVG, "use"))
    .setAttribute("href", `${page.dataset.sprite}#${name}`);
  return svg;
}

/** An element with what is in it: make("p", {class: "soft"}, "sent"). */
export function make(name, facts = {}, ...inside) {
  const element = document.createElement(name);
  for (const [fact, value] of Object.entries(facts)) {
    if (fact === "class") element.className = value;
    else if (fact.startsWith("aria-")) element.setAttribute(fact, value);
    else element.dataset[fact] = value;
  }
  element.append(...inside);
  return element;
}

export function button(words, act, facts = {}, kind = "") {
  const made = make("button", { class: kind, act, ...facts }, words);
  made.type = "button";
  return made;
}

/** Put this into the element unless it is there already. */
export function filled(element, mark, build) {
  if (element.dataset.mark === mark) return;
  element.dataset.mark = mark;
  element.replaceChildren(...build());
}

// Keys of an event's desk, where nothing is being typed. A key moves the focus or opens a page and
// presses nothing, so that one hit by mistake changes nothing. Who dictates can switch them off.
const list = document.getElementById("keys");
const on = document.getElementById("keys-on");
const OFF = "no-keys";

function read() {
  try {
    return localStorage.getItem(OFF);
  } catch {
    return null; // storage is switched off: the choice lasts for this page
  }
}

function keep(isOff) {
  try {
    if (isOff) localStorage.setItem(OFF, "1");
    else localStorage.removeItem(OFF);
  } catch {
    // as above
  }
}

function isTyping(target) {
  return target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog[open]");
}

// What is needed is in a list, each line with its button; before a start, as the next step.
function needed() {
  return [...document.querySelectorAll(".blockers :is(a.button, button), .next-step a")];
}

function goTo(key) {
  const places = [...list.querySelectorAll("[data-place]")];
  const place = places.find((each) => each.dataset.key === key)?.dataset.place;
  if (!place) return false;
  const { hash, pathname } = new URL(place, location.href);
  const here = document.querySelector(hash);
  if (here) here.focus();
  else if (location.pathname !== pathname) location.assign(place);
  return true;
}

function follow(key) {
  if (key === "?") {
    list.showModal();
    return true;
  }
  const all = key === "n" ? needed() : [];
  if (!all.length) return goTo(key);
  all[(all.indexOf(document.activeElement) + 1) % all.length].focus();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (!on.checked || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape" && !event.defaultPrevented) event.target.blur();
    return;
  }
  if (follow(event.key)) event.preventDefault();
});

on.addEventListener("change", () => keep(!on.checked));
on.checked = !read();
document.querySelector(".keys-hint[hidden]").hidden = false;

// A page that a key has opened begins where the key leads.
const { hash } = location;
const aim = hash === "#needed" ? needed()[0] : document.getElementById(hash.slice(1));
if (aim?.matches("a, button, input")) aim.focus();

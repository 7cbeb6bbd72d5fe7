// What this browser keeps of how pages look: light, dark, or as the device prefers, and for which hand.
// It runs before the first paint, so a page never flashes in the other theme; without it the
// device's choice rules.
const root = document.documentElement;
const choices = { theme: ["light", "dark"], hand: ["left"] };

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is switched off: the choice lasts for this page
  }
}

function keep(name, choice) {
  try {
    if (choices[name].includes(choice)) localStorage.setItem(name, choice);
    else localStorage.removeItem(name);
  } catch {
    // as above
  }
}

function wear(name, choice) {
  if (choices[name].includes(choice)) root.dataset[name] = choice;
  else delete root.dataset[name];
  for (const button of document.querySelectorAll(name === "theme" ? "[data-wear]" : "[data-hand-switch]")) {
    const is = name === "theme" ? button.dataset.wear === (choice ?? "") : choice === "left";
    button.setAttribute("aria-pressed", String(is));
    button.hidden = false;
  }
}

for (const name of Object.keys(choices)) wear(name, kept(name));

document.addEventListener("DOMContentLoaded", () => {
  for (const part of document.querySelectorAll(".theme-switch")) part.hidden = false;
  for (const name of Object.keys(choices)) wear(name, root.dataset[name] ?? "");
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-wear], [data-hand-switch]");
  if (!button) return;
  const name = "wear" in button.dataset ? "theme" : "hand";
  const choice = name === "theme" ? button.dataset.wear : root.dataset.hand ? "" : "left";
  keep(name, choice);
  wear(name, choice);
});

window.addEventListener("storage", (event) => {
  if (event.key in choices) wear(event.key, event.newValue);
});

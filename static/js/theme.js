// Light, dark, or as the device says. It runs before the first paint, so a page never
// flashes in the other theme; without it the device's choice rules.
const root = document.documentElement;
const known = ["light", "dark"];

function kept() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // storage is switched off: the choice lasts for this page
  }
}

function keep(theme) {
  try {
    if (known.includes(theme)) localStorage.setItem("theme", theme);
    else localStorage.removeItem("theme");
  } catch {
    // as above
  }
}

function wear(theme) {
  if (known.includes(theme)) root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const button of document.querySelectorAll("[data-wear]")) {
    button.setAttribute("aria-pressed", String(button.dataset.wear === (theme ?? "")));
  }
}

wear(kept());

document.addEventListener("DOMContentLoaded", () => {
  for (const part of document.querySelectorAll(".theme-switch")) part.hidden = false;
  wear(root.dataset.theme ?? "");
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-wear]");
  if (!button) return;
  keep(button.dataset.wear);
  wear(button.dataset.wear);
});

window.addEventListener("storage", (event) => {
  if (event.key === "theme") wear(event.newValue);
});

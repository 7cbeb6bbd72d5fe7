// Of theme.js what has to run before the first paint: pages that can't wait for a file carry it.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage is switched off: the device's choice rules
}

// Of theme.js and me.js what has to run before the first paint: pages that can't wait for a file
// carry it.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("me")) document.documentElement.dataset.known = "";
} catch {
  // storage is switched off: the device's choice rules
}

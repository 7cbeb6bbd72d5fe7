// A button that prints the page. Without JavaScript the browser's own menu does.

for (const button of document.querySelectorAll("[data-prints]")) {
  button.addEventListener("click", () => window.print());
}

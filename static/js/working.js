// A button that was pressed shows that it works, and cannot be pressed twice meanwhile.
const submits = "button:not([type]), [type=submit]";

function pressed(element) {
  return element.matches("button") ? element : element.querySelector(submits);
}

function busy(button, is) {
  if (!button) return;
  if (is) button.setAttribute("aria-busy", "true");
  else button.removeAttribute("aria-busy");
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  const button = event.submitter ?? pressed(event.target);
  if (button?.getAttribute("aria-busy") === "true") event.preventDefault();
  busy(button, true);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  busy(event.detail.requestConfig.triggeringEvent?.submitter ?? pressed(event.detail.elt), true);
});

document.addEventListener("htmx:afterRequest", (event) => {
  busy(event.detail.requestConfig.triggeringEvent?.submitter ?? pressed(event.detail.elt), false);
});

// Coming back to a page the browser kept, nothing is working any more.
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const button of document.querySelectorAll("[aria-busy=true]")) busy(button, false);
});

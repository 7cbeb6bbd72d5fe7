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
  // Nothing reports when a file has arrived, and the page stays.
  if (event.defaultPrevented || event.target.matches("[data-download]")) return;
  const button = event.submitter ?? pressed(event.target);
  if (button?.getAttribute("aria-busy") === "true") event.preventDefault();
  busy(button, true);
});

// Only what was pressed is busy: a form that looks something up while one types must not
// swallow the press that sends it.
function cause({ elt, requestConfig }) {
  const event = requestConfig.triggeringEvent;
  if (event?.type !== "submit" && event?.type !== "click") return null;
  return event.submitter ?? pressed(elt);
}

document.addEventListener("htmx:beforeRequest", (event) => busy(cause(event.detail), true));
document.addEventListener("htmx:afterRequest", (event) => busy(cause(event.detail), false));

// Coming back to a page the browser kept, nothing is working.
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const button of document.querySelectorAll("[aria-busy=true]")) busy(button, false);
});

// Shows "not connected" while the site cannot be reached, and no longer than that.
const mark = document.getElementById("not-connected");

function connected(is) {
  if (mark) mark.hidden = is;
}

window.addEventListener("online", () => connected(true));
window.addEventListener("offline", () => connected(false));
document.addEventListener("live:lost", () => connected(false));
document.addEventListener("live:found", () => connected(true));
document.addEventListener("htmx:sendError", () => connected(false));
document.addEventListener("htmx:timeout", () => connected(false));
document.addEventListener("htmx:afterOnLoad", () => connected(true));

connected(navigator.onLine);

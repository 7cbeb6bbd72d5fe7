// A button with data-shares="id" offers the device's own ways to pass on the address in that field,
// or of this page without an id: WhatsApp, Signal, mail. Where a browser has none, it stays hidden.
for (const button of document.querySelectorAll("[data-shares]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const field = document.getElementById(button.dataset.shares);
    const url = field ? field.value : location.href;
    navigator.share({ title: document.title, url }).catch(() => {}); // closed: nothing was shared
  });
}

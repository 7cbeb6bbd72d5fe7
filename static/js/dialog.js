// A link with data-opens="id" opens that dialog instead of following its address, and
// anything with data-closes inside one closes it. Without JavaScript the address rules.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.opens);
    if (dialog instanceof HTMLDialogElement) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  const dialog = event.target.closest("dialog");
  if (dialog && (event.target === dialog || event.target.closest("[data-closes]"))) {
    event.preventDefault();
    dialog.close();
  }
});

// A button with data-copies="id" copies what that field holds, and says so. Where a page is not
// served over HTTPS, browsers know no clipboard: the field is selected and copied the old way.
// One with data-shares="id" offers the device's own ways to pass the address on, where it has any.
for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copies);
    if (await copied(field)) button.querySelector("span").textContent = button.dataset.copied;
  });
}

for (const button of document.querySelectorAll("[data-shares]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const { value } = document.getElementById(button.dataset.shares);
    navigator.share({ url: value }).catch(() => {}); // closed again: nothing was shared
  });
}

async function copied(field) {
  field.select();
  try {
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return false; // it is selected, so that one can copy it by hand
  }
}

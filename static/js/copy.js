// A button with data-copies="id" copies what that field holds, and confirms it. Where a page is not
// served over HTTPS, browsers know no clipboard: the field is selected and copied the old way.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  if (await copied(field)) button.querySelector("span").textContent = button.dataset.copied;
});

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

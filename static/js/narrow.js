// Narrows a long list of ticks to the names that hold what is typed, and counts the ticks.
// Enter ticks the first name shown, so a list is picked from without leaving the keyboard.
const bare = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

for (const field of document.querySelectorAll("input[data-narrows]")) {
  const names = [...field.form.querySelectorAll(field.dataset.narrows)];
  const nobody = field.form.querySelector("[data-nobody]");
  const ticked = field.form.querySelector("[data-ticked]");
  const boxOf = (name) => name.querySelector("input[type=checkbox]");

  const narrow = () => {
    const wanted = bare(field.value).split(/\s+/);
    for (const name of names) {
      const words = bare(name.textContent);
      name.hidden = !wanted.every((part) => words.includes(part));
    }
    for (const group of field.form.querySelectorAll("fieldset")) {
      const inside = names.filter((name) => group.contains(name));
      group.hidden = inside.length > 0 && inside.every((name) => name.hidden);
    }
    nobody.hidden = names.some((name) => !name.hidden);
  };
  const count = () => {
    ticked.textContent = names.filter((name) => boxOf(name).checked).length;
  };

  field.addEventListener("input", narrow);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const first = names.find((name) => !name.hidden);
    if (!first || !field.value.trim()) return;
    boxOf(first).click();
    field.value = "";
    narrow();
  });
  field.form.addEventListener("change", count);
  field.closest("[hidden]").hidden = false;
  narrow();
  count();
}

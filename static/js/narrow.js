// Narrows a long list of ticks to the names that hold what is typed, and counts the ticks.
// Enter ticks the first name shown, so a list is picked from without leaving the keyboard.
const PLAIN = { ø: "o", đ: "d", ð: "d", ħ: "h", ł: "l", æ: "ae", œ: "oe", ß: "ss", ı: "i", þ: "th" };
const bare = (text) =>
  text
    .toLowerCase()
    .replace(/['’‘ʼʻ`´′]/g, "")
    .replace(/[øđðħłæœßıþ]/g, (letter) => PLAIN[letter])
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .trim();

for (const field of document.querySelectorAll("input[data-narrows]")) {
  // A long list comes from the site page by page, so the names change while the page is open.
  const names = () => [...field.form.querySelectorAll(field.dataset.narrows)];
  const boxOf = (name) => name.querySelector("input[type=checkbox]");

  const narrow = () => {
    const wanted = bare(field.value).split(/\s+/);
    const here = names();
    for (const name of here) {
      const words = bare(name.textContent);
      name.hidden = !wanted.every((part) => words.includes(part));
    }
    for (const group of field.form.querySelectorAll("fieldset")) {
      const inside = here.filter((name) => group.contains(name));
      group.hidden = inside.length > 0 && inside.every((name) => name.hidden);
    }
    const none = field.form.querySelector("[data-no-name]");
    none.hidden = here.some((name) => !name.hidden);
  };
  const count = () => {
    field.form.querySelector("[data-ticked]").textContent = names().filter((name) => boxOf(name).checked).length;
  };

  field.addEventListener("input", narrow);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const first = names().find((name) => !name.hidden && !boxOf(name).checked);
    if (!first || !field.value.trim()) return;
    boxOf(first).click();
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.form.addEventListener("change", (event) => {
    if (event.target === field) return;
    // A list that is on its way does not know this tick yet.
    field.dispatchEvent(new Event("htmx:abort"));
    count();
  });
  document.addEventListener("htmx:afterSwap", () => {
    narrow();
    count();
  });
  for (const part of [field.closest("[hidden]"), ...field.form.querySelectorAll("[data-by-script]")]) {
    if (part) part.hidden = false;
  }
  narrow();
  count();
}

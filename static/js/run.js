// Cards are typed without leaving the keyboard: Enter goes to the next round, Enter on an
// empty line saves, and so does Enter on the last round of a match of fixed length.
// Without this the form is a plain one.
import { announce, newResults } from "./live-region.js";

const liveInput = "#live input:not([type=hidden])";

// requestSubmit() is missing before iOS 16; each form here has one button.
function submit(form) {
  form.querySelector("[type=submit]").click();
}

function lines(card) {
  return card.value.split("\n").filter((line) => line.trim());
}

function isLast(card) {
  const before = card.value.slice(0, card.selectionStart);
  const after = card.value.slice(card.selectionEnd);
  if (after.trim()) return false;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const typed = lines(card).length;
  if (!line.trim()) return typed > 0;
  return typed === Number(card.form.dataset.length);
}

document.addEventListener("keydown", (event) => {
  const card = event.target.closest?.("#card");
  if (!card) return;
  if (event.key === "Escape") {
    document.getElementById("card-leave")?.click();
  } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    if (!event.ctrlKey && !event.metaKey && !isLast(card)) return;
    event.preventDefault();
    submit(card.form);
  }
});

// What is being typed into is not replaced under the fingers: the desk looks again later.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "live" && document.activeElement?.matches(liveInput)) {
    event.preventDefault();
  }
});

// A card opens with the cursor behind its value, before the first key is typed.
document.addEventListener("focusin", (event) => {
  const card = event.target;
  if (card.id === "card") card.setSelectionRange(card.value.length, card.value.length);
});

// Who types from paper does not wait: keys pressed while a card opens or is being saved are
// kept, and typed into what comes. A question or a refusal is not what they were typed for:
// they would land in the wrong match, and are dropped.
let ahead = null;

function isEntry({ target }) {
  return target?.id === "entry";
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isEntry(event.detail)) ahead ??= [];
});

document.addEventListener(
  "keydown",
  (event) => {
    if (!ahead || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key !== "Enter" && event.key.length > 1) return;
    event.preventDefault();
    event.stopPropagation();
    ahead.push(event.key);
  },
  { capture: true },
);

function type() {
  const keys = ahead ?? [];
  ahead = null;
  const field = document.querySelector("#entry[data-goes-on] :is(#card, #which)");
  if (!field || !keys.length) return;
  field.focus();
  while (keys.length) {
    const key = keys.shift();
    if (key === "Enter" && (field.id === "which" || isLast(field))) {
      ahead = keys;
      submit(field.form);
      return;
    }
    field.setRangeText(key === "Enter" ? "\n" : key, field.selectionStart, field.selectionEnd, "end");
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("htmx:afterSettle", (event) => isEntry(event.detail) && type());

// Nothing came: what is typed now belongs to the next card, not to the one that stays open.
for (const end of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(end, (event) => {
    if (!isEntry(event.detail)) return;
    ahead = null;
    document.activeElement?.blur();
  });
}

// A result that arrives is read out as one sentence; #live is another element after each swap.
let before = document.getElementById("live");
document.addEventListener("htmx:load", () => {
  const live = document.getElementById("live");
  if (!live || live === before) return;
  announce(document.getElementById("live-said"), newResults(before, live) ?? []);
  before = live;
});

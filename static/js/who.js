// Players who have chosen their name in this browser are not asked again; see me.js.
const KEY = "me";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null; // storage is switched off, or holds something that is not ours
  }
}

function keep(choice) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ pk: choice.dataset.who, name: choice.textContent.trim() }));
  } catch {
    // as above
  }
}

const me = kept();
const own = me && document.querySelector(`[data-who="${CSS.escape(me.pk)}"]`);
if (own && !location.search) location.replace(own.href);

document.addEventListener("click", ({ target }) => {
  const choice = target.closest("[data-who]");
  if (choice) keep(choice);
});

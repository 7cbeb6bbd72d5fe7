// The slider under a season's table: shows the table after the night it is moved to. Without
// this file the form's button does the same.
const form = document.querySelector("form[data-season]");
const slider = form?.querySelector("[type=range]");
let asked = 0;

function address(fragment) {
  const at = new URL(location.href);
  at.search = new URLSearchParams(new FormData(form)).toString();
  if (slider.value === slider.max) at.searchParams.delete("after");
  if (fragment) at.searchParams.set("fragment", fragment);
  return at;
}

async function show() {
  const mine = ++asked;
  const answer = await fetch(address("live"));
  const text = await answer.text();
  if (!answer.ok || mine !== asked) return; // moved on meanwhile
  const part = new DOMParser().parseFromString(text, "text/html").getElementById("live");
  document.getElementById("live").replaceWith(part);
  history.replaceState(null, "", address());
}

slider?.addEventListener("input", () => {
  form.querySelector("output").textContent = slider.value;
  show();
});
if (form) form.querySelector("button").hidden = true;

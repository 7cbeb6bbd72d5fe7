// "That's me": this browser remembers whose it is, and shows their rows everywhere.
// Nothing of it is sent anywhere; names are the ones this browser was shown.
const KEY = "me";
const OWN = "#own"; // the address of their row, on any page
const bar = document.getElementById("me-bar");
const next = document.getElementById("me-next");
const ask = document.getElementById("me-ask");
const YOU = document.querySelector("script[data-you]")?.dataset.you ?? "";
let inSight = null;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null; // storage is switched off, or holds something that is not ours
  }
}

function keep(me) {
  try {
    if (me) localStorage.setItem(KEY, JSON.stringify(me));
    else localStorage.removeItem(KEY);
  } catch {
    // as above
  }
}

// The outermost of theirs, but none where every row is theirs anyway.
function rowsOf(me) {
  const all = [...document.querySelectorAll(`[data-players~="${CSS.escape(me.pk)}"]`)];
  return all.filter(
    (each) => !each.parentElement.closest("[data-players]") && !each.closest("[data-unmarked]"),
  );
}

function word() {
  const said = document.createElement("span");
  said.className = "badge you";
  said.textContent = YOU;
  return said;
}

function mark(row, me) {
  row.classList.add("own");
  const inner = row.querySelectorAll(`[data-players~="${CSS.escape(me.pk)}"]`);
  for (const name of inner.length ? inner : [row]) {
    if (!name.querySelector(":scope > .you")) name.append(" ", word());
  }
  return row;
}

function unmark() {
  for (const row of document.querySelectorAll(".own")) row.classList.remove("own");
  for (const said of document.querySelectorAll(".badge.you")) said.remove();
}

function fillBar(row) {
  const parts = [...row.querySelectorAll("[data-brief]")].filter((part) => !part.querySelector(".you"));
  bar.querySelector(".what").replaceChildren(
    ...parts.map((part) => {
      const said = document.createElement("span");
      said.textContent = `${part.dataset.brief || part.textContent.trim()} `;
      return said;
    }),
  );
}

// The bar replaces a row that is out of sight, and leaves when the row is back.
function watch(row) {
  inSight?.disconnect();
  if (!bar) return;
  bar.hidden = true;
  if (!row) return;
  fillBar(row);
  bar.querySelector("a").href = `#${row.closest("[id]").id}`;
  inSight = new IntersectionObserver(([seen]) => {
    bar.hidden = seen.isIntersecting;
  });
  inSight.observe(row);
}

// A long list shows some of its rows. All players are named in its order, each with a number.
function tellWhere(me) {
  const { numbers, number, size, list } = document.getElementById("live")?.dataset ?? {};
  const rows = (numbers ?? "").split(" ").map((row) => row.split(":"));
  const at = rows.findIndex(([players]) => players.split("+").includes(me.pk));
  if (!bar || at < 0) return;
  const brief = document.createElement("span");
  brief.textContent = `${number.replace("{n}", rows[at][1])} `;
  const name = document.createElement("span");
  name.textContent = me.name;
  bar.querySelector(".what").replaceChildren(brief, name);
  const there = new URL(list ?? location.href, location.href);
  there.searchParams.delete("find");
  there.searchParams.set("part", Math.floor(at / size) + 1);
  there.hash = OWN;
  bar.querySelector("a").href = there;
  bar.hidden = false;
}

// What they play now or next is on top of the page too, under the words of its list.
function showNext(rows) {
  const row = rows.find((each) => each.matches("section[data-to-play] li"));
  if (!next) return row;
  next.hidden = !row;
  if (!row) return row;
  const list = row.closest("section");
  next.querySelector("p").replaceChildren(
    [list.querySelector("h2"), list.querySelector(".soft")]
      .filter(Boolean)
      .map((part) => part.textContent.trim().replace(/\s+/g, " "))
      .join(" · "),
  );
  const copy = row.cloneNode(true);
  copy.removeAttribute("id");
  next.querySelector("ul").replaceChildren(copy);
  return copy;
}

function show() {
  const me = kept();
  unmark();
  for (const button of document.querySelectorAll("[data-me]")) {
    const mine = me?.pk === button.dataset.me;
    button.hidden = Boolean(me) && !mine;
    button.setAttribute("aria-pressed", String(mine));
  }
  document.documentElement.toggleAttribute("data-known", Boolean(me));
  if (ask) ask.hidden = Boolean(me);
  const rows = (me ? rowsOf(me) : []).map((row) => mark(row, me));
  const row = showNext(rows) ?? rows[0];
  watch(row);
  if (me && !row) tellWhere(me);
  return row;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-me]");
  if (!button) return;
  const { me: pk, name } = button.dataset;
  keep(kept()?.pk === pk ? null : { pk, name });
  show();
});

document.addEventListener("live:swapped", show);
window.addEventListener("storage", (event) => {
  if (event.key === KEY) show();
});

const own = show();
if (location.hash === OWN) own?.scrollIntoView({ block: "center" });

// A screen on the wall: shows what the desk chose, turns pages over, reconnects by itself.
import { follow, renew } from "./follow.js";
import { first, lay } from "./pages.js";

const BEGUN = "screen-begun";
const DAY = 24 * 3600 * 1000;
const lostSign = document.getElementById("lost");
const { now: address, revisions } = document.body.dataset;
let kept = "";

function wear(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function viewOf(element) {
  return element?.dataset.view;
}

// Only what is different is put up: the same facts must not begin at page one again.
function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("now");
  if (!fresh) return undefined;
  const mark = fresh.dataset.mark;
  delete fresh.dataset.mark;
  if (fresh.outerHTML === kept) return mark;
  kept = fresh.outerHTML;
  const before = document.getElementById("now");
  if (viewOf(before) !== viewOf(fresh)) first();
  if ("themeIs" in fresh.dataset) wear(fresh.dataset.themeIs); // else its address has it
  before.replaceWith(fresh);
  lay(fresh);
  return mark;
}

function start() {
  sessionStorage.removeItem(BEGUN);
  const shown = document.getElementById("now");
  const mark = shown.dataset.mark;
  delete shown.dataset.mark;
  kept = shown.outerHTML;
  const following = follow({
    address,
    revisions,
    changed: put,
    gone: () => {
      lostSign.hidden = false;
      document.getElementById("now").replaceChildren(); // it may not be for everybody now
      renew();
    },
    // After a loss the site may be a newer one: load the page of that.
    lost: (is) => (is ? (lostSign.hidden = false) : renew()),
  });
  following.see(mark);
  document.fonts.ready.then(() => lay(shown.isConnected ? shown : document.getElementById("now")));
  addEventListener("resize", renew);
  // Days on end: a fresh page once a day, so that nothing piles up.
  setTimeout(renew, DAY);
}

// Once only, until it worked: a browser that keeps no cookies would ask for ever.
function begin() {
  if (sessionStorage.getItem(BEGUN) === location.pathname) return;
  sessionStorage.setItem(BEGUN, location.pathname);
  document.querySelector("#begin [type=submit]")?.click();
}

if (address) start();
else begin();

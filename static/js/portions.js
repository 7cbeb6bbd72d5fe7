// A long list shows some of its rows, and its address names them. Scrolling adds the next
// ones, and looking for a word or printing all, each by a new address that live.js then reads.
const ALL = "all";
const PRINTS_ANYWAY = 5000; // the rows that are there, if the others do not come
let prints = false;

const live = () => document.getElementById("live");
const isAll = () => new URL(location.href).searchParams.get("part") === ALL && !live().querySelector(".pager");

function show(part) {
  const here = new URL(location.href);
  here.searchParams.set("part", part);
  here.searchParams.delete("find");
  if (here.href === location.href) return;
  history.replaceState(history.state, "", here);
  document.dispatchEvent(new Event("live:moved"));
}

const nearEnd = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) if (isIntersecting) show(target.dataset.more);
  },
  { rootMargin: "400px" },
);

function watch() {
  nearEnd.disconnect();
  for (const more of live().querySelectorAll("[data-more]")) nearEnd.observe(more);
}

function printOnce() {
  if (!prints) return;
  prints = false;
  print();
}

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || isAll()) return;
  if (event.key === "f") show(ALL);
  if (event.key !== "p") return;
  event.preventDefault(); // until all rows are there
  prints = true;
  show(ALL);
  setTimeout(printOnce, PRINTS_ANYWAY);
});

document.addEventListener("live:swapped", () => {
  watch();
  if (isAll()) printOnce();
});

watch();

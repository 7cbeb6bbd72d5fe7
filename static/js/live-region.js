// What a live region (role=status) reads out: the results that a page did not have before.
const results = (live) => (live?.dataset.results ? JSON.parse(live.dataset.results) : null);

// Sentences by match, the last first; null where a page has none. Those above the first one known
// are new, and so is a known one that has changed. What comes into sight from below is old.
export function newResults(live, fresh) {
  const now = results(fresh);
  if (!now) return null;
  const known = new Map(results(live) ?? []);
  const first = now.findIndex(([match]) => known.has(match));
  return now
    .filter(([match, says], at) => (known.has(match) ? known.get(match) !== says : first < 0 || at < first))
    .map(([, says]) => says)
    .reverse();
}

let queue = [];
let timer = 0;

// Once for all that came within a second.
export function announce(region, sentences) {
  if (!region || !sentences.length) return;
  queue = [...new Set([...queue, ...sentences])];
  if (timer) return;
  region.textContent = "";
  timer = setTimeout(() => {
    region.textContent = queue.join(". ");
    queue = [];
    timer = 0;
  }, 1000);
}

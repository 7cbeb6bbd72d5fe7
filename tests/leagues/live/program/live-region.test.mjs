// Which results a live region reads out: those that were not there before, the first to come first.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { announce, newResults } from "../../../../static/js/live-region.js";

const page = (...results) => ({ dataset: { results: JSON.stringify(results) } });
const [one, two, three, four] = [1, 2, 3, 4].map((match) => [match, `Match ${match} final`]);

test("a page without results leaves it to others what to say", () => {
  equal(newResults(page(one), { dataset: {} }), null);
});

test("what stood there before is not said again", () => {
  deepEqual(newResults(page(two, one), page(two, one)), []);
});

test("what is new is said in the order in which it came", () => {
  deepEqual(newResults(page(one), page(three, two, one)), ["Match 2 final", "Match 3 final"]);
  deepEqual(newResults({ dataset: {} }, page(one)), ["Match 1 final"]);
});

test("of many at once those that fit are said", () => {
  deepEqual(newResults(page(one), page(four, three, two)), ["Match 2 final", "Match 3 final", "Match 4 final"]);
});

test("a result that was corrected is said anew, and one that comes into sight from below is old", () => {
  deepEqual(newResults(page(two, one), page([2, "Match 2 final: 5–3"], one)), ["Match 2 final: 5–3"]);
  deepEqual(newResults(page(three, two), page(two, one)), []);
});

test("what comes within a second is said once, together", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const region = { textContent: "old" };
  announce(region, ["A"]);
  announce(region, ["A", "B"]);
  equal(region.textContent, "");
  context.mock.timers.tick(1000);
  equal(region.textContent, "A. B");
  announce(region, []);
  equal(region.textContent, "A. B");
  announce(null, ["C"]);
});

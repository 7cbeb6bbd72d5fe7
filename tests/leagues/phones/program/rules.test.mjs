// What a round is worth on a phone, and why numbers cannot be.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import * as rules from "../../../../static/js/play/rules.js";

const sheet = (over = {}) => ({
  players: [1, 1],
  discs: 8,
  pays: { kind: "match-points" },
  unusual_twenties: null,
  ...over,
});
const three = {
  kind: "three-sides",
  three_level: 1,
  two_level_for_first: 2,
  two_level_for_second: 0,
};
const singles = sheet();

test("the better side gets two points, level sides one each", () => {
  deepEqual(rules.pointsFor(singles, [65, 40]), [2, 0]);
  deepEqual(rules.pointsFor(singles, [40, 65]), [0, 2]);
  deepEqual(rules.pointsFor(singles, [50, 50]), [1, 1]);
});

test("by difference only what is above the other counts", () => {
  deepEqual(rules.pointsFor(sheet({ pays: { kind: "difference" } }), [65, 40]), [25, 0]);
});

test("three sides share what two of them are level for", () => {
  const rule = sheet({ players: [1, 1, 1], pays: three });
  deepEqual(rules.pointsFor(rule, [60, 40, 20]), [2, 1, 0]);
  deepEqual(rules.pointsFor(rule, [60, 60, 20]), [2, 2, 0]);
  deepEqual(rules.pointsFor(rule, [60, 20, 20]), [2, 0, 0]);
  deepEqual(rules.pointsFor(rule, [20, 20, 20]), [1, 1, 1]);
});

test("by place level sides share the points of their places, rounded down", () => {
  const rule = sheet({
    players: [1, 1, 1, 1],
    pays: { kind: "places", by_place: [6, 3, 1, 0] },
  });
  deepEqual(rules.pointsFor(rule, [10, 40, 30, 20]), [0, 6, 3, 1]);
  deepEqual(rules.pointsFor(rule, [40, 40, 20, 10]), [4, 4, 1, 0]);
});

test("one side leads, or nobody does", () => {
  equal(rules.leader([1, 3, 2]), 1);
  equal(rules.leader([3, 3, 2]), null);
});

test("discs are counted by their zones", () => {
  equal(rules.total([1, 2, 3, 4]), 20 + 30 + 30 + 20);
  equal(rules.counted([1, 2, 3, 4]), 10);
});

test("a claim of discs knows points, totals and 20s", () => {
  const claim = {
    discs: [
      [1, 0, 1, 0],
      [0, 2, 0, 1],
    ],
  };
  deepEqual(rules.scored(singles, claim), {
    points: [0, 2],
    score: [30, 35],
    twenties: [1, 0],
  });
});

test("a claim of totals knows no 20s where none were said", () => {
  deepEqual(rules.scored(singles, { score: [30, 20] }), {
    points: [2, 0],
    score: [30, 20],
    twenties: [null, null],
  });
  deepEqual(rules.scored(singles, { points: [0, 2], twenties: [0, 3] }), {
    points: [0, 2],
    score: null,
    twenties: [0, 3],
  });
});

test("with its 20s known a total has a least and a most", () => {
  deepEqual(rules.reach(8, null), [0, 160]);
  deepEqual(rules.reach(8, undefined), [0, 160]);
  deepEqual(rules.reach(8, 0), [0, 120]);
  deepEqual(rules.reach(8, 3), [60, 60 + 75]);
});

test("nobody shoots more discs than the sheet gives, in all or in 20s", () => {
  const discs = (...one) => ({ discs: [one, [0, 0, 0, 0]] });
  equal(rules.fault(singles, discs(2, 2, 2, 2)), null);
  deepEqual(rules.fault(singles, discs(2, 2, 2, 3)), [
    "too-many-discs",
    { seat: 0, discs: 8 },
  ]);
  const twenties = (n) => ({ points: [0, 2], twenties: [0, n] });
  equal(rules.fault(singles, twenties(8)), null);
  deepEqual(rules.fault(singles, twenties(9)), [
    "too-many-twenties",
    { seat: 1, discs: 8 },
  ]);
});

test("a total is in fives and within reach of its 20s", () => {
  const claim = (score, twenties) =>
    rules.fault(singles, { score: [score, 0], twenties: [twenties, 0] });
  equal(claim(60, 3), null);
  equal(claim(135, 3), null);
  const said = (twenties) => [
    "out-of-reach",
    { seat: 0, least: 60, most: 135, twenties },
  ];
  deepEqual(claim(55, 3), said(3));
  deepEqual(claim(140, 3), said(3));
  deepEqual(claim(61, 3), said(3));
  deepEqual(rules.fault(singles, { score: [165, 0] }), [
    "out-of-reach",
    { seat: 0, least: 0, most: 160, twenties: 0 },
  ]);
});

test("whose 20s alone beat all the other can have is not behind or level", () => {
  const claim = (points, twenties) => rules.fault(singles, { points, twenties });
  const said = ["out-of-order", { seat: 0, other: 1, least: 120, most: 120 }];
  deepEqual(claim([0, 2], [6, 0]), said);
  equal(claim([1, 1], [6, 0]), null); // both 120
  deepEqual(claim([1, 1], [7, 0]), [
    "out-of-order",
    { seat: 0, other: 1, least: 140, most: 120 },
  ]);
  equal(claim([2, 0], [7, 0]), null);
  equal(claim([0, 2], [5, 0]), null);
  equal(claim([0, 2], [null, 0]), null);
  equal(rules.fault(singles, { score: [120, 120], twenties: [6, 0] }), null);
});

test("more 20s in a game than nearly anybody makes are worth a second look", () => {
  const rule = sheet({ unusual_twenties: 12 });
  const claim = (twenties) => ({ points: [2, 0], twenties: [twenties, 0] });
  equal(rules.unusual(rule, [], claim(12)), null);
  deepEqual(rules.unusual(rule, [], claim(13)), ["unusual", { seat: 0, twenties: 13 }]);
  equal(rules.unusual(rule, [[6, 0], null], claim(6)), null);
  deepEqual(
    rules.unusual(
      rule,
      [
        [6, 0],
        [null, 0],
      ],
      claim(7),
    ),
    ["unusual", { seat: 0, twenties: 13 }],
  );
  equal(
    rules.unusual(
      rule,
      [
        [3, 0],
        [3, 0],
        [3, 0],
        [3, 0],
      ],
      claim(3),
    ),
    null,
  );
  equal(rules.unusual(singles, [], claim(99)), null);
});

// What taps make of a round that is being entered.

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import * as draft from "../../../../static/js/play/draft.js";

const singles = { players: [1, 1], discs: 8, pays: { kind: "match-points" } };
const difference = { ...singles, pays: { kind: "difference" } };
const due = { allows: null };
const fresh = (over = {}) => ({ ...draft.empty(2), ...over });

test("nothing is begun before the first tap, and undo goes back to it", () => {
  const first = fresh();
  equal(draft.begun(first), false);
  equal(draft.undone(first), first);
  const once = draft.acted(first, { winner: 1 });
  const twice = draft.acted(once, { winner: 0 });
  equal(draft.begun(once), true);
  equal(draft.undone(twice).winner, 1);
  deepEqual(draft.undone(draft.undone(twice)), first);
});

test("the last eighty acts can be undone", () => {
  let now = fresh();
  for (let act = 0; act < 100; act += 1) now = draft.acted(now, { margin: String(act) });
  equal(now.acts.length, 81);
});

test("20s stay between none and what there is to shoot", () => {
  const first = fresh();
  equal(draft.stepped(first, 0, -1, 8), first);
  deepEqual(draft.stepped(first, 1, 1, 8).twenties, [0, 1]);
  const full = fresh({ twenties: [8, 0] });
  equal(draft.stepped(full, 0, 1, 8), full);
  deepEqual(draft.stepped(full, 0, -1, 8).twenties, [7, 0]);
});

test("the keypad writes numbers up to the most there can be", () => {
  equal(draft.typed("", "6", 160), "6");
  equal(draft.typed("6", "5", 160), "65");
  equal(draft.typed("0", "5", 160), "5");
  equal(draft.typed("16", "0", 160), "160");
  equal(draft.typed("16", "1", 160), "16");
  equal(draft.typed("165", "back", 160), "16");
});

test("its arrows go in fives, from none to the most", () => {
  equal(draft.typed("", "more", 160), "5");
  equal(draft.typed("62", "more", 160), "65");
  equal(draft.typed("62", "less", 160), "55");
  equal(draft.typed("3", "less", 160), "0");
  equal(draft.typed("160", "more", 160), "160");
});

test("the last disc of a zone is taken away, and none where there is none", () => {
  const discs = [
    { seat: 0, zone: 1, at: "a" },
    { seat: 1, zone: 1, at: "b" },
    { seat: 0, zone: 1, at: "c" },
    { seat: 0, zone: 2, at: "d" },
  ];
  const now = fresh({ discs });
  deepEqual(
    draft.takenAway(now, 0, 1).discs.map(({ at }) => at),
    ["a", "b", "d"],
  );
  equal(draft.takenAway(now, 1, 2), now);
  deepEqual(draft.zones(now, 2), [
    [0, 2, 1, 0],
    [0, 1, 0, 0],
  ]);
});

test("the first disc can be taken away too, also in browsers without findLastIndex", () => {
  const now = fresh({ discs: [{ seat: 0, zone: 0 }] });
  deepEqual(draft.takenAway(now, 0, 0).discs, []);
  const old = Object.assign(
    [
      { seat: 0, zone: 0 },
      { seat: 1, zone: 0 },
    ],
    { findLastIndex: undefined },
  );
  deepEqual(draft.takenAway(fresh({ discs: old }), 0, 0).discs, [{ seat: 1, zone: 0 }]);
});

test("totals are said once all are there, in fives", () => {
  const say = (totals) => draft.claimOf(fresh({ totals }), "totals", due, singles);
  deepEqual(say(["65", "0"]), { score: [65, 0], twenties: [0, 0] });
  equal(say(["65", ""]), null);
  equal(say(["65", "41"]), null);
});

test("a result is said once somebody won, or nobody", () => {
  const say = (over, rule = singles) => draft.claimOf(fresh(over), "result", due, rule);
  equal(say({}), null);
  deepEqual(say({ winner: 1, twenties: [2, 3] }), { points: [0, 2], twenties: [2, 3] });
  deepEqual(say({ winner: -1 }), { points: [1, 1], twenties: [0, 0] });
  deepEqual(say({ winner: -1 }, difference).points, [0, 0]);
  deepEqual(say({ winner: 0, margin: "25" }, difference).points, [25, 0]);
  equal(say({ winner: 0, margin: "" }, difference), null);
  equal(say({ winner: 0, margin: "0" }, difference), null);
  equal(say({ winner: 0, margin: "23" }, difference), null);
});

test("more than two sides are said by their places, once all have one", () => {
  const rule = {
    ...singles,
    players: [1, 1, 1],
    pays: { kind: "places", by_place: [3, 1, 0] },
  };
  const say = (places) =>
    draft.claimOf({ ...draft.empty(3), places }, "result", due, rule);
  equal(say([1, 2, 0]), null);
  deepEqual(say([2, 1, 3]).points, [1, 3, 0]);
});

test("discs are said once there is one", () => {
  const say = (discs) => draft.claimOf(fresh({ discs }), "discs", due, singles);
  equal(say([]), null);
  deepEqual(say([{ seat: 1, zone: 3 }]), {
    discs: [
      [0, 0, 0, 0],
      [0, 0, 0, 1],
    ],
  });
});

test("a shoot-out is said as the 20s made", () => {
  const now = fresh({ twenties: [3, 2] });
  deepEqual(draft.claimOf(now, "result", { allows: { shots: 8 } }, singles), {
    points: [3, 2],
  });
});

test("a total is complained of once no digit more would mend it", () => {
  const say = (totals, active = 0) =>
    draft.notInFives(fresh({ totals, active }), "totals", singles);
  equal(say(["6", ""]), null); // 65 may follow
  deepEqual(say(["63", ""]), ["in-fives", { seat: 0, n: "63" }]);
  deepEqual(say(["6", ""], 1), ["in-fives", { seat: 0, n: "6" }]);
  deepEqual(say(["6", "40"]), ["in-fives", { seat: 0, n: "6" }]);
  equal(say(["65", "40"]), null);
  equal(say(["16", ""]), null); // 160 is the most
  equal(draft.notInFives(fresh({ totals: ["63", ""] }), "discs", singles), null);
});

test("so is a margin, where a round pays by difference", () => {
  const say = (over, rule = difference) => draft.notInFives(fresh(over), "result", rule);
  deepEqual(say({ winner: 0, margin: "23" }), ["margin-in-fives", { n: "23" }]);
  equal(say({ winner: 0, margin: "25" }), null);
  equal(say({ winner: 0, margin: "2" }), null);
  equal(say({ winner: -1, margin: "23" }), null);
  equal(say({ winner: 0, margin: "23" }, singles), null);
});

test("what was said before is where changing it begins", () => {
  const points = draft.fromClaim({ points: [0, 25], twenties: [null, 3] }, 2);
  deepEqual(
    [points.winner, points.margin, points.twenties, points.places],
    [1, "25", [0, 3], [2, 1]],
  );
  equal(draft.fromClaim({ points: [1, 1] }, 2).winner, -1);
  deepEqual(draft.fromClaim({ score: [65, 40] }, 2).totals, ["65", "40"]);
  const discs = draft.fromClaim(
    {
      discs: [
        [1, 0, 2, 0],
        [0, 0, 0, 1],
      ],
    },
    2,
  );
  deepEqual(draft.zones(discs, 2), [
    [1, 0, 2, 0],
    [0, 0, 0, 1],
  ]);
  deepEqual(
    [discs.totals, discs.twenties],
    [
      ["40", "5"],
      [1, 0],
    ],
  );
  equal(draft.begun(discs), false);
});

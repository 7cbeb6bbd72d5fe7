// What the page shows: the site's state, with what this phone has entered laid over it.

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import * as view from "../../../../static/js/play/view.js";

const RULE = {
  players: [1, 1],
  discs: 8,
  pays: { kind: "match-points" },
  moves: { kind: "alternate" },
  ends: { kind: "fixed-rounds", rounds: 4, when_level: { kind: "tie-stands" } },
};
const TO_SEVEN = {
  ...RULE,
  ends: { kind: "target", points: 7, when_level: { kind: "tie-stands" } },
};
const round = (number, points, state = "settled", over = {}) => ({
  game: 1,
  number,
  points,
  twenties: [1, 2],
  claims: {},
  hidden: false,
  state,
  ...over,
});
const match = (rounds = [], over = {}) => ({
  event: { slug: "autumn" },
  match: { number: 7 },
  format: { kind: "single-game", rule: RULE },
  first: 0,
  seat: 0,
  sides: [
    { result: null, by_game: [] },
    { result: null, by_game: [] },
  ],
  over: null,
  rounds,
  ...over,
});
const report = (number, over = {}) => ({
  match: "autumn/7",
  game: 1,
  number,
  seat: 0,
  claim: { points: [2, 0], twenties: [3, 0] },
  ...over,
});

test("a match and a round have a name each", () => {
  equal(view.nameOf(match()), "autumn/7");
  equal(view.which({ game: 1, number: 3 }), "1.3");
});

test("a report is held for ten seconds and no longer", () => {
  equal(view.isHeld({ after: 1001 }, 1000), true);
  equal(view.isHeld({ after: 1000 }, 1000), false);
  equal(view.isHeld({ after: 11_000 }, 1000), true);
  equal(view.isHeld({ after: 11_001 }, 1000), false); // the clock was set back
  equal(view.isHeld({}, 1000), false);
});

test("what this phone entered is laid over what the site said", () => {
  const seen = view.look(match([round(1, [0, 2])]), [
    report(1),
    report(2),
    report(1, { match: "autumn/8" }),
  ]);
  deepEqual(
    seen.rounds.map(({ number, points, state, by }) => [number, points, state, by]),
    [
      [1, [2, 0], "here", 0],
      [2, [2, 0], "here", 0],
    ],
  );
  ok(seen.rounds.every((each) => each.may_change));
  equal(seen.waiting.length, 2);
  deepEqual(seen.result, [4, 0]);
  deepEqual(seen.twenties, [6, 0]);
  deepEqual([seen.next.game, seen.next.number], [1, 3]);
});

test("a report is here, or held, or safe at the site", () => {
  const state = (over) => view.look(match(), [report(1, over)]).rounds[0].state;
  equal(state({}), "here");
  equal(state({ after: Date.now() + 5000 }), "held");
  equal(state({ after: Date.now() + 5000, safe: true }), "safe");
});

test("rounds stand in the order they are played", () => {
  const far = { ...round(1, [2, 0]), game: 2 };
  const seen = view.look(match([far, round(2, [2, 0]), round(1, [2, 0])]), []);
  deepEqual(seen.rounds.map(view.which), ["1.1", "1.2", "2.1"]);
});

test("nothing is told of what follows on a round that is hidden", () => {
  const rounds = [
    round(1, [2, 0]),
    round(2, null, "reported", { hidden: true }),
    round(3, [2, 0]),
  ];
  deepEqual(view.look(match(rounds), []).result, [2, 0]);
  deepEqual(view.look(match(rounds.slice(1)), []).result, [0, 0]);
});

test("the desk's word on how it ended stands, until this phone enters more", () => {
  const ended = match([round(1, [2, 0])], {
    over: { winner: 1, by: "walkover" },
    sides: [
      { result: 0, by_game: [0, 1] },
      { result: 8, by_game: [4, 5] },
    ],
  });
  const seen = view.look(ended, []);
  deepEqual(
    [seen.over.by, seen.result, seen.next, seen.course],
    ["walkover", [0, 8], null, null],
  );
  deepEqual(seen.byGame, [
    [0, 4],
    [1, 5],
  ]);
  const more = view.look(ended, [report(2)]);
  deepEqual([more.over, more.result, more.next.number], [null, [4, 0], 3]);
});

test("20s are told where each round has them", () => {
  const some = [round(1, [2, 0]), round(2, [2, 0], "settled", { twenties: [1, null] })];
  deepEqual(view.look(match(some), []).twenties, [2, null]);
  deepEqual(view.look(match(), []).twenties, [0, 0]);
});

test("how far it is, where a game is run to a number", () => {
  const course = (rounds, rule) =>
    view.look(match(rounds, { format: { kind: "single-game", rule } }), []).course;
  deepEqual(course([round(1, [2, 0]), round(2, [1, 1])], TO_SEVEN), {
    to: 7,
    points: [3, 1],
  });
  equal(course([round(1, [2, 0])], RULE), null);
  const lead = {
    ...RULE,
    ends: {
      kind: "lead",
      points: 4,
      at_least: 4,
      at_most: 20,
      when_level: { kind: "tie-stands" },
    },
  };
  deepEqual(course([round(1, [2, 0]), round(2, [1, 1])], lead), {
    to: 4,
    points: [2, 0],
  });
});

test("a round wants the side that has not entered it yet", () => {
  const one = round(1, [2, 0], "reported", { claims: { 1: { points: [2, 0] } } });
  const two = round(2, [2, 0], "reported", { claims: { 0: { points: [2, 0] } } });
  const seen = view.look(match([one, two]), []);
  deepEqual([seen.theirs.number, seen.ours.number], [1, 2]);
  const tablet = view.look(match([one, two], { seat: null }), []);
  deepEqual([tablet.theirs, tablet.ours.number], [null, 1]);
  const settled = view.look(match([round(1, [2, 0])]), []);
  deepEqual(
    [settled.theirs, settled.ours, settled.disputed, settled.ruled],
    [null, null, null, null],
  );
});

test("the first dispute and the last ruling are told", () => {
  const rounds = ["ruled", "disputed", "disputed", "ruled"].map((state, at) =>
    round(at + 1, [2, 0], state),
  );
  const seen = view.look(match(rounds), []);
  deepEqual([seen.disputed.number, seen.ruled.number], [2, 4]);
});

test("phones write nothing where it is the desk's, or over", () => {
  deepEqual(
    ["desk", "over", "report", null].map((needs_kind) => view.isClosed({ needs_kind })),
    [true, true, false, false],
  );
});

test("the others' word is told where all of them say the same", () => {
  const points = { points: [2, 0] };
  deepEqual(view.otherWord({ claims: { 0: { points: [0, 2] }, 1: points } }, 0), {
    seat: 1,
    claim: points,
  });
  deepEqual(view.otherWord({ claims: { null: points } }, 0), { seat: null, claim: points });
  equal(view.otherWord({ claims: { 1: points, 2: { points: [0, 2] } } }, 0), null);
  equal(view.otherWord({ claims: { 0: points } }, 0), null);
  equal(view.otherWord({}, 0), null);
});

test("two words of a round differ only in what both say", () => {
  const word = (over) => ({ points: [2, 0], score: null, twenties: null, ...over });
  deepEqual(view.differs(word(), word()), []);
  deepEqual(view.differs(word(), word({ points: [0, 2] })), ["points"]);
  deepEqual(view.differs(word({ score: [60, 40] }), word({ score: [65, 40] })), [
    "score",
  ]);
  deepEqual(view.differs(word({ score: [60, 40] }), word()), []);
  deepEqual(view.differs(word(), word({ score: [60, 40] })), []);
  deepEqual(view.differs(word({ twenties: [1, null] }), word({ twenties: [2, 3] })), [
    "twenties",
  ]);
  deepEqual(view.differs(word({ twenties: [1, null] }), word({ twenties: [1, 3] })), []);
  deepEqual(view.differs(word({ twenties: [1, 3] }), word({ twenties: [1] })), []);
});

test("a round is entered as this phone chose, or the event says, or the sheet asks for", () => {
  const way = (state, chosen, rule = RULE) => view.wayFor(state, chosen, rule);
  equal(way({}, "discs"), "discs");
  equal(way({ entries: ["totals"], entry: "result" }, "discs"), "totals");
  equal(way({ entry: "discs" }, null), "discs");
  equal(way({ entries: [] }, null), "result");
  equal(way({}, null, { ...RULE, pays: { kind: "difference" } }), "totals");
});

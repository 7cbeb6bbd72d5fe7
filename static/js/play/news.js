// What is wanted of this phone: whose turn it is, what waits here, a word of the other side
// to agree with, a difference to settle, a report that was not taken.

import { facing, roundName, spoken } from "./draw.js";
import { button, filled, icon, make, page, part, shown, text } from "./parts.js";
import { scored } from "./rules.js";
import { isHeld, nameOf, otherWord, which } from "./view.js";
import { count, say } from "./words.js";

const ICONS = {
  enter: "hand",
  accept: "hand",
  wait: "hourglass",
  differs: "equal-not",
  confirm: "flag",
  agreed: "check-check",
  ended: "flag",
  ruled: "gavel",
  over: "flag",
  desk: "lock",
};

/** A difference and a report to agree with have separate cards; one's turn is the panel's. */
const elsewhereSaid = (state, view, asked) =>
  asked ||
  state.needs_kind === "differs" ||
  (state.needs_kind === "accept" && view.theirs);

export function drawNeeds(state, view, { all, connected, lasting, asked }) {
  // Of earlier matches too: they are on this phone as well.
  const kept_ = all.filter((report) => !isHeld(report));
  const n = kept_.filter(({ safe }) => !safe).length;
  shown(
    part("needs"),
    !all.length && !elsewhereSaid(state, view, asked && state.needs_kind === "enter"),
  );
  const name = ICONS[state.needs_kind] ?? "hand";
  part("needs-icon").setAttribute("href", `${page.dataset.sprite}#${name}`);
  text(part("needs-says"), state.needs);
  const kept = part("kept");
  shown(kept, kept_.length > 0 || !connected);
  if (!kept.hidden) text(part("kept-says"), keptWords(n, connected, lasting));
  const where = n || !connected ? "smartphone" : "hourglass";
  kept.querySelector("use").setAttribute("href", `${page.dataset.sprite}#${where}`);
  shown(
    kept.querySelector("button"),
    view.waiting.some(({ safe }) => !safe) && Boolean(state.hand_over),
  );
}

function keptWords(n, connected, lasting) {
  if (n && !lasting) return say("nothing-kept");
  if (!n) return say(connected ? "safe-there" : "no-connection");
  return count("kept", n);
}

/**
 * What the player has to read or decide: that the match is elsewhere, another phone, a
 * difference; what can still be taken back. A report to agree with is in the panel, above what
 * is pressed next.
 */
export function drawNews(state, view, { refused, site, overtaken, insisted }) {
  const { trouble, gone, moved } = site;
  const cards = gone
    ? [left(state, gone)]
    : [
        ...(moved ? [arrived(state)] : []),
        ...refusals(refused, state, view),
        ...(trouble ? [card("wifi-off", trouble)] : []),
        ...elsewhere(state),
        ...taken(state, view),
        ...overtaken.map((each) => early(state, view, each)),
        ...difference(state, view, insisted),
      ];
  const asked = gone ? [] : agreement(state, view);
  drawCards(part("asked"), part("panel").hidden ? [] : asked);
  if (part("panel").hidden) cards.push(...asked);
  drawCards(part("news"), cards);
}

function drawCards(where, cards) {
  shown(where, cards.length > 0);
  const mark = JSON.stringify(cards.map(({ mark: its }) => its));
  filled(where, mark, () => cards.map(({ build }) => build()));
}

const card = (name, words, lines = [], buttons = [], kind = "") => ({
  mark: [name, words, lines, buttons.map(({ words: w, facts }) => [w, facts])],
  build: () =>
    make(
      "section",
      { class: `card ${kind}` },
      make("p", {}, icon(name), words),
      ...lines.map(([who, what]) =>
        make("p", {}, make("span", {}, who), make("b", {}, what)),
      ),
      make(
        "div",
        {},
        ...buttons.map(({ words: w, act, facts, kind: k }) => button(w, act, facts, k)),
      ),
    ),
});

/** A round by its name, whether or not it is on the card. */
function named({ game, number }, view) {
  const known = view.rounds.find((round) => round.game === game && round.number === number);
  return roundName(known?.due ?? { game, number, owed: "normal" }, view);
}

/** One card for all that was refused for the same reason. */
function refusals(refused, state, view) {
  const groups = new Map();
  for (const report of refused) {
    const group = `${report.match} ${report.why}`;
    groups.set(group, [...(groups.get(group) ?? []), report]);
  }
  return [...groups.values()].map((group) => refusal(group, state, view));
}

function refusal(group, state, view) {
  const [{ match, why }] = group;
  const isHere = match === nameOf(state);
  // Of another match this phone knows nothing but which of its rounds it sent.
  const called = (report) =>
    isHere ? named(report, view) : named(report, { inGames: report.game > 1, rounds: [] });
  const gaps = {
    match: match.split("/").pop(),
    rounds: group.map(called).join("; "),
    why,
  };
  const key = group.map((each) => each.key).join(" ");
  return card(
    "circle-alert",
    say(isHere ? "refused" : "refused-there", gaps),
    [],
    [{ words: say("understood"), act: "dismiss", facts: { key }, kind: "quiet" }],
    "needed",
  );
}

/** The match is no longer here: nothing is entered, and nothing that was is lost. */
function left(state, why) {
  const look = { words: say("look-here"), act: "board", facts: {}, kind: "quiet" };
  const words = say("gone", { why });
  return card("circle-alert", words, [], state.board_url ? [look] : [], "needed");
}

const arrived = (state) =>
  card(
    "arrow-right",
    say("moved", { n: state.match.board }),
    [],
    [{ words: say("understood"), act: "arrived", facts: {}, kind: "quiet" }],
    "needed",
  );

/** What this phone has conceded and not sent yet. */
function taken(state, view) {
  const held = view.waiting.filter((report) => isHeld(report));
  return held.map(({ key, game, number, claim }) => {
    const result = spoken(scored(view.rule, claim));
    const undo = { words: say("undo"), act: "take-back", facts: { key }, kind: "quiet" };
    const round = named({ game, number }, view);
    return card("check", say("taken", { round, result }), [], [undo]);
  });
}

/** Another phone was quicker with a round that was being entered here. */
function early(state, view, { round, own }) {
  const facts = { game: String(round.game), number: String(round.number) };
  const gaps = { round: roundName(round.due, view), result: spoken(round) };
  const words = own
    ? say("overtaken", { ...gaps, own: spoken(own) })
    : say("overtaken-begun", gaps);
  const buttons = [{ words: say("understood"), act: "drop", facts, kind: "quiet" }];
  if (round.may_change) {
    buttons.unshift({ words: say("enter-mine"), act: "edit", facts, kind: "quiet" });
  } else if (!state.help_wanted) {
    const words_ = say("calls-the-desk");
    buttons.unshift({ words: words_, act: "help", facts: {}, kind: "quiet" });
  }
  return card("hand", words, [], buttons);
}

const ownSide = (state) => state.sides.find(({ seat }) => seat === state.seat);

/** Where another phone scores for this side, this one has nothing to enter with. */
const scoresHere = (state) => ownSide(state)?.device !== "other";

function elsewhere(state) {
  if (scoresHere(state)) return [];
  const own = ownSide(state);
  const words = say("elsewhere", { name: own.name });
  const take = { words: say("take-over"), act: "take-over", facts: {}, kind: "quiet" };
  return [card("smartphone", words, [], [take])];
}

const DIFFERS = {
  points: "differs-points",
  score: "differs-score",
  twenties: "differs-twenties",
};

/** Of all numbers those the two differ in: the others are beside them. */
function inDispute(differs, { points, score, twenties }) {
  if (differs.includes("points")) return facing(points);
  return differs.includes("score") ? facing(score) : say("made", { twenties: facing(twenties) });
}

function difference(state, view, insisted) {
  const round = view.disputed;
  if (!round) return [];
  const facts = { game: String(round.game), number: String(round.number) };
  const lines = Object.entries(round.claims ?? {}).map(([reporter, claim]) => [
    reporter === String(state.seat)
      ? say("you-said")
      : say("said", { name: state.sides[reporter]?.name ?? state.event.name }),
    spoken(scored(view.rule, claim)),
  ]);
  const theirs = state.seat === null ? null : otherWord(round, state.seat);
  const own = round.claims?.[state.seat];
  const buttons = [];
  const weigh = (word, act, claim) => {
    const gaps = { result: inDispute(round.differs ?? [], scored(view.rule, claim)) };
    buttons.push({ words: say(word, gaps), act, facts });
  };
  const insists = insisted === which(round);
  if (own && theirs && !insists) weigh("keep-mine", "insist", own);
  if (theirs) weigh("take-theirs", "accept", theirs.claim);
  if (scoresHere(state)) {
    buttons.push({
      words: say("change-head", { round: named(round, view) }),
      act: "edit",
      facts,
      kind: "quiet",
    });
  }
  if (!state.help_wanted) {
    buttons.push({ words: say("calls-the-desk"), act: "help", facts: {}, kind: "quiet" });
  }
  const numbers = (round.differs ?? []).map((what) => say(DIFFERS[what])).join(", ");
  const word = insists ? "both-insist" : "you-differ";
  const title = say(word, { round: named(round, view), numbers });
  return [card("equal-not", title, lines, buttons, "needed")];
}

function agreement(state, view) {
  const round = view.theirs;
  const theirs = round && otherWord(round, state.seat);
  if (!theirs || state.trust !== "confirm") return [];
  if (view.over !== null && state.confirms.length) return []; // the end is confirmed whole
  const facts = { game: String(round.game), number: String(round.number) };
  const result = spoken(scored(view.rule, theirs.claim));
  const name = state.sides[theirs.seat]?.name ?? state.event.name;
  const agree = say("accept", { result: facing(round.points) });
  const buttons = [{ words: agree, act: "accept", facts }];
  if (scoresHere(state)) {
    buttons.push({ words: say("differently"), act: "edit", facts }); // equal: no answer is suggested
  } else if (!state.help_wanted) {
    buttons.push({ words: say("calls-the-desk"), act: "help", facts: {}, kind: "quiet" });
  }
  const words = say("other-says", { name, round: named(round, view), result });
  return [card("hand", words, [], buttons)];
}

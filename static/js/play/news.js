// What is wanted of this phone: whose turn it is, what waits here, a word of the other side
// to agree with, a difference to settle, a report that was not taken.

import { facing, spoken } from "./draw.js";
import { button, filled, icon, make, page, part, shown, text } from "./parts.js";
import { scored } from "./rules.js";
import { nameOf, otherWord } from "./view.js";
import { say } from "./words.js";

const ICONS = {
  enter: "hand",
  accept: "hand",
  wait: "hourglass",
  differs: "equal-not",
  confirm: "flag",
  agreed: "check-check",
  ruled: "gavel",
  over: "flag",
  desk: "lock",
};

/** A difference and a word to agree with have cards of their own; one's turn is the panel's. */
const elsewhereSaid = (state, view, asked) =>
  asked ||
  state.needs_kind === "differs" ||
  (state.needs_kind === "accept" && view.theirs);

export function drawNeeds(state, view, { all, connected, lasting, asked }) {
  // Of earlier matches too: they are on this phone as well.
  const n = all.filter(({ safe }) => !safe).length;
  shown(
    part("needs"),
    !all.length && !elsewhereSaid(state, view, asked && state.needs_kind === "enter"),
  );
  const name = ICONS[state.needs_kind] ?? "hand";
  part("needs-icon").setAttribute("href", `${page.dataset.sprite}#${name}`);
  text(part("needs-says"), state.needs);
  const kept = part("kept");
  shown(kept, all.length > 0 || !connected);
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
  return n === 1 ? say("kept-one") : say("kept-many", { n });
}

/** What somebody has to decide: another phone, a difference, a report to agree with. */
export function drawNews(state, view, { refused, trouble }) {
  const cards = [
    ...refused.map((report) => refusal(report, nameOf(state))),
    ...(trouble ? [card("wifi-off", trouble)] : []),
    ...elsewhere(state),
    ...difference(state, view),
    ...agreement(state, view),
  ];
  const news = part("news");
  shown(news, cards.length > 0);
  const mark = JSON.stringify(cards.map(({ mark: its }) => its));
  filled(news, mark, () => cards.map(({ build }) => build()));
}

const card = (name, words, lines = [], buttons = [], kind = "") => ({
  mark: [name, words, lines, buttons.map(({ words: w, facts }) => [w, facts])],
  build: () =>
    make(
      "section",
      { class: `card ${kind}` },
      make("p", { class: "says" }, icon(name), words),
      ...lines.map(([who, what]) =>
        make("p", { class: "line" }, make("span", {}, who), make("b", {}, what)),
      ),
      make(
        "div",
        { class: "choices" },
        ...buttons.map(({ words: w, act, facts, kind: k }) => button(w, act, facts, k)),
      ),
    ),
});

const refusal = ({ key, match, number, why }, here) =>
  card(
    "circle-alert",
    match === here
      ? say("refused", { number, why })
      : say("refused-there", { match: match.split("/").pop(), number, why }),
    [],
    [{ words: say("understood"), act: "dismiss", facts: { key }, kind: "quiet" }],
    "needed",
  );

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

function difference(state, view) {
  const round = view.disputed;
  if (!round) return [];
  const facts = { game: String(round.game), number: String(round.number) };
  const lines = Object.entries(round.said).map(([voice, claim]) => [
    voice === String(state.seat)
      ? say("you-said")
      : say("said", { name: state.sides[voice]?.name ?? state.event.name }),
    spoken(scored(view.rule, claim)),
  ]);
  const theirs = state.seat === null ? null : otherWord(round, state.seat);
  const result = theirs && spoken(scored(view.rule, theirs.claim));
  const buttons = theirs
    ? [{ words: say("take-theirs", { result }), act: "accept", facts }]
    : [];
  if (scoresHere(state)) {
    buttons.push({
      words: say("change-round", round),
      act: "edit",
      facts,
      kind: "quiet",
    });
  }
  if (!state.help_wanted) {
    buttons.push({ words: say("calls-the-desk"), act: "help", facts: {}, kind: "quiet" });
  }
  const numbers = (round.differs ?? []).map((what) => say(DIFFERS[what])).join(", ");
  const title = say("you-differ", { number: round.number, numbers });
  return [card("equal-not", title, lines, buttons, "needed")];
}

function agreement(state, view) {
  const round = view.theirs;
  const theirs = round && otherWord(round, state.seat);
  if (!theirs || state.trust !== "confirm") return [];
  const facts = { game: String(round.game), number: String(round.number) };
  const result = spoken(scored(view.rule, theirs.claim));
  const name = state.sides[theirs.seat]?.name ?? state.event.name;
  const buttons = [
    { words: say("accept", { result: facing(round.points) }), act: "accept", facts },
  ];
  if (scoresHere(state)) {
    buttons.push({ words: say("differently"), act: "edit", facts, kind: "quiet" });
  }
  const words = say("other-says", { name, number: round.number, result });
  return [card("hand", words, [], buttons)];
}

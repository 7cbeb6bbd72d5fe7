// Draws the present state: the sides with their points, the rounds so far, and the end. It reads
// values and changes the page, nothing else.

import { isShootOut, roundWord } from "./match.js";
import { button, filled, icon, make, part, parts, seatOf, shown, text } from "./parts.js";
import { isClosed, which } from "./view.js";
import { count, say, timeOf, versus } from "./words.js";

/** The seats in the order this phone shows them: its own first. */
export const order = parts(".sides > li").map(seatOf);
export const facing = (values) => versus(order.map((seat) => values[seat]));

const nameOf = (state, seat) => state.sides[seat].name;

function shooterName(state, [seat, player]) {
  const name = nameOf(state, seat);
  const partner = state.sides[seat].players?.[player - 1];
  if (!player) return name;
  return partner ?? say("partner", { name, player });
}

/** Who of two partners shoots; where one sits alone, the mark beside the name is enough. */
export const shooters = (state, due) => ({
  first: shooterName(state, due.first),
  hammer: shooterName(state, due.hammer),
});

/** Numbers of a round as people write them: 2–0 (95–75), 20s 3–1. */
export function spoken(numbers) {
  const result = facing(numbers.points);
  const all = numbers.score
    ? say("and-counted", { result, score: facing(numbers.score) })
    : result;
  const known = numbers.twenties?.some((made) => made !== null);
  return known
    ? say("and-twenties", { result: all, twenties: facing(numbers.twenties) })
    : all;
}

/** As people call it; in a match of several games each round has its game's number. */
export const roundName = (due, { inGames }) => say(roundWord(due.owed, inGames), due);

// --- The sides ---------------------------------------------------------------------------

export function drawSides(state, view) {
  const due = view.next;
  for (const side of parts(".sides > li")) {
    const seat = seatOf(side);
    text(side.querySelector(".points"), (view.running ?? view.result)[seat]);
    drawGames(part("games", side), view, seat);
    text(part("made", side), view.twenties[seat] ?? "–");
    const first = due?.first[0] === seat;
    const hammer = due?.hammer[0] === seat;
    const shot = first ? "first" : hammer ? "hammer" : "";
    filled(part("shot", side), shot, () =>
      shot ? [icon(first ? "circle-dot" : "gavel"), say(shot)] : [],
    );
    const bar = part("course", side);
    shown(bar, view.course !== null);
    if (view.course) {
      const share = (100 * view.course.points[seat]) / view.course.to;
      part("gone", side).style.inlineSize = `${Math.min(100, share)}%`;
    }
  }
  const last = view.running && view.next.game === view.games ? say("deciding-game") : "";
  text(part("to-play"), [byGame(view), last, toPlay(view)].filter(Boolean).join(" · "));
}

/** A dot for each game a side has to win, filled for those it has won. */
function drawGames(row, { running, result, needed }, seat) {
  shown(row, running !== null);
  if (!running) return;
  row.setAttribute("aria-label", count("games-won", result[seat]));
  filled(row, `${result[seat]}/${needed}`, () =>
    Array.from({ length: needed }, (_, at) =>
      make("i", { class: at < result[seat] ? "won" : "" }),
    ),
  );
}

/** The line beneath a result in games: 5–3, 4–5. */
const byGame = ({ byGame: all, next }) =>
  all.filter((_, at) => at + 1 !== next?.game).map(facing).join(", ");

function toPlay({ next, rounds }) {
  if (!next) return "";
  if (isShootOut(next.owed)) return say("shoot-out-left");
  if (next.owed === "deciding") return say("deciding-left");
  const { ends } = next.allows;
  if (next.owed === "extra") return say("extra-left");
  if (ends.kind === "target") return say("to-go", { n: ends.points });
  const played = rounds.filter(({ game }) => game === next.game).length;
  const left = (ends.rounds ?? ends.at_most) - played;
  if (ends.kind === "lead") return say("lead-by", { n: ends.points });
  if (left < 1) return ""; // those that are left wait for this side
  return count("rounds-left", left);
}

// --- The rounds --------------------------------------------------------------------------

const MARKS = {
  here: "smartphone",
  held: "smartphone",
  safe: "hourglass",
  reported: "hourglass",
  agreed: "check",
  disputed: "equal-not",
  ruled: "gavel",
};

export function drawRounds(state, view, sent, editing) {
  const list = part("rounds");
  shown(part("rounds-part"), view.rounds.length > 0 || view.next !== null);
  const mark = JSON.stringify([view.rounds, sent, editing, state.sides, state.over]);
  filled(list, mark, () =>
    [...view.rounds].reverse().map((round) => row(state, view, round, sent)),
  );
}

function row(state, view, round, sent) {
  const facts = { game: String(round.game), number: String(round.number) };
  const time = sent[which(round)];
  const status = make(
    "span",
    { state: round.state },
    icon(MARKS[round.state]),
    statusWords(state, round),
    ...(time && !["here", "held", "safe"].includes(round.state)
      ? [` · ${say("sent", { time: timeOf(time) })}`]
      : []),
  );
  const due = round.due ?? { ...round, owed: "normal" };
  return make(
    "li",
    {},
    make("span", {}, roundName(due, view)),
    make("b", {}, round.points ? facing(round.points) : "–"),
    make("span", {}, ...rest(round)),
    status,
    ...(changeable(state, round)
      ? [
          button(
            say("change-it"),
            "edit",
            {
              ...facts,
              "aria-label": say("change-head", { round: roundName(due, view) }),
            },
            "link",
          ),
        ]
      : []),
  );
}

/** Who entered it, or who still has to confirm it. Only what two have entered is agreed. */
export function statusWords(state, round) {
  const voices = Object.keys(round.claims ?? {});
  if (round.state === "reported") {
    if (state.seat === null) return say("reported-all");
    return say(voices.includes(String(state.seat)) ? "reported" : "reported-you");
  }
  if (round.state !== "agreed" || voices.length > 1) return say(round.state);
  if (state.sides.every(({ confirmed }) => confirmed)) return say("agreed");
  if (!voices.length) return say("entered-desk");
  const [by] = voices;
  if (by === String(state.seat)) return say("entered-own");
  return say("entered-by", { name: state.sides[by]?.name ?? say("scorer") });
}

function rest({ score, twenties }) {
  const said = [];
  if (score) said.push(facing(score));
  if (twenties?.some((made) => made !== null)) said.push(say("made", { twenties: facing(twenties) }));
  return said.length ? [said.join(" · ")] : [];
}

/** Whether a change is offered: the site sends for each round whether it would take one. */
export function changeable(state, round) {
  if (isClosed(state) || round.state === "held") return false;
  if (state.sides.some(({ seat, device }) => seat === state.seat && device === "other")) {
    return false;
  }
  return Boolean(round.may_change);
}

// --- The end -----------------------------------------------------------------------------

export function drawEnd(state, view, { editing, contesting }) {
  const over = view.over !== null && !editing;
  shown(part("end"), over);
  if (!over) return;
  const { winner } = view.over;
  const own = state.sides.find(({ seat }) => seat === state.seat);
  text(part("end-says"), endWords(state, winner));
  const large = view.result;
  drawLarge(state, large);
  const done = own ? own.confirmed : state.sides.every(({ confirmed }) => confirmed);
  const unsent = view.waiting.length > 0;
  const notes = [byGame(view), done ? say("confirmed") : "", unsent ? say("confirm-first") : ""];
  text(part("end-more"), notes.filter(Boolean).join(" "));
  const asked = unsent || view.disputed ? [] : toConfirm(state);
  const choices = contesting
    ? contested(state, view)
    : asked.map(({ words, facts }) => ({
        words: say(words, { ...facts, result: facing(large) }),
        act: "confirm",
        facts,
      }));
  if (!contesting && !isClosed(state) && !view.disputed && !unsent) {
    const no = asked.length ? "not-right" : "wrong-after-all";
    choices.push({ words: say(no), act: "contest" });
  }
  text(part("contest-says"), contesting ? contestWords(state, view) : "");
  filled(part("confirm"), JSON.stringify(choices), () =>
    choices.map(({ words, act, facts = {} }) => {
      const kind = act === "confirm" ? "large" : "large quiet";
      return button(words, act, facts, asked.length && !contesting ? kind : "quiet");
    }),
  );
  const next = part("next-for-me");
  shown(next, !unsent);
  next.classList.toggle("quiet", asked.length > 0 || Boolean(view.disputed));
  shown(part("next-on-board"), !unsent && Boolean(state.board_url));
}

/** The result in large; of more than two sides as a table, the best first. */
function drawLarge(state, result) {
  const two = result.length === 2;
  text(part("large"), two ? facing(result) : "");
  const best = two ? [] : [...order].sort((a, b) => result[b] - result[a]);
  filled(part("table"), JSON.stringify([result, best]), () =>
    best.map((seat) => sideRow(state.sides[seat], result[seat])),
  );
}

function sideRow({ letter, name }, points) {
  const disc = { class: `disc ${letter.toLowerCase()}`, "aria-hidden": "true" };
  return make(
    "tr",
    {},
    make("td", {}, make("span", disc, letter)),
    make("th", {}, name),
    make("td", {}, points),
  );
}

/** Where a No leads: the round that was different, the desk, or back. */
function contested(state, view) {
  const own = view.rounds.filter((round) => changeable(state, round));
  const rounds = own.map((round) => ({
    words: say("contest-round", { round: roundName(round.due, view), result: spoken(round) }),
    act: "edit",
    facts: { game: String(round.game), number: String(round.number) },
  }));
  return [
    ...rounds,
    ...(state.help_wanted ? [] : [{ words: say("contest-desk"), act: "help" }]),
    { words: say("right-after-all"), act: "contest" },
  ];
}

/** What a No is asked, or why it cannot be answered on this phone. */
function contestWords(state, view) {
  if (state.help_wanted) return say("help-coming");
  const own = view.rounds.some((round) => changeable(state, round));
  return say(own ? "contest-says" : "contest-none");
}

/** Who may say here that this is how it ended: this phone's side, or each one at a tablet. */
function toConfirm({ confirms, way, sides }) {
  if (way !== "kiosk") return confirms.length ? [{ words: "confirm", facts: {} }] : [];
  return confirms.map((seat) => ({
    words: "confirm-as",
    facts: { seat: String(seat), name: sides[seat].name },
  }));
}

function endWords(state, winner) {
  if (winner === null) return say(state.needs_kind === "over" ? "over-nobody" : "over-tie");
  if (winner === state.seat) return say("over-own");
  return say("over-won", { name: nameOf(state, winner) });
}

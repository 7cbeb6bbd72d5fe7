// Draws what stands: the sides with their points, the rounds so far, and the end. It reads
// values and changes the page, nothing else.

import { isShootOut } from "./match.js";
import { button, filled, icon, make, part, parts, seatOf, shown, text } from "./parts.js";
import { isClosed } from "./view.js";
import { say, timeOf, versus } from "./words.js";

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

/** Who of two partners shoots; where one sits alone, the mark beside the name says it all. */
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

export function roundName(due, only = true) {
  if (isShootOut(due.owed)) return say(due.owed, { shots: due.allows.shots });
  if (due.owed === "deciding") return say("deciding");
  if (due.game > 1 || !only) return say("round-of-game", due);
  return say("round", due);
}

// --- The sides ---------------------------------------------------------------------------

export function drawSides(state, view) {
  const due = view.next;
  for (const side of parts(".sides > li")) {
    const seat = seatOf(side);
    const points = view.games?.[seat] ?? view.points[seat];
    text(side.querySelector(".points"), points);
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
  text(part("to-play"), toPlay(view));
}

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
  return left === 1 ? say("rounds-left-one") : say("rounds-left", { n: left });
}

// --- The rounds --------------------------------------------------------------------------

const MARKS = {
  here: "smartphone",
  safe: "hourglass",
  reported: "hourglass",
  agreed: "check",
  disputed: "equal-not",
  ruled: "gavel",
};

export function drawRounds(state, view, sent, editing) {
  const list = part("rounds");
  shown(part("rounds-part"), view.rounds.length > 0 || view.next !== null);
  const mark = JSON.stringify([view.rounds, sent, editing, state.trust, state.over]);
  filled(list, mark, () =>
    [...view.rounds].reverse().map((round) => row(state, view, round, sent)),
  );
}

function row(state, view, round, sent) {
  const facts = { game: String(round.game), number: String(round.number) };
  const time = sent[`${round.game}.${round.number}`];
  const status = make(
    "span",
    { class: `is ${round.state}` },
    icon(MARKS[round.state]),
    say(round.state),
    ...(time && !["here", "safe"].includes(round.state)
      ? [` · ${say("sent", { time: timeOf(time) })}`]
      : []),
  );
  const due = round.due ?? { ...round, owed: "normal" };
  return make(
    "li",
    {},
    make("span", { class: "which" }, roundName(due)),
    make("b", { class: "came-to" }, round.points ? facing(round.points) : "–"),
    make("span", { class: "rest" }, ...rest(round)),
    status,
    ...(changeable(state, round)
      ? [
          button(
            say("change-it"),
            "edit",
            {
              ...facts,
              "aria-label": say("change-round", round),
            },
            "link",
          ),
        ]
      : []),
  );
}

function rest({ score, twenties }) {
  const said = [];
  if (score) said.push(facing(score));
  if (twenties?.some((made) => made !== null)) said.push(`20s ${facing(twenties)}`);
  return said.length ? [said.join(" · ")] : [];
}

/** Whether it makes sense to offer a change; the site has the last word. */
function changeable(state, round) {
  if (isClosed(state) || round.state === "ruled") return false;
  if (state.sides.some(({ seat, device }) => seat === state.seat && device === "other")) {
    return false;
  }
  if (round.state !== "agreed") return true;
  const settled = state.sides.every(({ confirmed }) => confirmed);
  return state.trust === "first" && !settled;
}

// --- The end -----------------------------------------------------------------------------

export function drawEnd(state, view, editing) {
  const over = view.over !== null && !editing;
  shown(part("end"), over);
  if (!over) return;
  const { winner } = view.over;
  const own = state.sides.find(({ seat }) => seat === state.seat);
  text(part("end-says"), endWords(state, winner));
  const large = view.games ?? view.points;
  text(part("large"), facing(large));
  const more = view.games ? facing(view.points) : "";
  const done = own ? own.confirmed : state.sides.every(({ confirmed }) => confirmed);
  const unsent = view.waiting.length > 0;
  const notes = [more, done ? say("confirmed") : "", unsent ? say("confirm-first") : ""];
  text(part("end-more"), notes.filter(Boolean).join(" "));
  const asked = unsent || view.disputed ? [] : toConfirm(state);
  filled(part("confirm"), JSON.stringify([asked, large]), () =>
    asked.map(({ words, facts }) =>
      button(say(words, { ...facts, result: facing(large) }), "confirm", facts, "big"),
    ),
  );
  const next = part("next-for-me");
  shown(next, !unsent);
  next.classList.toggle("quiet", asked.length > 0);
  shown(part("next-on-board"), !unsent && Boolean(state.board_url));
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

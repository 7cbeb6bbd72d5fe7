// What the page shows: the site's last state of the match, with what this phone has entered
// since laid over it. Plain values; nothing here knows of the page.

import { course, isShootOut, sheetOf, standing } from "./match.js";
import { scored } from "./rules.js";

export const nameOf = (match) => `${match.event.slug}/${match.match.number}`;
/** A round by its name: "1.3" is the third of the first game. */
export const which = ({ game, number }) => `${game}.${number}`;

/** How long what concedes something can be taken back before it is sent. */
export const TAKEN_BACK = 10_000;

/** Whether a report still waits for its sender to think better of it. */
export const isHeld = ({ after }, now = Date.now()) =>
  after > now && after <= now + TAKEN_BACK;

/**
 * The match as this phone knows it. `waiting` are its reports the site has not answered for.
 */
export function look(state, waiting) {
  const rule = sheetOf(state.format);
  const mine = waiting.filter(({ match }) => match === nameOf(state));
  const rounds = new Map(state.rounds.map((round) => [which(round), { ...round }]));
  for (const report of mine) {
    const { game, number, seat, claim, safe } = report;
    const known = rounds.get(`${game}.${number}`);
    const numbers = scored(rule, claim);
    rounds.set(`${game}.${number}`, {
      game,
      number,
      claims: {},
      ...known,
      ...numbers,
      discs: claim.discs ?? null,
      state: safe ? "safe" : isHeld(report) ? "held" : "here",
      by: seat,
      hidden: false,
      may_change: true,
    });
  }
  const sorted = [...rounds.values()].sort(
    (a, b) => a.game - b.game || a.number - b.number,
  );
  // What follows on a round this phone is not shown is not known either.
  const unknown = sorted.findIndex(({ hidden }) => hidden);
  const known = unknown < 0 ? sorted : sorted.slice(0, unknown);
  const counting = known.filter(({ points }) => points);
  const at = standing(
    state.format,
    counting.map(({ points }) => points),
    state.first,
  );
  // The desk may end a match before its last round, and give other points for it.
  const ended = at.over || mine.length ? null : state.over;
  counting.forEach((round, index) => Object.assign(round, { due: at.rounds[index] }));
  return {
    rule,
    waiting: mine,
    rounds: sorted,
    result: ended ? state.sides.map(({ result }) => result) : at.result,
    byGame: ended ? toldByGame(state.sides) : at.byGame,
    running: ended || at.over || !at.inGames ? null : ofGame(at, rule.players.length),
    inGames: at.inGames,
    games: at.most,
    needed: Math.floor(at.most / 2) + 1,
    twenties: made(sorted, rule.players.length),
    next: ended ? null : at.next,
    over: ended ?? at.over,
    course: ended ? null : wayToGo(at, rule.players.length),
    ...attention(state, sorted),
  };
}

/** The 20s of every side, where each round has them. A shoot-out is apart. */
function made(rounds, sides) {
  const counted = rounds.filter(({ due }) => due && !isShootOut(due.owed));
  return Array.from({ length: sides }, (_, seat) => {
    const all = counted.map(({ twenties }) => twenties?.[seat] ?? null);
    return all.includes(null) ? null : all.reduce((sum, each) => sum + each, 0);
  });
}

/** The points of each game, as the site has them. */
const toldByGame = (sides) =>
  sides[0].by_game.map((_, game) => sides.map(({ by_game }) => by_game[game]));

/** The points of the game that is being played. */
function ofGame({ rounds, next }, sides) {
  const running = rounds.filter(({ game }) => game === next?.game);
  return Array.from({ length: sides }, (_, seat) =>
    running.reduce((sum, { points }) => sum + points[seat], 0),
  );
}

/** How far each side is on its way, where the game is run to a number. */
function wayToGo(at, sides) {
  const rule = at.next?.allows;
  const to = rule && course(rule);
  if (!to) return null;
  const points = ofGame(at, sides);
  const behind = rule.ends.kind === "lead" ? Math.min(...points) : 0;
  return { to, points: points.map((each) => Math.min(each - behind, to)) };
}

/** Phones write nothing: it is the desk's to enter, or the desk has ended it. */
export const isClosed = ({ needs_kind }) => ["desk", "over"].includes(needs_kind);

const hasEntered = (round, seat) => round.claims?.[seat] !== undefined;

/** Which rounds want something of this phone's side. */
function attention(state, rounds) {
  const { seat } = state;
  const open = rounds.filter(({ state: is }) => is === "reported");
  return {
    disputed: rounds.find(({ state: is }) => is === "disputed") ?? null,
    /** The other side has entered it and waits for this one. */
    theirs: seat === null ? null : (open.find((round) => !hasEntered(round, seat)) ?? null),
    /** This side has entered it and waits for the other. */
    ours: open.find((round) => seat === null || hasEntered(round, seat)) ?? null,
    ruled: rounds.findLast?.(({ state: is }) => is === "ruled") ?? null,
  };
}

/** What the others say of a round, where all of them say the same. */
export function otherWord(round, seat) {
  const others = Object.entries(round.claims ?? {}).filter(
    ([reporter]) => reporter !== String(seat),
  );
  const words = new Set(others.map(([, claim]) => JSON.stringify(claim)));
  if (words.size !== 1) return null;
  const [[who, claim]] = others;
  return { seat: who === "null" ? null : Number(who), claim };
}

/** In which numbers two words of a round differ. What is not entered differs in nothing: the
    same as in leagues/reads/phones/report_merge.py, and a test holds the two to each other. */
export function differs(one, two) {
  const found = [];
  const known = (value) => value !== null && value !== undefined;
  const apart = (a, b) => a.some((value, at) => value !== b[at]);
  if (apart(one.points, two.points)) found.push("points");
  if (one.score && two.score && apart(one.score, two.score)) found.push("score");
  const made = [one.twenties ?? [], two.twenties ?? []];
  if (made[0].some((n, at) => known(n) && known(made[1][at]) && n !== made[1][at])) {
    found.push("twenties");
  }
  return found;
}

/** How the site expects a round to be entered where the player hasn't chosen. */
export function wayFor(state, chosen, rule) {
  const ways = state.entries?.length ? state.entries : ["result", "discs", "totals"];
  if (ways.includes(chosen)) return chosen;
  if (ways.includes(state.entry)) return state.entry;
  return rule.pays.kind === "difference" ? "totals" : ways[0];
}

// What the page shows: what the site last said of the match, with what this phone has entered
// since laid over it. Plain values; nothing here knows of the page.

import { course, isShootOut, sheetOf, standing } from "./match.js";
import { scored } from "./rules.js";

export const nameOf = (match) => `${match.event.slug}/${match.match.number}`;
const which = ({ game, number }) => `${game}.${number}`;

/**
 * The match as this phone knows it. `waiting` are its reports the site has not answered for.
 */
export function look(state, waiting) {
  const rule = sheetOf(state.format);
  const mine = waiting.filter(({ match }) => match === nameOf(state));
  const rounds = new Map(state.rounds.map((round) => [which(round), { ...round }]));
  for (const { game, number, seat, claim, safe } of mine) {
    const known = rounds.get(`${game}.${number}`);
    const numbers = scored(rule, claim);
    rounds.set(`${game}.${number}`, {
      game,
      number,
      said: known?.said ?? {},
      ...known,
      ...numbers,
      discs: claim.discs ?? null,
      state: safe ? "safe" : "here",
      by: seat,
    });
  }
  const sorted = [...rounds.values()].sort(
    (a, b) => a.game - b.game || a.number - b.number,
  );
  const counting = sorted.filter(({ points }) => points);
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
    points: ended ? state.sides.map(({ points }) => points) : at.points,
    twenties: made(sorted, rule.players.length),
    next: ended ? null : at.next,
    over: ended ?? at.over,
    games: ended ? null : gamesWon(at, rule.players.length),
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

/** Games won by every side, where a match has several. */
function gamesWon(at, sides) {
  if (at.games < 2) return null;
  const won = Array(sides).fill(0);
  for (let game = 1; game <= at.games; game += 1) {
    const is = at.rounds.filter((round) => round.game === game);
    if (game === at.next?.game) continue;
    const points = won.map((_, seat) =>
      is.reduce((sum, round) => sum + round.points[seat], 0),
    );
    const best = Math.max(...points);
    if (points.filter((each) => each === best).length === 1)
      won[points.indexOf(best)] += 1;
  }
  return won;
}

/** How far each side is on its way, where the game is run to a number. */
function wayToGo(at, sides) {
  const rule = at.next?.allows;
  const to = rule && course(rule);
  if (!to) return null;
  const running = at.rounds.filter(({ game }) => game === at.next.game);
  const points = Array.from({ length: sides }, (_, seat) =>
    running.reduce((sum, round) => sum + round.points[seat], 0),
  );
  const behind = rule.ends.kind === "lead" ? Math.min(...points) : 0;
  return { to, points: points.map((each) => Math.min(each - behind, to)) };
}

/** Phones write nothing: it is the desk's to enter, or the desk has ended it. */
export const isClosed = ({ needs_kind }) => ["desk", "over"].includes(needs_kind);

const heard = (round, seat) => round.said?.[seat] !== undefined;

/** Which rounds want something of this phone's side. */
function attention(state, rounds) {
  const { seat } = state;
  const open = rounds.filter(({ state: is }) => is === "reported");
  return {
    disputed: rounds.find(({ state: is }) => is === "disputed") ?? null,
    /** The other side has entered it and waits for this one. */
    theirs: seat === null ? null : (open.find((round) => !heard(round, seat)) ?? null),
    /** This side has entered it and waits for the other. */
    ours: open.find((round) => seat === null || heard(round, seat)) ?? null,
    ruled: rounds.findLast?.(({ state: is }) => is === "ruled") ?? null,
  };
}

/** What the other side, or whoever spoke, said of a round. */
export function otherWord(round, seat) {
  const [who, claim] =
    Object.entries(round.said ?? {}).find(([voice]) => voice !== String(seat)) ?? [];
  return claim ? { seat: who === "null" ? null : Number(who), claim } : null;
}

/** How the site expects a round to be entered where nobody chose. */
export function wayFor(state, chosen, rule) {
  const ways = state.entries?.length ? state.entries : ["result", "discs", "totals"];
  if (ways.includes(chosen)) return chosen;
  if (ways.includes(state.entry)) return state.entry;
  return rule.pays.kind === "difference" ? "totals" : ways[0];
}

// A round while it is being entered: what was tapped so far, one act after the other, so that
// each can be undone. Plain values; nothing here knows of the page.

import { counted, pointsFor, reach, total } from "./rules.js";

const KEPT = 80; // acts that can be undone

export const empty = (sides) => ({
  winner: null, // a seat, or -1 for a tie
  margin: "",
  places: Array(sides).fill(0),
  twenties: Array(sides).fill(0),
  totals: Array(sides).fill(""),
  discs: [], // {seat, zone, at}
  active: 0,
  acts: [],
});

/** The draft of a round that was entered already, to change it. */
export function fromClaim(claim, sides) {
  const draft = empty(sides);
  const twenties = claim.twenties ?? claim.discs?.map((zones) => zones[0]);
  if (twenties) draft.twenties = twenties.map((made) => made ?? 0);
  if (claim.discs) {
    draft.discs = claim.discs.flatMap((zones, seat) =>
      zones.flatMap((discs, zone) =>
        Array.from({ length: discs }, () => ({ seat, zone })),
      ),
    );
    draft.totals = claim.discs.map((zones) => String(total(zones)));
  }
  if (claim.score) draft.totals = claim.score.map(String);
  if (claim.points) {
    const best = Math.max(...claim.points);
    const ahead = claim.points.filter((points) => points === best);
    draft.winner = ahead.length === 1 ? claim.points.indexOf(best) : -1;
    draft.margin = String(best - Math.min(...claim.points));
    const order = [...claim.points].sort((a, b) => b - a);
    draft.places = claim.points.map((points) => order.indexOf(points) + 1);
  }
  return draft;
}

/** The draft after one more act; undo goes back to before it. */
export function acted(draft, change) {
  const { acts, ...before } = draft;
  return { ...before, ...change, acts: [...acts.slice(-KEPT), before] };
}

export function undone(draft) {
  const before = draft.acts.at(-1);
  return before ? { ...before, acts: draft.acts.slice(0, -1) } : draft;
}

const withAt = (list, index, value) =>
  list.with?.(index, value) ?? list.map((old, at) => (at === index ? value : old));

export function stepped(draft, seat, by, most) {
  const made = Math.min(Math.max(draft.twenties[seat] + by, 0), most);
  return made === draft.twenties[seat]
    ? draft
    : acted(draft, { twenties: withAt(draft.twenties, seat, made) });
}

export const finished = (draft, seat, place) =>
  acted(draft, { places: withAt(draft.places, seat, place) });

/** What a key makes of a number on the keypad, at most three digits. */
export function typed(number, key, most) {
  if (key === "back") return number.slice(0, -1);
  if (key === "less" || key === "more") {
    const fives = Math.floor(Number(number) / 5) * 5;
    const stepped = key === "more" ? fives + 5 : fives - 5;
    return String(Math.min(Math.max(stepped, 0), most));
  }
  const longer = String(Number(number + key));
  return Number(longer) > most ? number : longer;
}

export const withTotal = (draft, seat, text) =>
  acted(draft, { totals: withAt(draft.totals, seat, text) });

export const placed = (draft, seat, zone, at) =>
  acted(draft, { discs: [...draft.discs, { seat, zone, at }] });

export function takenAway(draft, seat, zone) {
  const last = draft.discs.findLastIndex
    ? draft.discs.findLastIndex((disc) => disc.seat === seat && disc.zone === zone)
    : draft.discs
        .map((disc) => disc.seat === seat && disc.zone === zone)
        .lastIndexOf(true);
  return last < 0
    ? draft
    : acted(draft, { discs: draft.discs.filter((_, index) => index !== last) });
}

/** 20s, 15s, 10s and 5s of every side. */
export function zones(draft, sides) {
  const all = Array.from({ length: sides }, () => [0, 0, 0, 0]);
  for (const { seat, zone } of draft.discs) all[seat][zone] += 1;
  return all;
}

const isTotal = (text) => text !== "" && Number(text) % 5 === 0;

/**
 * Why a number on the keypad cannot be: it is not in fives, and no digit more would mend it.
 * As [a word of the page, what to put into it]; null where there is nothing to say yet.
 */
export function notInFives(draft, way, rule) {
  const most_ = most(rule);
  const whole = draft.totals.every(Boolean);
  const isDone = (text) => 10 * Number(text) > most_;
  if (way === "result") {
    const { margin, winner } = draft;
    const isAsked = rule.pays.kind === "difference" && winner >= 0;
    const wrong = isAsked && isDone(margin) && Number(margin) % 5;
    return wrong ? ["margin-in-fives", { n: margin }] : null;
  }
  const seat = draft.totals.findIndex(
    (text, at) =>
      text !== "" && !isTotal(text) && (whole || at !== draft.active || isDone(text)),
  );
  if (way !== "totals" || seat < 0) return null;
  return ["in-fives", { seat, n: draft.totals[seat] }];
}

/** The draft's claim for the round, as it is sent; null while something is missing. */
export function claimOf(draft, way, due, rule) {
  const sides = rule.players.length;
  if (due.allows?.shots) return { points: [...draft.twenties] };
  if (way === "discs") {
    const all = zones(draft, sides);
    return all.some(counted) ? { discs: all } : null;
  }
  const { twenties } = draft;
  if (way === "totals") {
    return draft.totals.every(isTotal)
      ? { score: draft.totals.map(Number), twenties }
      : null;
  }
  const points = resultOf(draft, rule);
  return points && { points, twenties };
}

function resultOf(draft, rule) {
  if (rule.players.length > 2) {
    const ranks = draft.places;
    if (!ranks.every(Boolean)) return null;
    return pointsFor(
      rule,
      ranks.map((place) => ranks.length - place),
    );
  }
  if (draft.winner === null) return null;
  const ahead = rule.players.map((_, seat) => Number(seat === draft.winner));
  if (rule.pays.kind !== "difference") return pointsFor(rule, ahead);
  if (draft.winner < 0) return [0, 0];
  const margin = Number(draft.margin);
  return margin > 0 && margin % 5 === 0 ? ahead.map((won) => won * margin) : null;
}

/** Whether anything was tapped. */
export const begun = (draft) => draft.acts.length > 0;

/** The most one side can count. */
export const most = (rule) => reach(rule.discs, null)[1];

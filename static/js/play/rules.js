// What a round is worth, and why it cannot have happened: the same as scoring/payouts.py and
// scoring/score.py, so that a phone without a network judges as the server will.
// A test holds the two to each other.

const leaders = (values) => {
  const best = Math.max(...values);
  return values.flatMap((value, seat) => (value === best ? [seat] : []));
};

/** The one seat ahead of all others; null when the first place is shared. */
export const leader = (values) => {
  const ahead = leaders(values);
  return ahead.length === 1 ? ahead[0] : null;
};

const PAYS = {
  "match-points": (scores) => {
    const most = Math.max(...scores);
    const least = Math.min(...scores);
    return scores.map((score) => 1 + (score === most) - (score === least));
  },
  difference: (scores) => scores.map((score) => score - Math.min(...scores)),
  "three-sides": (scores, pays) => {
    const [best, second, last] = [...scores].sort((a, b) => b - a);
    if (best === last) return scores.map(() => pays.three_level);
    if (best === second) {
      return scores.map((score) => (score === best ? pays.two_level_for_first : 0));
    }
    if (second === last) {
      return scores.map((score) => (score === best ? 2 : pays.two_level_for_second));
    }
    return scores.map((score) => [last, second, best].indexOf(score));
  },
  places: (scores, pays) => {
    const order = [...scores].sort((a, b) => b - a);
    return scores.map((score) => {
      const first = order.indexOf(score);
      const level = order.filter((other) => other === score).length;
      const shared = pays.by_place.slice(first, first + level);
      return Math.floor(shared.reduce((sum, each) => sum + each, 0) / level);
    });
  },
};

/** The points a round pays for these totals. */
export const pointsFor = (rule, scores) => PAYS[rule.pays.kind](scores, rule.pays);

/** What one side counted: 20s, 15s, 10s and 5s. */
export const total = ([twenties, fifteens, tens, fives]) =>
  20 * twenties + 15 * fifteens + 10 * tens + 5 * fives;

export const counted = (zones) => zones.reduce((sum, discs) => sum + discs, 0);

/** Points, totals and 20s of a claim, as far as it knows them. */
export function scored(rule, claim) {
  if (claim.discs) {
    const score = claim.discs.map(total);
    const twenties = claim.discs.map((zones) => zones[0]);
    return { points: pointsFor(rule, score), score, twenties };
  }
  const unknown = rule.players.map(() => null);
  const twenties = claim.twenties ?? unknown;
  if (claim.score) {
    return { points: pointsFor(rule, claim.score), score: claim.score, twenties };
  }
  return { points: claim.points, score: null, twenties };
}

/** The least and the most one side can have counted with this number of discs in the hole. */
export const reach = (discs, twenties) =>
  twenties === null || twenties === undefined
    ? [0, 20 * discs]
    : [20 * twenties, 20 * twenties + 15 * (discs - twenties)];

/**
 * Why these numbers cannot be, as [a word of the page, what to put into it];
 * null where they can.
 */
export function fault(rule, claim) {
  const { points, score, twenties } = scored(rule, claim);
  for (const seat of points.keys()) {
    if (claim.discs && counted(claim.discs[seat]) > rule.discs) {
      return ["too-many-discs", { seat, discs: rule.discs }];
    }
    if (twenties[seat] > rule.discs) {
      return ["too-many-twenties", { seat, discs: rule.discs }];
    }
    if (score && !claim.discs) {
      const [least, most] = reach(rule.discs, twenties[seat]);
      if (score[seat] % 5 || score[seat] < least || score[seat] > most) {
        return ["out-of-reach", { seat, least, most, twenties: twenties[seat] ?? 0 }];
      }
    }
  }
  return score ? null : outOfOrder(rule, points, twenties);
}

/** A side whose 20s alone are out of another's reach cannot be paid less than the other. */
function outOfOrder(rule, points, twenties) {
  for (const seat of points.keys()) {
    for (const other of points.keys()) {
      const [least] = reach(rule.discs, twenties[seat] ?? 0);
      const [, most] = reach(rule.discs, twenties[other]);
      const behind = points[seat] < points[other] && least >= most;
      const level = points[seat] === points[other] && least > most;
      if (behind || level) return ["out-of-order", { seat, other, least, most }];
    }
  }
  return null;
}

/**
 * Who has more 20s in a game than 99 of 100 sides: worth a second look, never refused.
 * `before` holds the 20s of the game's earlier rounds.
 */
export function unusual(rule, before, claim) {
  if (rule.unusual_twenties === null) return null;
  const rounds = [...before, scored(rule, claim).twenties];
  for (const seat of rule.players.keys()) {
    const twenties = rounds.reduce((sum, made) => sum + (made?.[seat] ?? 0), 0);
    if (4 * twenties > rule.unusual_twenties * Math.max(4, rounds.length)) {
      return ["unusual", { seat, twenties }];
    }
  }
  return null;
}

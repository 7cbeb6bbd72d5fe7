// The score of a match after its rounds: the same as scoring/matches and scoring/game_end.py, so
// that a phone without a network knows what is owed next. A test plays thousands of matches
// of every format on both and compares.
//
// A format is what the server keeps of it, by kind. A round is a list of points, one a seat;
// in a shoot-out the 20s made.

import { leader } from "./rules.js";

const over = (winner, by) => ({ winner, by });
const owes = (game, kind, allows) => ({ game, kind, allows });
const sum = (rounds, sides) =>
  rounds.reduce(
    (total, points) => total.map((value, seat) => value + points[seat]),
    Array(sides).fill(0),
  );
const second = (values) => [...values].sort((a, b) => b - a)[1];

// --- One game ----------------------------------------------------------------------------

const WHEN_LEVEL = {
  "tie-stands": { owes: () => null, by: "level" },
  "deciding-round": {
    owes: (extra, level) => (level ? "deciding" : null),
    by: "deciding-round",
  },
  "even-rounds": {
    owes: (extra, level) => (level || extra % 2 ? "extra" : null),
    by: "extra-rounds",
  },
};

/** The verdict on a game that has run its distance and this number of extra rounds. */
function past(ends, ahead, extra, by) {
  const rule = WHEN_LEVEL[ends.when_level.kind];
  const owed = rule.owes(extra, ahead === null);
  if (owed) return owed;
  if (ahead === null) return over(null, "level");
  return over(ahead, extra ? rule.by : by);
}

const ENDS = {
  "fixed-rounds": (ends, rounds, sides) => {
    const extra = rounds.length - ends.rounds;
    return extra < 0 ? "normal" : past(ends, leader(sum(rounds, sides)), extra, "points");
  },
  target: (ends, rounds, sides) => {
    const distance = ends.points - (ends.points % 2);
    let played = 0;
    let points = Array(sides).fill(0);
    for (const round of rounds) {
      played += 1;
      points = sum([points, round], sides);
      const ahead = leader(points);
      const most = Math.max(...points);
      if (ahead === null && most >= distance) {
        const now = leader(sum(rounds, sides));
        return past(ends, now, rounds.length - played, "target");
      }
      if (ahead !== null && most >= ends.points) return over(ahead, "target");
    }
    return "normal";
  },
  lead: (ends, rounds, sides) => {
    if (rounds.length < ends.at_least) return "normal";
    const points = sum(rounds, sides);
    const ahead = leader(points);
    if (Math.max(...points) - second(points) >= ends.points) return over(ahead, "lead");
    const extra = rounds.length - ends.at_most;
    return extra < 0 ? "normal" : past(ends, ahead, extra, "points");
  },
};

/** Why one more round is owed in a game, as a word, or how it ended. */
const judgeGame = (rule, rounds) =>
  ENDS[rule.ends.kind](rule.ends, rounds, rule.players.length);

// --- A match -----------------------------------------------------------------------------

/** The sheet its games are played by: who sits, who shoots, how a round pays. */
export const sheetOf = (format) => format.rule ?? sheetOf(format.parts[0]);
const swaps = (format) =>
  format.parts ? swaps(format.parts[0]) : format.next_game === "swaps";

const JUDGES = {
  "single-game": (format, games) => {
    const verdict = judgeGame(format.rule, games[0] ?? []);
    return typeof verdict === "string" ? owes(1, verdict, format.rule) : verdict;
  },
  "best-of": (format, games) => {
    const verdict = bestOf(format, games);
    if (format.stop_when_settled && verdict.game && verdict.game === games.length) {
      return foregone(format, games) ?? verdict;
    }
    return verdict;
  },
  "pairs-of-rounds": (format, games) => {
    const rounds = games[0] ?? [];
    const pairs = Math.floor(rounds.length / 2);
    for (let pair = 0; pair < pairs; pair += 1) {
      const both = rounds.slice(2 * pair, 2 * pair + 2);
      const ahead = leader(sum(both, format.rule.players.length));
      if (ahead !== null) return over(ahead, "extra-rounds");
    }
    if (pairs === format.at_most) return over(null, "level");
    return owes(1, "extra", format.rule);
  },
  "shoot-out": (format, games) => {
    const rounds = games[0] ?? [];
    if (!rounds.length) return owes(1, "shoot-out", { shots: format.shots });
    for (const [number, made] of rounds.entries()) {
      const ahead = leader(made);
      if (ahead !== null) return over(ahead, number ? "sudden-death" : "shoot-out");
    }
    return owes(1, "sudden-death", { shots: 1 });
  },
  "until-decided": (format, games) => {
    let before = 0;
    for (const part of format.parts) {
      const { used, verdict } = playedBy(part, games.slice(before));
      if (verdict.game) return { ...verdict, game: before + verdict.game };
      if (verdict.winner !== null) return verdict;
      before += used;
    }
    return over(null, "level");
  },
};

const judge = (format, games) => JUDGES[format.kind](format, games);

const ruleOf = (format, number) =>
  format.last_game && number === format.games ? format.last_game : format.rule;

function bestOf(format, games) {
  const won = format.rule.players.map(() => 0);
  for (const [index, rounds] of games.entries()) {
    const number = index + 1;
    const rule = ruleOf(format, number);
    const verdict = judgeGame(rule, rounds);
    if (typeof verdict === "string") return owes(number, verdict, rule);
    if (verdict.winner !== null) won[verdict.winner] += 1;
    const best = Math.max(...won);
    if (best - second(won) > format.games - number) {
      return over(won.indexOf(best), "games");
    }
  }
  if (games.length === format.games) return over(null, "level");
  const number = games.length + 1;
  return owes(number, "normal", ruleOf(format, number));
}

/** The outcome if the match is won even when the others win every round left in this game. */
function foregone(format, games) {
  const ended = format.rule.players.map((_, seat) => ifSwept(format, games, seat));
  const same = ended.every(
    (one) => one && one.winner === ended[0].winner && one.by === ended[0].by,
  );
  return same ? ended[0] : null;
}

/** How the match ends if this side wins every round left in the running game. */
function ifSwept(format, games, seat) {
  const before = games.slice(0, -1);
  let running = games.at(-1);
  const sweep = bestRound(ruleOf(format, games.length), seat);
  for (;;) {
    const verdict = bestOf(format, [...before, running]);
    if (!verdict.game) return verdict.winner === null ? null : verdict;
    if (verdict.game > games.length) return null;
    running = [...running, sweep];
  }
}

/** The best that one round can do for a side: the most ahead of the best of the others. */
function bestRound(rule, seat) {
  const { pays } = rule;
  const alone = {
    "match-points": 2,
    difference: 20 * rule.discs,
    "three-sides": 2,
    places: pays.by_place?.[0],
  }[pays.kind];
  const shared = pays.kind === "places" ? levelBehind(pays.by_place, rule) : 0;
  const others = pays.kind === "three-sides" ? pays.two_level_for_second : shared;
  return rule.players.map((_, each) => (each === seat ? alone : others));
}

/** What the others get each when they are all tied behind one side. */
const levelBehind = (byPlace, rule) => {
  const behind = byPlace.slice(1, rule.players.length);
  return behind.reduce((all, points) => all + points, 0) / behind.length;
};

/** How many of these games belong to this part of a match, and its score. */
function playedBy(part, games) {
  for (let used = 0; used < games.length; used += 1) {
    const verdict = judge(part, games.slice(0, used));
    if (!verdict.game) return { used, verdict };
  }
  return { used: games.length, verdict: judge(part, games) };
}

// --- Who shoots --------------------------------------------------------------------------

/** Every turn once around the board: [seat, player], player 0 where one sits alone. */
function cycle(players) {
  const turns = [];
  for (let turn = 0; turn < Math.max(...players); turn += 1) {
    for (const [seat, many] of players.entries()) {
      turns.push([seat, many > 1 ? (turn % many) + 1 : 0]);
    }
  }
  return turns;
}

const MOVES = {
  alternate: (opening, rounds, sides) => (opening + rounds) % sides,
  clockwise: (opening, rounds) => opening + rounds,
  "last-starts": (opening, rounds) => opening - rounds,
};

/** Who shoots first and who has the hammer in this turn of the match, counted from 1. */
function shooters(rule, opening, turn) {
  const turns = cycle(rule.players);
  const sides = rule.players.length;
  const place = MOVES[rule.moves.kind](opening, turn - 1, sides);
  const start = ((place % turns.length) + turns.length) % turns.length;
  return { first: turns[start], hammer: turns.at(start - 1) };
}

// --- The whole ---------------------------------------------------------------------------

/**
 * The score of a match after these points, round by round, when side `opening` shot first.
 * `rounds` gives each one's number; `next` is what is owed; `over` is how it ended.
 */
export function standing(format, points, opening) {
  const rule = sheetOf(format);
  const played = [];
  const games = [];
  let verdict = judge(format, games);
  for (const round of points) {
    if (!verdict.game) break;
    played.push({ ...upcoming(format, rule, verdict, played, opening), points: round });
    (games[verdict.game - 1] ??= []).push(round);
    verdict = judge(format, games);
  }
  const counting = played.filter(({ owed }) => !isShootOut(owed));
  const next = verdict.game ? upcoming(format, rule, verdict, played, opening) : null;
  const isInGames = inGames(format);
  return {
    rounds: played,
    inGames: isInGames,
    most: isInGames ? bestOfIn(format).games : 1,
    byGame: isInGames ? games.map((of) => sum(of, rule.players.length)) : [],
    result: isInGames
      ? gamesWon(games, next, rule.players.length)
      : sum(
          (counting.length ? counting : played).map((round) => round.points),
          rule.players.length,
        ),
    points: sum(
      counting.map((round) => round.points),
      rule.players.length,
    ),
    next,
    over: verdict.game ? null : verdict,
    games: games.length,
  };
}

const bestOfIn = (format) => (format.parts ? bestOfIn(format.parts[0]) : format);

/** Whether a match is won by games, so that its result is how many each side has won. */
const inGames = (format) =>
  bestOfIn(format).kind === "best-of" && bestOfIn(format).games > 1;

function gamesWon(games, next, sides) {
  const winners = games
    .filter((_, at) => at + 1 !== next?.game)
    .map((rounds) => leader(sum(rounds, sides)));
  return Array.from(
    { length: sides },
    (_, seat) => winners.filter((winner) => winner === seat).length,
  );
}

function upcoming(format, rule, verdict, played, opening) {
  const number = 1 + played.filter(({ game }) => game === verdict.game).length;
  const turn = swaps(format) ? verdict.game - 1 + number : played.length + 1;
  const owed = verdict.kind;
  const allows = verdict.allows;
  return { game: verdict.game, number, owed, allows, ...shooters(rule, opening, turn) };
}

/** How a round is called: the same as in leagues/reads/play/round_names.py. */
export function roundWord(owed, isInGames) {
  if (isShootOut(owed) || owed === "deciding") return owed;
  return isInGames ? "round-of-game" : "round";
}

/** Where numbers are 20s at an open board, and no points. */
export const isShootOut = (owed) => owed === "shoot-out" || owed === "sudden-death";

/** How far a side has to go, and how far it has come, where a game is run to a number. */
export function course(rule) {
  const { ends } = rule;
  return ends?.kind === "target" || ends?.kind === "lead" ? ends.points : null;
}

// Draws the round that is being entered, in whichever way it is entered.

import { drawDiscs } from "./board.js";
import { begun, claimOf, notInFives, zones } from "./draft.js";
import { facing, roundName, shooters } from "./draw.js";
import { isShootOut } from "./match.js";
import { able, part, parts, pressed, seatOf, shown, text } from "./parts.js";
import { counted, fault, pointsFor, total, unusual } from "./rules.js";
import { which } from "./view.js";
import { say } from "./words.js";

const ZONES = ["20", "15", "10", "5"];

/** What is in the panel: the claim as it would be sent, and what is wrong with it. */
export function judged(draft, way, due, rule) {
  const claim = claimOf(draft, way, due, rule);
  if (isShootOut(due.owed)) return { claim, wrong: null };
  return { claim, wrong: claim ? fault(rule, claim) : notInFives(draft, way, rule) };
}

export function drawPanel({ state, view, due, draft, way, editing }) {
  const panel = part("panel");
  shown(panel, due !== null);
  if (!due) return;
  const { rule } = view;
  const shootOut = isShootOut(due.owed);
  text(part("round"), headWords({ state, view, due, editing }));
  const pairs = Boolean(due.first[1] || due.hammer[1]);
  text(part("shooters"), pairs && !shootOut ? say("shooters", shooters(state, due)) : "");
  for (const one of parts("[data-way]")) shown(one, !shootOut && one.dataset.way === way);
  shown(part("ways"), !shootOut);
  for (const choice of parts("[data-way-of]")) {
    const offered = state.entries ?? [];
    shown(choice, !offered.length || offered.includes(choice.dataset.wayOf));
    pressed(choice, choice.dataset.wayOf === way);
  }
  drawResult(draft, rule);
  drawTotals(draft);
  drawKeypad(draft, way, rule, shootOut);
  if (way === "discs" && !shootOut) drawBoard(state, draft, rule);
  drawSteppers(draft, way, due, rule, shootOut);
  drawSend({ state, view, draft, way, due, rule, editing, shootOut });
}

function headWords({ state, view, due, editing }) {
  const { shots } = due.allows;
  const name = isShootOut(due.owed) ? say("shots-of", { shots }) : roundName(due, view);
  if (editing) return say("change-head", { round: name });
  const theirs = state.trust === "both" && view.theirs;
  if (!theirs || which(theirs) !== which(due)) return say("turn", { round: name });
  const by = state.sides[theirs.by]?.name ?? say("scorer");
  return say("other-entered", { name: by, round: name });
}

function drawResult(draft, rule) {
  const two = rule.players.length === 2;
  shown(part("thirds"), two);
  shown(part("finish"), !two);
  const worth = rule.pays.kind !== "difference";
  for (const third of parts(".third")) {
    const seat = third.dataset.seat === "" ? -1 : seatOf(third);
    pressed(third, draft.winner === seat);
    const scores = rule.players.map((_, each) => Number(each === seat));
    const by = seat >= 0 && seat === draft.winner ? draft.margin : "";
    const pays = two && worth ? facing(pointsFor(rule, scores)) : "";
    text(part("pays", third), pays || (seat < 0 ? "=" : `+${by}`));
  }
  for (const row of parts("[data-part=finish] > div")) {
    const seat = seatOf(row);
    for (const place of parts("button", row)) {
      pressed(place, draft.places[seat] === Number(place.dataset.place));
    }
    const all = draft.places.every(Boolean);
    const ranks = draft.places.map((place) => -place);
    text(part("pays", row), all && !two ? `+${pointsFor(rule, ranks)[seat]}` : "");
  }
}

function drawTotals(draft) {
  for (const one of parts("[data-way=totals] .total")) {
    const seat = seatOf(one);
    pressed(one, draft.active === seat);
    text(part("total", one), draft.totals[seat] || "–");
  }
}

/** By how much is asked on the same page as who won: a keypad that opened would push that. */
function drawKeypad(draft, way, rule, shootOut) {
  const byMargin =
    way === "result" && rule.players.length === 2 && rule.pays.kind === "difference";
  shown(part("keypad"), !shootOut && (way === "totals" || byMargin));
  const winner = draft.winner ?? -1;
  for (const key of parts("button", part("keypad"))) able(key, !byMargin || winner >= 0);
  text(part("margin"), byMargin && winner >= 0 ? draft.margin : "");
}

function drawBoard(state, draft, rule) {
  const sides = rule.players.length;
  const letters = state.sides.map(({ letter }) => letter);
  const all = zones(draft, sides);
  drawDiscs(part("placed"), part("trays"), draft.discs, letters);
  const seat = draft.active;
  const { name } = state.sides[seat];
  part("board").dataset.active = letters[seat].toLowerCase();
  for (const turn of parts("[data-way=discs] .total")) {
    const its = all[seatOf(turn)];
    pressed(turn, seatOf(turn) === seat);
    text(part("sum", turn), total(its));
    text(part("left", turn), say("in-ditch", { n: rule.discs - counted(its) }));
  }
  for (const zone of parts(".zone")) {
    const which = Number(zone.dataset.zone);
    const words = say("zone", { name, zone: ZONES[which], n: all[seat][which] });
    zone.setAttribute("aria-label", words);
  }
  for (const chip of parts("[data-act=take]")) {
    const which = Number(chip.dataset.zone);
    const n = all[seat][which];
    text(part("there", chip), `${ZONES[which]} × ${n}`);
    able(chip, n > 0);
  }
  const says = { name, sum: total(all[seat]), n: counted(all[seat]), discs: rule.discs };
  text(part("board-says"), say("board-says", says));
}

function drawSteppers(draft, way, due, rule, shootOut) {
  shown(part("steppers"), shootOut || way !== "discs");
  const limit = due.allows?.shots ?? rule.discs;
  for (const stepper of parts(".stepper")) {
    const made = draft.twenties[seatOf(stepper)];
    text(part("made", stepper), made);
    const [less, more] = parts("button", stepper);
    able(less, made > 0);
    able(more, made < limit);
  }
}

function drawSend({ state, view, draft, way, due, rule, editing, shootOut }) {
  const { claim, wrong } = judged(draft, way, due, rule);
  const send = part("send");
  able(send, claim !== null && !wrong);
  text(send, sendWords({ view, claim, way, due, rule, editing, shootOut, draft }));
  const odd = wrong ?? (claim && !shootOut ? oddity(view, due, claim) : null);
  text(part("wrong"), odd ? faultWords(state, odd) : "");
  able(part("undo"), begun(draft) || editing !== null);
}

function oddity({ rounds, rule }, due, claim) {
  const earlier = rounds.filter(
    ({ game, number }) => game === due.game && number < due.number,
  );
  return unusual(
    rule,
    earlier.map(({ twenties }) => twenties),
    claim,
  );
}

function sendWords({ view, claim, way, due, rule, editing, shootOut, draft }) {
  if (claim) {
    const points = claim.points ?? pointsFor(rule, claim.score ?? claim.discs.map(total));
    const gaps = { round: roundName(due, view), result: facing(points) };
    if (editing) return say("change", gaps);
    return say(shootOut ? "enter-twenties" : "enter", gaps);
  }
  if (way === "totals") return say("which-totals");
  if (way === "discs") return say("which-discs");
  if (rule.players.length > 2) return say("how-finished");
  return draft.winner === null ? say("who-won") : say("how-much");
}

export function faultWords(state, [word, gaps]) {
  const nameOf = (seat) => state.sides[seat]?.name ?? "";
  return say(word, { ...gaps, name: nameOf(gaps.seat), other: nameOf(gaps.other) });
}

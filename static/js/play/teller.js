// Reads out what changed on the card, on any phone: a screen reader hears the numbers
// that count now, never those of before.

import { roundName, spoken, statusWords } from "./draw.js";
import { text } from "./parts.js";
import { which } from "./view.js";
import { say } from "./words.js";

const TOLD = ["agreed", "disputed", "ruled"];

export class Teller {
  /** What is there when the page opens is not read out. */
  constructor(place) {
    Object.assign(this, { place, known: null });
  }

  tell(state, view) {
    const now = new Map();
    const news = [];
    for (const round of view.rounds) {
      if (!round.points || !round.due) continue;
      const result = spoken(round);
      const how = TOLD.includes(round.state) ? statusWords(state, round) : "";
      const before = this.known?.get(which(round));
      now.set(which(round), { result, how });
      if (before?.result === result && (before.how === how || !how)) continue;
      const name = roundName(round.due, view);
      news.push(say("told", { round: name, result, how: how || say("entered") }));
    }
    if (this.known && news.length) text(this.place, news.join(". "));
    this.known = now;
  }
}

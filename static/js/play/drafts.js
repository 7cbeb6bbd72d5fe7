// What was tapped and not sent yet, for each round its own draft, so that none is lost when
// another round is due, when the page is loaded again, or while an earlier one is changed.

import { begun, claimOf } from "./draft.js";
import { scored } from "./rules.js";
import { differs, which } from "./view.js";

export class Drafts {
  /** `fresh()` is a draft in which nothing was tapped; `keep(all)` writes them down. */
  constructor(fresh, keep) {
    Object.assign(this, { fresh, keep, all: {}, of: "", now: fresh() });
  }

  /** What this phone had kept of them. */
  restore(kept) {
    this.all = { ...kept, ...this.all };
    this.now = this.all[this.of] ?? this.now;
  }

  /** From now on this round is entered; `start` is where it begins when nothing was tapped. */
  turnTo(of, start = null) {
    if (of === this.of) return;
    this.of = of;
    this.now = this.all[of] ?? start ?? this.fresh();
  }

  change(next) {
    this.now = next;
    if (begun(next)) this.all[this.of] = next;
    else delete this.all[this.of];
    this.keep(this.all);
  }

  /** It was sent, or is no longer wanted. */
  drop(of = this.of) {
    delete this.all[of];
    if (of === this.of) this.now = this.fresh();
    this.keep(this.all);
  }

  /** Drafts of rounds that another phone has entered meanwhile, where the two differ. */
  overtaken(view, way) {
    const found = [];
    for (const round of view.rounds) {
      const draft = this.all[which(round)];
      const isMine = ["here", "held", "safe"].includes(round.state);
      if (!draft || which(round) === this.of || !round.due || isMine) continue;
      const claim = claimOf(draft, way, round.due, view.rule);
      const own = claim && scored(view.rule, claim);
      if (own && !differs(own, round).length) this.drop(which(round));
      else found.push({ round, own });
    }
    return found;
  }
}

// What each tap of the panel makes of a draft. Values only: nothing here knows of the page.

import { acted, finished, placed, stepped, takenAway, typed, withTotal } from "./draft.js";
import { reach } from "./rules.js";

/** By the act of the button: the draft after it, from the text on the button. */
export const TAPS = {
  win: (draft, { seat }) => acted(draft, { winner: seat === "" ? -1 : Number(seat) }),
  finish: (draft, { seat, place }) => finished(draft, Number(seat), Number(place)),
  step: (draft, { seat, by }, { due, rule }) =>
    stepped(draft, Number(seat), Number(by), due.allows?.shots ?? rule.discs),
  active: (draft, { seat }) => ({ ...draft, active: Number(seat) }),
  key: (draft, { key }, { rule, way }) => {
    const most = reach(rule.discs, null)[1];
    if (way !== "totals") return acted(draft, { margin: typed(draft.margin, key, most) });
    return withTotal(draft, draft.active, typed(draft.totals[draft.active], key, most));
  },
  take: (draft, { zone }) => takenAway(draft, draft.active, Number(zone)),
  zone: (draft, { zone }, { at }) => placed(draft, draft.active, Number(zone), at),
};

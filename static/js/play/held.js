// What concedes something is held for a while, so that it can be taken back, and goes out when
// its time is over, when something else is entered, or when the page is no longer in sight.

import { release } from "./outbox.js";
import { isHeld } from "./view.js";

let timer = 0;

/** Send when the last of these is held no longer. */
export function sendInTime(items, send) {
  clearTimeout(timer);
  const until = items.filter((each) => isHeld(each)).map(({ after }) => after);
  if (until.length) timer = setTimeout(send, Math.max(...until) - Date.now() + 1);
}

/** The player puts the phone away: what they conceded is meant. */
export async function sendWhenHidden(items, send) {
  if (!document.hidden || !items.some((each) => isHeld(each))) return;
  await release();
  send();
}

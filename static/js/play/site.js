// The site's last state of the match, whether it can be reached, and where the match is.

import { ask, flush, post, redirect } from "./outbox.js";
import { write } from "./kept.js";
import { nameOf } from "./view.js";
import { say } from "./words.js";

/** A site in trouble is as good as none; without a status there was no answer. */
const isReached = (status) => Boolean(status) && status < 500;

export class Site {
  constructor(address, state) {
    Object.assign(this, { address, state, match: nameOf(state) });
    this.connected = navigator.onLine;
    this.trouble = "";
    this.gone = ""; // why this match is no longer here
    this.moved = false; // whether it came to another board
  }

  /**
   * A page from the phone's own store may be older than what this phone last saw, and no page
   * knows which phone it is on.
   */
  remember(last) {
    if (!last) return;
    this.noteBoard(last, this.state);
    const isSame = last.hand_over.pass === this.state.hand_over.pass;
    if (isSame && last.event.revision >= this.state.event.revision) this.state = last;
  }

  /** Send what waits and get what is new; answers whether the site could be reached. */
  async follow(isWaiting) {
    const receive = (from, news) => this.receive(from, news);
    const done = isWaiting
      ? await flush(receive, () => {
          this.connected = true;
        })
      : "sent";
    this.connected = done === "later" ? false : await this.fetch();
    return this.connected;
  }

  async fetch() {
    const about = { seen: this.state.mark };
    const { status, body } = await ask(`${this.address}state.json`, about);
    if (status === 410) await this.leave(body ?? {});
    else if (status === 200 || status === 204) this.gone = "";
    if (status === 200) this.receive(this.address, body);
    else if (status >= 400 && status < 500) this.trouble = body?.error ?? this.trouble;
    return isReached(status);
  }

  /** The match is no longer here: the phone goes where it is, with all that was entered. */
  async leave({ error, goes_on }) {
    // A tablet stays at its board: when this match has left it, the next one is there.
    if (this.state.way === "kiosk") location.assign(this.state.board_url);
    this.gone = error ?? this.gone;
    if (!goes_on) return;
    await redirect(this.address, goes_on);
    location.replace(goes_on);
  }

  async tell(verb, said = {}) {
    const answer = await post(`${this.address}${verb}/`, {
      ...said,
      mark: this.state.mark,
    });
    this.connected = isReached(answer.status);
    this.receive(this.address, answer.body?.state);
    if (answer.status !== 200) this.trouble = answer.body?.error ?? say("not-done");
  }

  receive(from, news) {
    if (from !== this.address || !news?.mark) return;
    this.noteBoard(this.state, news);
    this.state = { ...this.state, ...news };
    this.trouble = "";
    write(`state:${this.match}`, this.state);
  }

  noteBoard({ match: { board: was } }, { match: { board: is }, over }) {
    if (is !== was) this.moved = Boolean(was && is) && !over;
  }
}

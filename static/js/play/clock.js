// The shot clock: a ring that empties, a beep for each of the last five seconds and a long
// one at the end. A tap starts it again for the next shot.

import { beep, buzz, readySound } from "./feel.js";
import { count, say } from "./words.js";

const LAST = 5;

export class ShotClock {
  constructor(button, ring, label) {
    Object.assign(this, { button, ring, label, seconds: 0, said: 0, timer: 0 });
    this.sound = true;
  }

  /** Offered where the rules have a clock. */
  offer(seconds) {
    this.button.hidden = !seconds;
    if (!seconds || seconds === this.seconds) return;
    this.seconds = seconds;
    this.rest();
  }

  rest() {
    clearInterval(this.timer);
    this.timer = 0;
    this.show(this.seconds);
    this.button.classList.remove("needed");
    this.button.setAttribute("aria-label", say("start-clock", { n: this.seconds }));
  }

  start() {
    readySound();
    clearInterval(this.timer);
    this.ends = performance.now() + this.seconds * 1000;
    this.said = this.seconds;
    this.button.classList.remove("needed");
    this.timer = setInterval(() => this.tick(), 100);
    this.tick();
  }

  tick() {
    const left = Math.max(0, (this.ends - performance.now()) / 1000);
    this.show(left);
    const whole = Math.ceil(left);
    if (whole < this.said && whole <= LAST) this.announce(whole);
    this.said = whole;
    if (left > 0) return;
    clearInterval(this.timer);
    this.button.classList.add("needed");
  }

  announce(left) {
    if (this.sound) beep(left ? 880 : 440, left ? 0.12 : 0.9);
    buzz(left ? 30 : [120, 60, 120]);
    const words = left ? count("clock-left", left) : say("time");
    this.button.setAttribute("aria-label", words);
  }

  show(left) {
    this.label.textContent = left > 0 ? String(Math.ceil(left)) : say("time");
    this.ring.style.strokeDashoffset = String(100 - (100 * left) / this.seconds);
  }
}

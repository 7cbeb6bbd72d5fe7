// Follows a match: asks the site every few seconds while the page is in sight, and at once
// when the event's stream reports that something has changed.

const AGAIN = 1000; // while something waits that could not be sent
const OFTEN = 2500;
const SELDOM = 6000; // what a stream tells is what everybody may see; some is not

export class Watch {
  /** `ask()` sends and fetches; it answers whether all is there. */
  constructor(ask, stream) {
    this.ask = ask;
    this.stream = stream;
    this.timer = 0;
    this.asking = false;
    this.reached = true;
    document.addEventListener("visibilitychange", () => this.wake());
    addEventListener("online", () => this.refresh());
    addEventListener("pageshow", () => this.refresh());
    addEventListener("pagehide", () => this.source?.close());
  }

  start() {
    this.listen();
    this.later();
  }

  wake() {
    if (document.hidden) {
      this.source?.close();
      clearTimeout(this.timer);
    } else {
      this.start();
      this.refresh();
    }
  }

  /** Where there is no stream, asking is enough. */
  listen() {
    if (!this.stream || !("EventSource" in window)) return;
    this.source?.close();
    this.source = new EventSource(this.stream);
    this.source.addEventListener("message", () => this.refresh());
  }

  later() {
    clearTimeout(this.timer);
    if (document.hidden) return;
    this.timer = setTimeout(() => this.refresh(), this.pause());
  }

  pause() {
    if (!this.reached && navigator.onLine) return AGAIN;
    const isStreaming = this.reached && this.source?.readyState === EventSource.OPEN;
    return isStreaming ? SELDOM : OFTEN;
  }

  async refresh() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    try {
      do {
        this.again = false;
        this.reached = await this.ask();
      } while (this.again);
    } finally {
      this.asking = false;
      this.later();
    }
  }
}

// Keeps a page that no one touches up to date: by the event's stream, and asking by
// itself every few seconds, so that it knows within ten that it is not connected.
const ASKS = 4000;
const LOST = 9000;

let renewing = false;

// A fresh page, as soon as the site has one: a browser left with an error asks no more.
export async function renew() {
  if (renewing) return;
  renewing = true;
  for (;;) {
    const page = await fetch(location.href, {
      cache: "no-store",
      signal: AbortSignal.timeout?.(LOST),
    }).catch(() => null);
    if (page?.ok) return location.reload();
    await new Promise((done) => setTimeout(done, ASKS));
  }
}

export function follow({ address, revisions, changed, gone, lost }) {
  let seen = "";
  let reachedAt = performance.now();
  let asking = false;
  let again = false;
  let wasLost = false;

  async function ask() {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      const answer = await fetch(`${address}?seen=${encodeURIComponent(seen)}`, {
        cache: "no-store",
        signal: AbortSignal.timeout?.(LOST),
      });
      if (answer.status === 404 || answer.status === 410) return gone();
      if (answer.ok || answer.status === 204) {
        reachedAt = performance.now();
        if (answer.status === 200) seen = changed(await answer.text()) ?? seen;
      }
    } catch {
      // not reached: shown below when it lasts
    } finally {
      asking = false;
    }
    if (again) {
      again = false;
      ask();
    }
  }

  function watch() {
    const isLost = performance.now() - reachedAt > LOST;
    if (isLost !== wasLost) lost(isLost);
    wasLost = isLost;
  }

  function listen() {
    const stream = new EventSource(revisions);
    stream.onmessage = ask;
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 15000);
    };
  }

  setInterval(ask, ASKS);
  setInterval(watch, 500);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  if (revisions && "EventSource" in window) listen();
  return { see: (mark) => (seen = mark) };
}

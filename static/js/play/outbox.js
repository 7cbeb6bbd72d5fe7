// Reports wait here, each with a unique key, until the site has answered for them. They
// are sent in order, by one tab at a time. Sent twice they would still count once: the key
// sees to that.

import { change, device, freshKey, read, tabName } from "./kept.js";
import { isHeld } from "./view.js";

const AT_ONCE = 40; // reports in one request
const PATIENCE = 12_000;
const IN_THE_QUEUE = 20_000; // where the site has confirmed that what was sent is safe
const LEASE = 800; // so long a tab may be silent before another takes its turn
const BEAT = 250;
const TWO_LINES = "application/x-ndjson";
const me = tabName();
const tabs = "BroadcastChannel" in self ? new BroadcastChannel("twenties-play") : null;
const listeners = new Set();
const underWay = new Set();
const beingKept = new Set();

/** Tells the listeners, in every tab, that what waits has changed. */
export function onChange(listener) {
  listeners.add(listener);
}
tabs?.addEventListener("message", () => listeners.forEach((listener) => listener()));

function changed() {
  tabs?.postMessage("changed");
  listeners.forEach((listener) => listener());
}

const kept = async () => (await read("outbox")) ?? [];
export const refused = async () => (await read("refused")) ?? [];

/** What waits, and what is just being kept: a phone may take its time to write. */
export async function waiting() {
  const all = await kept();
  const keys = new Set(all.map(({ key }) => key));
  return [...all, ...[...beingKept].filter(({ key }) => !keys.has(key))];
}

/** A report with a key. `to` is the address of its page, `match` what it is of. */
export const made = (report) => ({
  key: freshKey(),
  made_at: new Date().toISOString(),
  ...report,
});

/** Keep a report until it is sent. What was held goes out with it. */
export async function put(report) {
  beingKept.add(report);
  await change("outbox", (all = []) => [...released(all), report]);
  beingKept.delete(report);
  changed();
}

/** The player has read why these reports were not taken. */
export async function dismiss(keys) {
  await change("refused", (all = []) => all.filter((each) => !keys.includes(each.key)));
  changed();
}

/** Take back what is held; answers whether it was not sent yet. */
export async function takeBack(key) {
  let is = false;
  await change("outbox", (all = []) => {
    is = all.some((report) => report.key === key && isHeld(report));
    return is ? all.filter((report) => report.key !== key) : all;
  });
  changed();
  return is;
}

const released = (all) => all.map((report) => ({ ...report, after: 0 }));

/** What is held goes out with the rest. */
export async function release() {
  await change("outbox", (all = []) => released(all));
  changed();
}

/** What goes to this address goes to another: the match has moved. */
export async function redirect(from, to) {
  await change("outbox", (all = []) =>
    all.map((report) => (report.to === from ? { ...report, to } : report)),
  );
  changed();
}

async function settle(answers, batch) {
  const why = new Map(
    answers.filter(({ took }) => took === "refused").map(({ key, why }) => [key, why]),
  );
  const answered = new Set(answers.map(({ key }) => key));
  const now = new Date().toISOString();
  // A newer answer about a round makes the one before it old.
  const round = ({ match, game, number }) => [match, game, number].join(" ");
  const now_ = new Map(
    batch.filter(({ key }) => answered.has(key)).map((report) => [round(report), report]),
  );
  await change("refused", (all = []) => [
    ...all.filter((report) => !now_.has(round(report))),
    ...[...now_.values()]
      .filter(({ key }) => why.has(key))
      .map((report) => ({ ...report, why: why.get(report.key) })),
  ]);
  await change("sent", (all = {}) => {
    for (const { key, match, game, number } of batch) {
      if (!answered.has(key) || why.has(key)) continue;
      all[match] = { ...all[match], [`${game}.${number}`]: now };
    }
    return all;
  });
  await change("outbox", (all = []) => all.filter(({ key }) => !answered.has(key)));
  changed();
}

/** When each round of a match was sent from this phone. */
export const sentTimes = async (match) => ((await read("sent")) ?? {})[match] ?? {};

/**
 * Send all that waits. Answers "sent", "busy" (another tab is at it) or "later" (no way
 * through now); `onState(address, state)` hears the site's state of each match, and
 * `onSafe()` that the site has what it has not looked at yet.
 */
export async function flush(onState, onSafe) {
  const send = () => sendAll(onState, onSafe);
  if (navigator.locks) {
    return navigator.locks.request("twenties-outbox", { ifAvailable: true }, (lock) =>
      lock ? send() : "busy",
    );
  }
  return leased(send);
}

/**
 * Where there are no locks, on plain HTTP, tabs take turns by a lease they can all read. The tab
 * that has it renews it again and again: a page that was left while it sent keeps no other waiting.
 */
async function leased(act) {
  const now = Date.now();
  let mine = false;
  await change("lease", (lease) => {
    const isOpen = !lease || lease.until < now || lease.until > now + LEASE;
    mine = isOpen || lease.by === me;
    return mine ? { by: me, until: now + LEASE } : lease;
  });
  if (!mine) return "busy";
  const beat = setInterval(extend, BEAT);
  try {
    return await act();
  } finally {
    clearInterval(beat);
    await change("lease", (lease) => (lease?.by === me ? undefined : lease));
  }
}

const extend = () =>
  change("lease", (lease) =>
    lease?.by === me ? { by: me, until: Date.now() + LEASE } : lease,
  );

async function sendAll(onState, onSafe) {
  for (;;) {
    const all = (await kept()).filter((report) => !isHeld(report));
    if (!all.length) return "sent";
    const { to } = all[0];
    const other = all.findIndex((report) => report.to !== to);
    const batch = all.slice(0, Math.min(AT_ONCE, other < 0 ? all.length : other));
    if (!(await sendSome(to, batch, onState, onSafe))) return "later";
  }
}

async function sendSome(to, batch, onState, onSafe) {
  const reports = batch.map(({ key, game, number, seat, claim, made_at }) => ({
    key,
    game,
    number,
    seat,
    claim,
    made_at,
  }));
  let wasSafe = batch.some(({ safe }) => safe);
  const answer = await post(`${to}reports/`, { reports, goes_on: true }, () => {
    wasSafe = true;
    onSafe();
    mark(batch, true);
  });
  if (answer.status === 200 && answer.body?.results) {
    await settle(answer.body.results, batch);
    onState(to, answer.body.state);
    return true;
  }
  if (answer.body?.goes_on) {
    await redirect(to, answer.body.goes_on);
    return true;
  }
  const why = answer.body?.error;
  // Without a sentence it was not the site that refused, but something on the way to it.
  if (why && answer.status < 500 && !BUSY.has(answer.status)) {
    await settle(
      batch.map(({ key }) => ({ key, took: "refused", why })),
      batch,
    );
    return true;
  }
  if (wasSafe) await mark(batch, false); // without a word more the phone answers for them
  return false;
}

/** Whether the site has these, whatever becomes of this phone. */
async function mark(batch, safe) {
  const keys = new Set(batch.map(({ key }) => key));
  await change("outbox", (all = []) =>
    all.map((report) => (keys.has(report.key) ? { ...report, safe } : report)),
  );
  changed();
}

const BUSY = new Set([408, 425, 429]);

/** The site's present state. Like `post`, its answer is never an exception. */
export async function ask(address, about) {
  const what = new URLSearchParams({ ...about, device: await device() });
  return answered(`${address}?${what}`);
}

/**
 * One request. Status 0: no answer. `onSafe` hears when the site has what was sent
 * and looks at it when its turn has come.
 */
export async function post(address, said, onSafe = null) {
  const how = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ device: await device(), ...said }),
  };
  if (onSafe) how.headers.Accept = `${TWO_LINES}, application/json`;
  return answered(address, how, onSafe);
}

/** What is under way is asked again: its network may be one that is gone. */
export function cutShort() {
  underWay.forEach((stop) => stop.abort());
}

async function answered(address, how = {}, onSafe = null) {
  const stop = new AbortController();
  underWay.add(stop);
  const late = () => stop.abort();
  let timer = setTimeout(late, PATIENCE);
  const onFirstLine = () => {
    clearTimeout(timer);
    timer = setTimeout(late, IN_THE_QUEUE);
    onSafe();
  };
  try {
    const answer = await fetch(address, { ...how, signal: stop.signal });
    if (answer.headers.get("Content-Type") === TWO_LINES) return await both(answer, onFirstLine);
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    return { status: 0, body: null };
  } finally {
    clearTimeout(timer);
    underWay.delete(stop);
  }
}

/** Two lines: that it is safe, at once, and the answer itself when it was looked at. */
async function both(answer, onFirstLine) {
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let received = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(received.split("\n")[1]);
    const was = received.includes("\n");
    received += decoder.decode(value, { stream: true });
    if (!was && received.includes("\n")) onFirstLine();
  }
}

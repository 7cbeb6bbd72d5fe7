// Reports wait on a phone until the site has answered for them, and never leave it before.

import { deepEqual, equal, ok } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./database.mjs";
import { asked, site, tabs, twoLines } from "./page.mjs";

const outbox = await import("../../../../static/js/play/outbox.js");
const { read, write } = await import("../../../../static/js/play/kept.js");
const AT = "/play/autumn/7/";
const noState = () => {};
const nothing = () => {};

const report = (number, over = {}) =>
  outbox.made({
    to: AT,
    match: "autumn/7",
    game: 1,
    number,
    seat: 0,
    claim: { points: [2, 0] },
    ...over,
  });
const flush = () => outbox.flush(noState, nothing);
const numbers = async () => (await outbox.waiting()).map(({ number }) => number);
const took =
  (what) =>
  ({ reports }) => ({
    status: 200,
    body: {
      results: reports.map(({ key }) => ({ key, took: what, why: "why not" })),
      state: {},
    },
  });

beforeEach(async () => {
  for (const key of ["outbox", "refused", "sent", "lease"]) await write(key, undefined);
});

test("what the site took leaves the phone, and its time is kept", async () => {
  site(took("counted"));
  await outbox.put(report(1));
  await outbox.put(report(2));
  equal(await flush(), "sent");
  deepEqual(await numbers(), []);
  deepEqual(asked.length, 1);
  deepEqual(Object.keys(asked[0][1].reports[0]), [
    "key",
    "game",
    "number",
    "seat",
    "claim",
    "made_at",
  ]);
  equal(typeof asked[0][1].device, "string");
  deepEqual(asked[0][0], `${AT}reports/`);
  deepEqual(Object.keys(await outbox.sentTimes("autumn/7")), ["1.1", "1.2"]);
  deepEqual(await outbox.refused(), []);
});

test("what the page is told comes from the site's answer", async () => {
  const heard = [];
  site(({ reports }) => ({
    status: 200,
    body: { results: [{ key: reports[0].key, took: "counted" }], state: { mark: "m" } },
  }));
  await outbox.put(report(1));
  await outbox.flush((...news) => heard.push(news), nothing);
  deepEqual(heard, [[AT, { mark: "m" }]]);
});

test("what it refused leaves with the reason, until the player has read it", async () => {
  site(took("refused"));
  await outbox.put(report(1));
  equal(await flush(), "sent");
  deepEqual(await numbers(), []);
  const [refused] = await outbox.refused();
  deepEqual([refused.number, refused.why], [1, "why not"]);
  deepEqual(await outbox.sentTimes("autumn/7"), {});
  await outbox.dismiss(["another"]);
  equal((await outbox.refused()).length, 1);
  await outbox.dismiss([refused.key]);
  deepEqual(await outbox.refused(), []);
});

test("a newer answer about a round makes the refusal before it old", async () => {
  site(took("refused"), took("refused"), took("counted"));
  await outbox.put(report(1));
  await flush();
  await outbox.put(report(2));
  await flush();
  await outbox.put(report(1));
  await flush();
  deepEqual(
    (await outbox.refused()).map(({ number }) => number),
    [2],
  );
});

test("only what was answered for leaves", async () => {
  site(({ reports }) => ({
    status: 200,
    body: { results: [{ key: reports[0].key, took: "counted" }], state: {} },
  }));
  await outbox.put(report(1));
  await outbox.put(report(2));
  await flush();
  deepEqual(
    asked.map(([, { reports }]) => reports.length),
    [2, 1],
  );
});

for (const status of [408, 425, 429, 500, 503]) {
  test(`a site that answers ${status} is busy: the report stays`, async () => {
    site({ status, body: { error: "Too many." } });
    await outbox.put(report(1));
    equal(await flush(), "later");
    deepEqual(await numbers(), [1]);
    deepEqual(await outbox.refused(), []);
  });
}

for (const status of [400, 403, 404, 410, 413, 499]) {
  test(`a site that answers ${status} with a sentence has refused`, async () => {
    site({ status, body: { error: "Not here." } });
    await outbox.put(report(1));
    equal(await flush(), "sent");
    deepEqual(await numbers(), []);
    equal((await outbox.refused())[0].why, "Not here.");
    equal(asked.length, 1);
  });
}

test("without a sentence it was not the site that refused", async () => {
  site({ status: 403, body: {} });
  await outbox.put(report(1));
  equal(await flush(), "later");
  site({ status: 403 });
  equal(await flush(), "later");
  site({ status: 200, body: {} });
  equal(await flush(), "later");
  site({ status: 200 }); // the page of a network that wants to be signed in to
  equal(await flush(), "later");
  deepEqual(await numbers(), [1]);
});

test("without a network everything stays", async () => {
  site(new TypeError("no network"));
  deepEqual(await outbox.post(AT, {}), { status: 0, body: null });
  await outbox.put(report(1));
  equal(await flush(), "later");
  deepEqual(await numbers(), [1]);
});

test("reports go where the match has gone", async () => {
  site(
    { status: 410, body: { error: "It moved.", goes_on: "/play/autumn/9/" } },
    took("counted"),
  );
  await outbox.put(report(1));
  equal(await flush(), "sent");
  deepEqual(
    asked.map(([address]) => address),
    [`${AT}reports/`, "/play/autumn/9/reports/"],
  );
  deepEqual(await outbox.refused(), []);
});

test("only those of the address that moved go elsewhere", async () => {
  await outbox.put(report(1));
  await outbox.put(report(2, { to: "/other/" }));
  await outbox.redirect(AT, "/new/");
  deepEqual(
    (await outbox.waiting()).map(({ to }) => to),
    ["/new/", "/other/"],
  );
});

test("they are sent in order, of one match at a time, forty at once", async () => {
  site(took("counted"));
  const all = Array.from({ length: 41 }, (_, at) => report(at + 1));
  await write("outbox", [...all, report(1, { to: "/other/" }), report(42)]);
  equal(await flush(), "sent");
  deepEqual(
    asked.map(([address, { reports }]) => [address, reports.length]),
    [
      [`${AT}reports/`, 40],
      [`${AT}reports/`, 1],
      ["/other/reports/", 1],
      [`${AT}reports/`, 1],
    ],
  );
});

test("what is held is not sent, and can be taken back", async () => {
  site(took("counted"));
  const held = report(1, { after: Date.now() + 9000 });
  await outbox.put(held);
  equal(await flush(), "sent");
  equal(asked.length, 0);
  deepEqual(await numbers(), [1]);
  equal(await outbox.takeBack(held.key), true);
  deepEqual(await numbers(), []);
});

test("what goes out cannot be taken back", async () => {
  const [one, two] = [report(1, { after: Date.now() + 9000 }), report(2)];
  await outbox.put(one);
  await outbox.put(two); // the next report lets the one before it go
  equal(await outbox.takeBack(one.key), false);
  equal(await outbox.takeBack(two.key), false);
  deepEqual(await numbers(), [1, 2]);
});

test("what is held goes when it is released", async () => {
  site(took("counted"));
  await outbox.put(report(1, { after: Date.now() + 9000 }));
  await outbox.release();
  await flush();
  equal(asked.length, 1);
});

test("every report has a key and a time of its own", () => {
  const [one, two] = [report(1), report(1)];
  ok(one.key !== two.key);
  ok(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(one.key));
  ok(Math.abs(Date.now() - Date.parse(one.made_at)) < 60_000);
});

test("reports are told to be safe while the site still looks at them", async () => {
  const one = report(1);
  const answer = {
    status: 200,
    body: { results: [{ key: one.key, took: "counted" }], state: {} },
  };
  site(twoLines('{"safe": true}\n', JSON.stringify(answer)));
  const told = [];
  await outbox.put(one);
  equal(await outbox.flush(noState, () => told.push("safe")), "sent");
  deepEqual(told, ["safe"]);
  deepEqual(await numbers(), []);
  ok(asked[0][2].Accept.startsWith("application/x-ndjson"));
});

test("a report stands as safe until the site has looked at it", async () => {
  const one = report(1);
  const { promise: looked, resolve: look } = Promise.withResolvers();
  site(twoLines('{"safe": true}\n', looked));
  await outbox.put(one);
  const { promise: isSafe, resolve: safe } = Promise.withResolvers();
  outbox.onChange(async () => {
    const [first] = await outbox.waiting();
    if (first?.safe !== undefined) safe(first.safe);
  });
  const sent = flush();
  equal(await isSafe, true);
  look(
    JSON.stringify({
      status: 200,
      body: { results: [{ key: one.key, took: "counted" }] },
    }),
  );
  equal(await sent, "sent");
});

test("two lines may come in any pieces, and safe is told once", async () => {
  const one = report(1);
  const answer = JSON.stringify({
    status: 200,
    body: {
      results: [{ key: one.key, took: "refused", why: "Für später." }],
      state: {},
    },
  });
  const bytes = new TextEncoder().encode(answer);
  const half = bytes.indexOf(0xc3) + 1; // in the middle of a letter
  const pieces = [bytes.slice(0, half), bytes.slice(half)];
  site(twoLines('{"sa', 'fe": true}', "\n", ...pieces));
  const told = [];
  await outbox.put(one);
  equal(await outbox.flush(noState, () => told.push("safe")), "sent");
  deepEqual(told, ["safe"]);
  equal((await outbox.refused())[0].why, "Für später.");
});

test("where the second line never comes the phone keeps them as its own", async () => {
  site(twoLines('{"safe": true}\n'));
  await outbox.put(report(1));
  equal(await flush(), "later");
  deepEqual(
    (await outbox.waiting()).map(({ safe }) => safe),
    [false],
  );
});

test("whoever listens, in every tab, hears that what waits has changed", async () => {
  let heard = 0;
  outbox.onChange(() => (heard += 1));
  const told = async (act) => {
    const [before, posted] = [heard, tabs.posted];
    await act();
    return [heard - before, tabs.posted - posted];
  };
  const held = report(1, { after: Date.now() + 9000 });
  site(took("counted"));
  deepEqual(await told(() => outbox.put(held)), [1, 1]);
  deepEqual(await told(() => outbox.takeBack(held.key)), [1, 1]);
  deepEqual(await told(() => outbox.release()), [1, 1]);
  deepEqual(await told(() => outbox.redirect(AT, "/new/")), [1, 1]);
  deepEqual(await told(() => outbox.dismiss([])), [1, 1]);
  await outbox.put(report(2));
  deepEqual(await told(flush), [1, 1]);
  deepEqual(await told(() => tabs.listener()), [1, 0]);
});

test("what is just being kept waits already, and only once", async () => {
  const kept = outbox.put(report(1));
  deepEqual(await numbers(), [1]);
  await kept;
  deepEqual(await numbers(), [1]);
});

test("a site that has called it safe has twenty seconds more to answer", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const safe = new TextEncoder().encode('{"safe": true}\n');
  let cut = false;
  globalThis.fetch = async (_, { signal }) => {
    const start = (out) => {
      out.enqueue(safe);
      signal.addEventListener("abort", () => {
        cut = true;
        out.error(new Error("cut"));
      });
    };
    const headers = { "Content-Type": "application/x-ndjson" };
    return new Response(new ReadableStream({ start }), { headers });
  };
  await outbox.put(report(1));
  const { promise: isSafe, resolve } = Promise.withResolvers();
  const sent = outbox.flush(noState, resolve);
  await isSafe;
  t.mock.timers.tick(19_999);
  equal(cut, false);
  t.mock.timers.tick(1);
  equal(await sent, "later");
});

test("what is under way can be cut short and is not lost", async () => {
  globalThis.fetch = (_, { signal }) =>
    new Promise((_, no) => {
      signal.addEventListener("abort", () => no(new Error("cut")));
      setTimeout(outbox.cutShort);
    });
  await outbox.put(report(1));
  const began = Date.now();
  equal(await flush(), "later");
  ok(Date.now() - began < 10_000, "nobody waits until the phone loses its patience");
  deepEqual(await numbers(), [1]);
});

test("one tab sends at a time, by lock or on plain HTTP by lease", async (t) => {
  site(took("counted"));
  for (const locks of [navigator.locks, undefined]) {
    Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
    await outbox.put(report(1));
    const [one, two] = await Promise.all([flush(), locks ? flush() : null]);
    deepEqual([one, two], ["sent", locks ? "busy" : null]);
  }
  await outbox.put(report(2));
  const lease = (until) => write("lease", { by: "another tab", until });
  await lease(Date.now() + 700);
  equal(await flush(), "busy");
  await lease(Date.now() - 1);
  equal(await flush(), "sent");
  await outbox.put(report(3));
  await lease(Date.now() + 60_000); // a clock that was wrong
  equal(await flush(), "sent");
});

test("a tab has its lease until the site has answered, and no longer", async () => {
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  site({ status: 503 });
  const answered = globalThis.fetch;
  let during;
  globalThis.fetch = async (...asks) => {
    during = await read("lease");
    return answered(...asks);
  };
  await outbox.put(report(1));
  equal(await flush(), "later");
  ok(during.until > Date.now());
  equal(await read("lease"), undefined);
});

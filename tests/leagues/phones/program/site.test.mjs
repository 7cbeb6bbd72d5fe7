// What a phone makes of the site's word on its match.

import { deepEqual, equal } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { asked, site, went } from "./page.mjs";

const { Site } = await import("../../../../static/js/play/site.js");
const { made, put, waiting } = await import("../../../../static/js/play/outbox.js");
const { write } = await import("../../../../static/js/play/kept.js");
const AT = "/play/autumn/7/";
const state = (over = {}) => ({
  event: { slug: "autumn", revision: 3 },
  match: { number: 7, board: 4 },
  hand_over: { pass: "p" },
  board_url: "/b/4/",
  way: "label",
  mark: "m1",
  over: null,
  ...over,
});

beforeEach(async () => {
  went.length = 0;
  await write("outbox", undefined);
});

test("a phone whose match is gone stays and says so", async () => {
  site({ status: 410, body: { error: "This match is over." } });
  const here = new Site(AT, state());
  equal(await here.fetch(), true);
  deepEqual([here.gone, went], ["This match is over.", []]);
});

test("a tablet stays at its board, where the next match is", async () => {
  site({ status: 410, body: { error: "This match is over." } });
  await new Site(AT, state({ way: "kiosk" })).fetch();
  deepEqual(went, [["assign", "/b/4/"]]);
});

test("a phone goes where its match is, with all that was entered", async () => {
  site({ status: 410, body: { error: "It moved.", goes_on: "/play/autumn/9/" } });
  await put(made({ to: AT, match: "autumn/7", game: 1, number: 1 }));
  await new Site(AT, state()).fetch();
  deepEqual(went, [["replace", "/play/autumn/9/"]]);
  deepEqual(
    (await waiting()).map(({ to }) => to),
    ["/play/autumn/9/"],
  );
});

test("what the site says is what is shown", async () => {
  site({ status: 200, body: state({ mark: "m2" }) });
  const here = new Site(AT, state());
  Object.assign(here, { gone: "gone", trouble: "trouble" });
  equal(await here.fetch(), true);
  deepEqual([here.state.mark, here.gone, here.trouble], ["m2", "", ""]);
  deepEqual(asked[0][0].startsWith(`${AT}state.json?seen=m1&device=`), true);
});

test("what an answer leaves out is known from the page", async () => {
  const { hand_over, board_url, ...news } = state({ mark: "m2" });
  site({ status: 200, body: news });
  const here = new Site(AT, state());
  await here.fetch();
  deepEqual([here.state.mark, here.state.hand_over, here.state.board_url], [
    "m2",
    hand_over,
    board_url,
  ]);
});

test("a refusal is told, a site in trouble is only out of reach", async () => {
  const here = new Site(AT, state());
  site({ status: 403, body: { error: "Not yours." } });
  deepEqual([await here.fetch(), here.trouble], [true, "Not yours."]);
  site({ status: 500, body: { error: "Broken." } });
  deepEqual([await here.fetch(), here.trouble], [false, "Not yours."]);
  here.gone = "gone";
  site(new TypeError("no network"));
  deepEqual([await here.fetch(), here.gone], [false, "gone"]);
  site({ status: 403 }); // something on the way to the site, which has no words
  deepEqual([await here.fetch(), here.trouble], [true, "Not yours."]);
  site({ status: 400, body: { error: "What?" } });
  deepEqual([await here.fetch(), here.trouble, here.gone], [true, "What?", "gone"]);
});

test("what this phone saw last is newer than its kept page, unless the pass is another", () => {
  const remembered = (over) => {
    const here = new Site(AT, state());
    here.remember(over && state(over));
    return here.state.mark;
  };
  equal(remembered(null), "m1");
  equal(remembered({ mark: "m0" }), "m0");
  equal(remembered({ mark: "m0", event: { revision: 2 } }), "m1");
  equal(remembered({ mark: "m0", hand_over: { pass: "other" } }), "m1");
});

test("a match whose kept page has another board has moved", () => {
  const here = new Site(AT, state());
  here.remember(state({ match: { number: 7, board: 5 }, event: { revision: 2 } }));
  equal(here.moved, true);
});

test("a match of which there is nothing new is here again", async () => {
  const here = new Site(AT, state());
  here.gone = "gone";
  site({ status: 300, body: {} });
  await here.fetch();
  equal(here.gone, "gone");
  globalThis.fetch = async () => new Response(null, { status: 204 });
  deepEqual([await here.fetch(), here.gone, here.state.mark], [true, "", "m1"]);
});

test("a match that came to another board says so, until it is over", () => {
  const moved = (was, is, over = null) => {
    const here = new Site(AT, state({ match: { number: 7, board: was } }));
    here.receive(AT, state({ match: { number: 7, board: is }, over }));
    return here.moved;
  };
  equal(moved(4, 5), true);
  equal(moved(4, 4), false);
  equal(moved(null, 5), false);
  equal(moved(4, 5, { winner: 0 }), false);
});

test("news of another match is not news of this one", () => {
  const here = new Site(AT, state());
  here.receive("/play/autumn/8/", state({ mark: "m2" }));
  here.receive(AT, {});
  here.receive(AT, undefined);
  equal(here.state.mark, "m1");
});

test("what waits is sent before the site is asked", async () => {
  const here = new Site(AT, state());
  site({ status: 200, body: state() });
  equal(await here.follow(false), true);
  equal(asked.length, 1);
  await put(made({ to: AT, match: "autumn/7", game: 1, number: 1 }));
  site({ status: 503, body: {} });
  equal(await here.follow(true), false);
  deepEqual(
    asked.map(([address]) => address),
    [`${AT}reports/`],
  );
});

test("what the player asks for is done, or the reason is told", async () => {
  const here = new Site(AT, state());
  site({ status: 200, body: { state: state({ mark: "m2" }) } });
  await here.tell("help", { why: "twenty" });
  deepEqual([here.state.mark, here.trouble, here.connected], ["m2", "", true]);
  const { device, ...said } = asked[0][1];
  equal(typeof device, "string");
  deepEqual([asked[0][0], said], [`${AT}help/`, { why: "twenty", mark: "m1" }]);
  site({ status: 409, body: { error: "Too late." } });
  await here.tell("help");
  deepEqual([here.trouble, here.connected], ["Too late.", true]);
  site({ status: 500 });
  await here.tell("help");
  deepEqual([here.trouble, here.connected], ["no", false]);
});

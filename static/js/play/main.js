// The entry page: what was tapped becomes a report, the report waits until it is sent, and
// what the site answers is shown. Everything is drawn from these few values.

import { placeFor, tappedAt } from "./board.js";
import { ShotClock } from "./clock.js";
import { bring, drawUnread, holdStill, keepDocked, letArrive, lookBelow } from "./dock.js";
import { begun, empty, fromClaim, undone, zones } from "./draft.js";
import { Drafts } from "./drafts.js";
import { drawEnd, drawRounds, drawSides, order } from "./draw.js";
import { buzz, stayAwake } from "./feel.js";
import { sendInTime, sendWhenHidden } from "./held.js";
import { device, isLasting, read, write } from "./kept.js";
import { drawNeeds, drawNews } from "./news.js";
import {
  cutShort,
  dismiss,
  made,
  onChange,
  put,
  refused,
  sentTimes,
  takeBack,
  waiting,
} from "./outbox.js";
import { drawPanel, faultWords, judged } from "./panel.js";
import { page, part, pressed, text } from "./parts.js";
import { counted } from "./rules.js";
import { keepPage } from "./shell.js";
import { Site } from "./site.js";
import { TAPS } from "./taps.js";
import { Teller } from "./teller.js";
import { isClosed, isHeld, look, otherWord, TAKEN_BACK, wayFor, which } from "./view.js";
import { Watch } from "./watch.js";
import { say } from "./words.js";

const came = `<!DOCTYPE html>${document.documentElement.outerHTML}`; // before anything is drawn
const address = location.pathname;
const site = new Site(
  address,
  JSON.parse(document.getElementById("state").textContent),
);
const { match } = site;
const sides = site.state.sides.length;

let items = [];
let refusals = [];
let sent = {};
let view = look(site.state, items);
let chosenWay = null;
let editing = null;
let contesting = false; // whether the end was disputed
let insisted = ""; // the round in which this side keeps to its word

const drafts = new Drafts(fresh, (all) => write(`draft:${match}`, { all, editing }));
const teller = new Teller(part("told"));
const clock = new ShotClock(part("clock"), part("ring"), part("seconds"));

function fresh() {
  return { ...empty(sides), active: order[0] };
}

// --- What is being entered ---------------------------------------------------------------

/** The round in the panel: one that is being changed, or the next that this side owes. */
function due() {
  if (site.gone || isClosed(site.state) || isElsewhere()) return null;
  if (editing) return view.rounds.find((round) => which(round) === editing)?.due ?? null;
  return view.next;
}

const isElsewhere = () =>
  site.state.sides.some(
    ({ seat, device: by }) => seat === site.state.seat && by === "other",
  );

const way = () => wayFor(site.state, chosenWay, view.rule);

// --- Drawing -----------------------------------------------------------------------------

const draw = () => holdStill(drawAll);
/** What was not just asked for on this phone. */
const drawArrived = () => letArrive(draw);

function drawAll() {
  view = look(site.state, items);
  const round = due();
  drafts.turnTo(round ? which(round) : "");
  const draft = drafts.now;
  text(part("where"), site.state.match.where);
  drawSides(site.state, view);
  drawNeeds(site.state, view, {
    all: items,
    connected: site.connected,
    lasting: isLasting(),
    asked: round !== null,
  });
  const overtaken = drafts.overtaken(view, way());
  drawPanel({ state: site.state, view, due: round, draft, way: way(), editing });
  drawNews(site.state, view, { refused: refusals, site, overtaken, insisted });
  drawUnread();
  drawRounds(site.state, view, sent, editing);
  if (view.over === null) contesting = false;
  drawEnd(site.state, view, { editing, contesting });
  teller.tell(site.state, view);
  const help = part("help");
  const inCard = view.disputed || contesting || overtaken.length > 0; // has it too
  help.hidden = Boolean(inCard) && !site.state.help_wanted;
  help.setAttribute("aria-disabled", String(site.state.help_wanted));
  text(part("help-says"), say(site.state.help_wanted ? "help-coming" : "calls-the-desk"));
  clock.offer(round ? site.state.rule.shot_clock : null);
  part("sound").hidden = part("clock").hidden;
}

function redraft(next) {
  if (next === drafts.now) return;
  drafts.change(next);
  buzz();
  draw();
}

// --- Talking to the site -----------------------------------------------------------------

async function gather() {
  [refusals, sent] = await Promise.all([refused(), sentTimes(match)]);
  items = await waiting(); // the last: nothing can be entered between this and its drawing
  sendInTime(items, () => watch.refresh());
  drawArrived();
}

/** Send what waits and hear what is new; answers whether all is there. */
async function follow() {
  await site.follow(isWaiting());
  await gather();
  return site.connected && !isWaiting();
}

const isWaiting = () => items.some((report) => !isHeld(report));

async function tell(verb, said) {
  await site.tell(verb, said);
  drawArrived();
}

/** The screen stays on while there is something to enter. */
function awake() {
  if (!view.over) stayAwake();
}

// --- Acts --------------------------------------------------------------------------------

const ACTS = {
  way: ({ wayOf }) => {
    chosenWay = wayOf;
    write(`way:${site.state.event.slug}`, wayOf);
    draw();
    bring("panel", "start");
  },
  undo: () => {
    if (begun(drafts.now)) redraft(undone(drafts.now));
    else if (editing) leaveEditing();
  },
  send,
  edit: (round) => edit(which(round)),
  accept: (round) => concede(which(round)),
  insist: (round) => {
    insisted = which(round);
    draw();
  },
  "take-back": async ({ key }) => {
    if (!(await takeBack(key))) site.trouble = say("sent-already");
    await gather();
  },
  drop: (round) => {
    drafts.drop(which(round));
    draw();
  },
  arrived: () => {
    site.moved = false;
    draw();
  },
  board: () => location.assign(site.state.board_url),
  contest: () => {
    contesting = !contesting;
    draw();
  },
  confirm: ({ seat }) => tell("confirm", seat ? { seat: Number(seat) } : {}),
  help: () => site.state.help_wanted || tell("help"),
  "take-over": () => tell("take-over"),
  dismiss: ({ key }) => dismiss(key.split(" ")),
  clock: () => clock.start(),
  sound: (_, event) => {
    clock.sound = !clock.sound;
    pressed(event.target.closest("button"), clock.sound);
  },
  "hand-over": async () => {
    const { drawCodes } = await import(page.dataset.handOver);
    const by = await device();
    drawCodes(
      page.dataset.handedOverAt,
      { ...site.state.hand_over, device: by },
      view.waiting,
      part("codes"),
      say("a-code"),
    );
    part("hand-over").showModal();
  },
  close: () => part("hand-over").close(),
  "look-below": lookBelow,
};

/** One more act on the draft: what was tapped, and on the board also where. */
function tap(act, data, event) {
  const draft = drafts.now;
  const about = { due: due(), rule: view.rule, way: way(), at: null };
  if (act === "zone") {
    if (counted(zones(draft, sides)[draft.active]) >= view.rule.discs) {
      buzz([30, 40, 30]);
      const full = ["too-many-discs", { seat: draft.active, discs: view.rule.discs }];
      text(part("wrong"), faultWords(site.state, full));
      return;
    }
    const at = tappedAt(part("board"), event);
    about.at = placeFor(Number(data.zone), at, draft.discs);
  }
  redraft(TAPS[act](draft, data, about));
}

function edit(round) {
  editing = round;
  contesting = false;
  startEditing();
  draw();
  bring("panel", "nearest");
}

/** Where nothing was tapped yet, a change begins with the present values. */
function startEditing() {
  const known = view.rounds.find((each) => which(each) === editing);
  const said = known.discs ? { discs: known.discs } : known;
  drafts.turnTo(editing, { ...fromClaim(said, sides), active: order[0] });
}

function leaveEditing() {
  const of = editing;
  editing = null;
  drafts.drop(of);
  draw();
}

/** The report is kept before anything else happens; sending it is for later. */
async function send() {
  const round = due();
  if (!round) return;
  const { claim, wrong } = judged(drafts.now, way(), round, view.rule);
  if (!claim || wrong) {
    buzz([30, 40, 30]);
    return;
  }
  editing = null;
  drafts.drop();
  await report(round, claim);
}

async function report({ game, number }, claim, more = {}) {
  const { seat } = site.state;
  const entered = made({ to: address, match, game, number, seat, claim, ...more });
  items = [...items, entered]; // shown at once
  buzz(25);
  draw();
  await put(entered);
  await gather();
  watch.refresh();
}

/** Taking the others' word is a report with their numbers, which can be taken back first. */
async function concede(name) {
  const round = view.rounds.find((each) => which(each) === name);
  const { claim } = otherWord(round, site.state.seat);
  await report(round, claim, { after: Date.now() + TAKEN_BACK });
}

function act(data, event) {
  if (TAPS[data.act]) tap(data.act, data, event);
  else ACTS[data.act]?.(data, event);
}

page.addEventListener("click", (event) => {
  const pressedOn = event.target.closest("[data-act]");
  if (!pressedOn || pressedOn.getAttribute("aria-disabled") === "true") return;
  site.trouble = ""; // already read
  act(pressedOn.dataset, event);
});

// The zones of the board are drawn, and drawings are no buttons by themselves.
page.addEventListener("keydown", (event) => {
  const zone = event.target.closest?.(".zone");
  if (!zone || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  act(zone.dataset, event);
});

// --- Start -------------------------------------------------------------------------------

const watch = new Watch(follow, site.state.event.stream);

async function start() {
  const [kept, last, chosen] = await Promise.all([
    read(`draft:${match}`),
    read(`state:${match}`),
    read(`way:${site.state.event.slug}`),
  ]);
  chosenWay = chosen ?? null;
  site.remember(last);
  view = look(site.state, (items = await waiting()));
  const known = view.rounds.find((each) => which(each) === kept?.editing);
  if (known?.due && known.may_change) editing = kept.editing;
  drafts.restore(kept?.all);
  if (editing) startEditing();
  await gather();
  onChange(gather);
  addEventListener("offline", () => {
    site.connected = false;
    drawArrived();
  });
  addEventListener("online", cutShort);
  document.addEventListener("visibilitychange", () =>
    sendWhenHidden(items, () => watch.refresh()),
  );
  addEventListener("focus", awake);
  document.addEventListener("visibilitychange", awake);
  awake();
  watch.start();
  watch.refresh();
  document.documentElement.dataset.ready = "";
  // Asked for while there is a network: the code is for when there is none.
  (window.requestIdleCallback ?? setTimeout)(() =>
    import(page.dataset.handOver).catch(() => {}),
  );
}

const keep = () => keepPage(address, page.dataset.worker, came);

// One after another: all at once they would keep a tap on a slow phone waiting.
const first = [draw, keepDocked, start, keep];
const turns = new MessageChannel();
turns.port1.onmessage = () => {
  first.shift()();
  if (first.length) turns.port2.postMessage(null);
};
turns.port2.postMessage(null);

// The entry page: what was tapped becomes a report, the report waits until it is sent, and
// what the site answers is shown. Everything is drawn from these few values.

import { placeFor, tappedAt } from "./board.js";
import { ShotClock } from "./clock.js";
import {
  acted,
  empty,
  finished,
  fromClaim,
  placed,
  stepped,
  takenAway,
  typed,
  undone,
  withTotal,
  zones,
} from "./draft.js";
import { drawEnd, drawRounds, drawSides, facing, order } from "./draw.js";
import { buzz, stayAwake } from "./feel.js";
import { device, isLasting, read, write } from "./kept.js";
import { drawNeeds, drawNews } from "./news.js";
import {
  ask,
  dismiss,
  flush,
  onChange,
  post,
  put,
  refused,
  sentTimes,
  waiting,
} from "./outbox.js";
import { drawPanel, faultWords, judged } from "./panel.js";
import { page, part, pressed, text } from "./parts.js";
import { counted, reach, scored } from "./rules.js";
import { keepPage } from "./shell.js";
import { isClosed, look, nameOf, wayFor } from "./view.js";
import { Watch } from "./watch.js";
import { say } from "./words.js";

const address = location.pathname;
let state = JSON.parse(document.getElementById("state").textContent);
const match = nameOf(state);
const sides = state.sides.length;

let items = [];
let refusals = [];
let sent = {};
let view = look(state, items);
let chosenWay = null;
let editing = null;
let draft = fresh();
let drafted = ""; // which round the draft is of
let connected = navigator.onLine;
let trouble = "";

const clock = new ShotClock(part("clock"), part("ring"), part("seconds"));

function fresh() {
  return { ...empty(sides), active: order[0] };
}

// --- What is being entered ---------------------------------------------------------------

const which = (round) => (round ? `${round.game}.${round.number}` : "");

/** The round in the panel: one that is being changed, one the other side waits for, the next. */
function due() {
  if (isClosed(state) || isElsewhere()) return null;
  if (editing) return view.rounds.find((round) => which(round) === editing)?.due ?? null;
  if (state.trust === "both" && view.theirs) return view.theirs.due;
  return view.next;
}

const isElsewhere = () =>
  state.sides.some(({ seat, device: by }) => seat === state.seat && by === "other");

const way = () => wayFor(state, chosenWay, view.rule);

/** A draft belongs to one round: when another is due, it starts anew. */
function fitDraft() {
  const now = which(due());
  if (now === drafted) return;
  if (drafted && !editing) draft = fresh();
  drafted = now;
}

// --- Drawing -----------------------------------------------------------------------------

function draw() {
  view = look(state, items);
  fitDraft();
  const round = due();
  drawSides(state, view);
  drawNeeds(state, view, {
    all: items,
    connected,
    lasting: isLasting(),
    asked: round !== null,
  });
  drawNews(state, view, { refused: refusals, trouble });
  drawPanel({ state, view, due: round, draft, way: way(), editing });
  drawRounds(state, view, sent, editing);
  drawEnd(state, view, editing);
  const help = part("help");
  const inCard = view.disputed && !state.help_wanted; // which has the same button
  help.hidden = Boolean(inCard) || (view.over !== null && !state.help_wanted);
  help.setAttribute("aria-disabled", String(state.help_wanted));
  text(part("help-says"), say(state.help_wanted ? "help-coming" : "calls-the-desk"));
  clock.offer(round ? state.rule.shot_clock : null);
  part("sound").hidden = part("clock").hidden;
}

function redraft(next) {
  if (next === draft) return;
  draft = next;
  buzz();
  draw();
  write(`draft:${match}`, { of: drafted, way: way(), draft: { ...draft, acts: [] } });
}

// --- Talking to the site -----------------------------------------------------------------

function heard(from, news) {
  if (from !== address || !news?.mark) return;
  state = { ...state, ...news };
  trouble = "";
  write(`state:${match}`, state);
}

const reached = () => {
  connected = true;
};

async function gather() {
  [items, refusals, sent] = await Promise.all([waiting(), refused(), sentTimes(match)]);
  draw();
}

/** Send what waits and hear what is new; answers whether the site could be reached. */
async function follow() {
  const done = items.length ? await flush(heard, reached) : "sent";
  connected = done === "later" ? false : await fetchState();
  await gather();
  return connected;
}

async function fetchState() {
  const { status, body } = await ask(`${address}state.json`, { seen: state.mark });
  if (status === 200) heard(address, body);
  else if (status >= 400 && status < 500) {
    // A tablet stays at its board: when this match has left it, the next one is there.
    if (status === 410 && state.way === "kiosk") location.assign(state.board_url);
    trouble = body?.error ?? trouble;
  }
  return status > 0 && status < 500;
}

async function tell(verb, said = {}) {
  const answer = await post(`${address}${verb}/`, { ...said, mark: state.mark });
  connected = answer.status > 0 && answer.status < 500;
  heard(address, answer.body?.state);
  if (answer.status !== 200) trouble = answer.body?.error ?? say("not-done");
  draw();
}

/** The screen stays on while there is something to enter. */
function awake() {
  if (!view.over) stayAwake();
}

// --- Acts --------------------------------------------------------------------------------

const ACTS = {
  win: ({ seat }) => {
    const winner = seat === "" ? -1 : Number(seat);
    redraft(acted(draft, { winner }));
  },
  finish: ({ seat, place }) => redraft(finished(draft, Number(seat), Number(place))),
  step: ({ seat, by }) => {
    const most = due().allows?.shots ?? view.rule.discs;
    redraft(stepped(draft, Number(seat), Number(by), most));
  },
  active: ({ seat }) => redraft({ ...draft, active: Number(seat) }),
  key: ({ key }) => {
    const most = reach(view.rule.discs, null)[1];
    if (way() === "totals") {
      const text_ = typed(draft.totals[draft.active], key, most);
      redraft(withTotal(draft, draft.active, text_));
    } else redraft(acted(draft, { margin: typed(draft.margin, key, most) }));
  },
  zone: ({ zone }, event) => place(Number(zone), event),
  take: ({ zone }) => redraft(takenAway(draft, draft.active, Number(zone))),
  way: ({ wayOf }) => {
    chosenWay = wayOf;
    write(`way:${state.event.slug}`, wayOf);
    draw();
    part("panel").scrollIntoView({ block: "start" });
  },
  undo: () => {
    if (draft.acts.length) redraft(undone(draft));
    else if (editing) leaveEditing();
  },
  send,
  edit: ({ game, number }) => edit(`${game}.${number}`),
  accept: ({ game, number }) =>
    tell("accept", { game: Number(game), number: Number(number) }),
  confirm: ({ seat }) => tell("confirm", seat ? { seat: Number(seat) } : {}),
  help: () => state.help_wanted || tell("help"),
  "take-over": () => tell("take-over"),
  dismiss: ({ key }) => dismiss(key),
  clock: () => clock.start(),
  sound: (_, event) => {
    clock.sound = !clock.sound;
    pressed(event.target.closest("button"), clock.sound);
  },
  "hand-over": async () => {
    const { drawCodes } = await import(page.dataset.handOver);
    const by = await device();
    drawCodes(
      { ...state.hand_over, device: by },
      view.waiting,
      part("codes"),
      say("a-code"),
    );
    part("hand-over").showModal();
  },
  close: () => part("hand-over").close(),
};

function place(zone, event) {
  const { active, discs } = draft;
  if (counted(zones(draft, sides)[active]) >= view.rule.discs) {
    buzz([30, 40, 30]);
    const full = ["too-many-discs", { seat: active, discs: view.rule.discs }];
    text(part("wrong"), faultWords(state, full));
    return;
  }
  const at = placeFor(zone, tappedAt(part("board"), event), discs);
  redraft(placed(draft, active, zone, at));
}

function edit(round) {
  const known = view.rounds.find((each) => which(each) === round);
  editing = round;
  drafted = round;
  const said = known.discs ? { discs: known.discs } : known;
  draft = { ...fromClaim(said, sides), active: order[0] };
  draw();
  part("panel").scrollIntoView({ block: "nearest" });
}

function leaveEditing() {
  editing = null;
  draft = fresh();
  draw();
}

/** The report is kept before anything else happens; sending it is for later. */
async function send() {
  const round = due();
  if (!round) return;
  const { claim, wrong } = judged(draft, way(), round, view.rule);
  if (!claim || wrong) {
    buzz([30, 40, 30]);
    return;
  }
  const { game, number } = round;
  const report = { to: address, match, game, number, seat: state.seat, claim };
  items = [...items, report]; // shown at once; the kept one takes its place
  editing = null;
  draft = fresh();
  buzz(25);
  draw();
  const { points } = scored(view.rule, claim);
  text(part("told"), say("told", { number, result: facing(points) }));
  await put(report);
  write(`draft:${match}`, null);
  await gather();
  watch.soon();
}

page.addEventListener("click", (event) => {
  const pressedOn = event.target.closest("[data-act]");
  if (!pressedOn || pressedOn.getAttribute("aria-disabled") === "true") return;
  trouble = ""; // read by now
  ACTS[pressedOn.dataset.act]?.(pressedOn.dataset, event);
});

// The zones of the board are drawn, and drawings are no buttons by themselves.
page.addEventListener("keydown", (event) => {
  const zone = event.target.closest?.(".zone");
  if (!zone || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  ACTS.zone(zone.dataset, event);
});

// --- Start -------------------------------------------------------------------------------

const watch = new Watch(follow, state.event.stream);

async function start() {
  const [kept, last, chosen] = await Promise.all([
    read(`draft:${match}`),
    read(`state:${match}`),
    read(`way:${state.event.slug}`),
  ]);
  chosenWay = chosen ?? null;
  // A page from the phone's own store may be older than what this phone last saw.
  if (last && last.seat === state.seat && last.event.revision > state.event.revision) {
    state = { ...last, needs: last.needs };
  }
  await gather();
  if (kept && kept.of === drafted) {
    draft = kept.draft;
    chosenWay = kept.way;
    draw();
  }
  onChange(gather);
  addEventListener("offline", () => {
    connected = false;
    draw();
  });
  addEventListener("focus", awake);
  document.addEventListener("visibilitychange", awake);
  awake();
  watch.start();
  watch.soon();
  document.documentElement.dataset.ready = "";
  // Asked for while there is a network: the code is for when there is none.
  (window.requestIdleCallback ?? setTimeout)(() =>
    import(page.dataset.handOver).catch(() => {}),
  );
}

draw();
start();
keepPage(address, page.dataset.worker);

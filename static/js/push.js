// "Notify me when called": asks the browser, then the site. Each [data-push-for]
// holds one sentence for every way it can be; only the one that is true is shown.
const OWN_PAGE = "/own-page";

for (const ask of document.querySelectorAll("[data-push-for]")) begin(ask);

async function begin(ask) {
  ask.addEventListener("click", (event) => {
    const pressed = event.target.closest("button")?.value;
    if (pressed) act(ask, pressed === "on");
  });
  show(ask, await state(ask));
}

async function state(ask) {
  if (!window.isSecureContext) return "insecure";
  // Only iOS knows navigator.standalone: false in the browser, where it has no notifications.
  if (!("serviceWorker" in navigator && "PushManager" in window)) {
    return navigator.standalone === false ? "in-browser" : "unable";
  }
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.getRegistration("/");
  const address = await worker?.pushManager.getSubscription();
  return address && (await say(ask, address, null)) ? "on" : "off";
}

async function act(ask, on) {
  const buttons = ask.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  try {
    show(ask, (await say(ask, await addressOf(ask, on), on)) ? "on" : "off");
    if (on && ask.dataset.pushOwn) await keepOwnPage();
  } catch {
    show(ask, Notification.permission === "denied" ? "denied" : "failed");
  } finally {
    for (const button of buttons) button.disabled = false;
  }
  ask.querySelector("[data-when]:not([hidden])").focus();
}

async function addressOf(ask, on) {
  if (on && (await Notification.requestPermission()) !== "granted") throw new Error("denied");
  const worker = await navigator.serviceWorker.register(ask.dataset.pushWorker, { scope: "/" });
  await active(worker);
  const key = bytes(ask.dataset.pushKey);
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(wanted);
  } catch (trouble) {
    if (trouble.name !== "InvalidStateError") throw trouble;
    // The site has another key than when this browser first asked.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(wanted);
  }
}

function active(worker) {
  const coming = worker.installing ?? worker.waiting;
  if (worker.active || !coming) return null;
  return new Promise((done) => {
    coming.addEventListener("statechange", () => coming.state === "activated" && done());
  });
}

async function say(ask, address, on) {
  const answer = await fetch(ask.dataset.pushTo, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ for: ask.dataset.pushFor, address, on }),
  });
  if (!answer.ok) throw new Error(answer.status);
  return (await answer.json()).on;
}

// A notice about oneself leads back to this page; the site itself cannot know its address.
async function keepOwnPage() {
  const kept = await caches.open("own-page");
  await kept.put(OWN_PAGE, new Response(location.pathname));
}

function show(ask, state) {
  for (const each of ask.querySelectorAll("[data-when]")) {
    each.hidden = each.dataset.when !== state;
  }
  ask.hidden = false;
}

function bytes(base64) {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (each) => each.charCodeAt(0));
}

// Brings what another phone could not send: from the address a camera opened, from this
// page's own camera, or from a picture. Brought twice, it counts once.

import { make, part, shown, text } from "./parts.js";
import { say } from "./words.js";

const camera = part("camera");
const look = document.querySelector('[data-act="look"]');
const picture = part("file");
let read = null; // the reader weighs more than the page, so it comes when it is asked for

async function reader() {
  if (!read) {
    await import(look.dataset.reader);
    read = globalThis.jsQR;
  }
  return read;
}

/** What is behind the # of a hand-over's address; nothing for any other code. */
function payloadIn(code) {
  const [address, payload] = code.split("#");
  return address.endsWith("/play/hand-over/") ? payload : null;
}

async function bring(payload) {
  text(part("says"), say("sending"));
  let answer = null;
  try {
    answer = await fetch(location.pathname, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ payload }),
    });
    tellOf(await answer.json(), payload);
  } catch {
    text(part("says"), say("failed"));
  }
}

function tellOf({ results, where, error }, payload) {
  text(part("says"), error ?? say("done", { where }));
  const { reports } = JSON.parse(
    atob(payload.split(".")[0].replaceAll("-", "+").replaceAll("_", "/")),
  );
  const rounds = new Map(reports.map(({ key, number }) => [key, number]));
  const lines = (results ?? []).map(({ key, took, why }) =>
    make("li", {}, say(took, { n: rounds.get(key), why })),
  );
  part("results").replaceChildren(...lines);
}

function codeIn(image, width, height) {
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, 1000 / Math.max(width, height));
  canvas.width = width * scale;
  canvas.height = height * scale;
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  return read(data, canvas.width, canvas.height)?.data ?? null;
}

async function scan() {
  await reader();
  let stream;
  try {
    const video = { facingMode: "environment", width: { ideal: 1280 } };
    stream = await navigator.mediaDevices.getUserMedia({ video });
  } catch {
    text(part("says"), say("no-camera"));
    return;
  }
  shown(camera, true);
  camera.srcObject = stream;
  await camera.play();
  const found = await frames();
  stream.getTracks().forEach((track) => track.stop());
  shown(camera, false);
  await bring(found);
}

const frames = () =>
  new Promise((resolve) => {
    const step = () => {
      const code =
        camera.videoWidth && codeIn(camera, camera.videoWidth, camera.videoHeight);
      const payload = code ? payloadIn(code) : null;
      if (payload) resolve(payload);
      else setTimeout(step, 150);
    };
    step();
  });

async function readPicture({ target }) {
  await reader();
  const image = await createImageBitmap(target.files[0]);
  const code = codeIn(image, image.width, image.height);
  const payload = code ? payloadIn(code) : null;
  if (payload) await bring(payload);
  else text(part("says"), say("no-code"));
}

// Browsers give a camera to pages over https only; a picture works everywhere.
shown(look, Boolean(navigator.mediaDevices));
shown(picture, true);
look.addEventListener("click", scan);
picture.querySelector("input").addEventListener("change", readPicture);
function fromAddress() {
  const payload = location.hash.slice(1);
  if (payload) bring(payload);
}
addEventListener("hashchange", fromAddress);
fromAddress();

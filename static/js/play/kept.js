// What this phone keeps: reports that wait to be sent, and what it last saw of each match.
// Where the browser keeps nothing (a private window, say) it lasts as long as the page.

import { createStore, get, set, update } from "../../vendor/idb-keyval-6.3.0.js";

const memory = new Map();
let store;
try {
  store = createStore("twenties-play", "kept");
} catch {
  store = null; // no database in this browser
}

let lasting = store !== null;

/** Whether what is kept outlives the page. */
export const isLasting = () => lasting;

async function tried(with_, without) {
  if (lasting) {
    try {
      return await with_();
    } catch {
      lasting = false;
    }
  }
  return without();
}

export const read = (key) =>
  tried(
    () => get(key, store),
    () => memory.get(key),
  );

export const write = (key, value) =>
  tried(
    () => set(key, value, store),
    () => void memory.set(key, value),
  );

/** Read, change and write in one go, also while another tab does the same. */
export const change = (key, how) =>
  tried(
    () => update(key, how, store),
    () => void memory.set(key, how(memory.get(key))),
  );

/** A unique key; randomUUID is missing on plain HTTP, as in a hall. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** This tab's own name, the same when its page is loaded again. */
export function tabName() {
  try {
    return (sessionStorage.tab ??= freshKey());
  } catch {
    return freshKey(); // no storage in this browser
  }
}

/** This phone's own name, made once. */
export async function device() {
  await change("device", (known) => known ?? freshKey());
  return read("device");
}

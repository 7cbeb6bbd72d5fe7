// What a phone can do beside showing: stay awake, buzz, beep. Some phones refuse
// some of it.

let lock = null;

/** Keep the screen on while a match is being scored. */
export async function stayAwake() {
  if (!navigator.wakeLock || document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // a low battery, or a browser that refuses
  }
}

export const buzz = (pattern = 12) => navigator.vibrate?.(pattern);

let sound = null;

/** Browsers let a page make sounds only after a touch: call this from a tap. */
export function readySound() {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  sound ??= new Context();
  sound.resume?.();
}

export function beep(pitch, seconds) {
  if (sound?.state !== "running") return;
  const tone = sound.createOscillator();
  const loud = sound.createGain();
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.2, sound.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + seconds);
  tone.connect(loud).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + seconds);
}

// @ts-check
// Plays sounds one at a time, once a gesture has allowed them, and vibrates.

import { isSoundOn } from './sound-setting.js';
import { SOUNDS, soundLength, startSound } from './sounds.js';

/** @typedef {import('./sounds.js').SoundName} SoundName */

/** Gestures after which browsers allow sound. */
const GESTURES = ['pointerup', 'keydown'];
/** Milliseconds after which a sound that could not start comes too late. */
const MAX_DELAY = 500;
/** Seconds in which a sound that matters less is faded out. */
const FADE = 0.03;
/** Milliseconds without a sound after which the audio device is released. */
const IDLE_TIME = 8_000;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {AudioContext | null} */
let context = null;
/** The sound that is heard, until its end in seconds of the context. @type {{ rank: number, end: number, output: GainNode } | null} */
let current = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let idleTimer;
let hadGesture = false;

/** Whether the page has had a gesture, also before this module was loaded. */
const isAllowed = () => hadGesture || (navigator.userActivation?.hasBeenActive ?? false);

/** Start the audio context within a gesture, as some browsers require. */
function onGesture() {
  hadGesture = true;
  if (!isSoundOn.value) return;
  GESTURES.forEach((gesture) => removeEventListener(gesture, onGesture, true));
  void start();
}

GESTURES.forEach((gesture) => addEventListener(gesture, onGesture, true));
isSoundOn.subscribe((isOn) => !isOn && release());

/** Return a running audio context; null where sound is denied. */
async function start() {
  try {
    context ??= new AudioContext({ latencyHint: 'interactive' });
    await context.resume();
    clearTimeout(idleTimer);
    idleTimer = setTimeout(release, IDLE_TIME);
    return context.state === 'running' ? context : null;
  } catch {
    return null;
  }
}

function release() {
  clearTimeout(idleTimer);
  current = null;
  // It is refused only if the browser has closed the context.
  context?.suspend().catch(() => {});
}

/** Play a sound, unless one that matters as much is heard. @param {SoundName} name */
export async function playSound(name) {
  if (!isSoundOn.value || !isAllowed()) return;
  const askedAt = performance.now();
  const running = await start();
  if (!running || !isSoundOn.value || performance.now() - askedAt > MAX_DELAY) return;
  const { rank } = SOUNDS[name];
  let at = running.currentTime;
  if (current && current.end > at) {
    if (current.rank >= rank) return;
    current.output.gain.setTargetAtTime(0, at, FADE / 4);
    at += FADE;
  }
  current = { rank, end: at + soundLength(name), output: startSound(running, name, at) };
}

/** Vibrate shortly, where devices can; a vibration is a motion that can be unwanted. */
export function vibrate() {
  if (isSoundOn.value && isAllowed() && !reducedMotion.matches) navigator.vibrate?.(60);
}

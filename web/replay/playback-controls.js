// @ts-check
// The buttons, the scrubber and the keys by which one moves in a replay.

import { html, useEffect, useRef } from '../ui/html.js';
import { whereIn } from './chapters.js';
import { SPEEDS } from './playback.js';

/**
 * @typedef {import('./playback.js').Moving} Moving
 * @typedef {import('./chapters.js').Round} Round
 */

/** The signs on the buttons, in a square of 24. */
const SIGNS = {
  event: 'M9 5l8 7-8 7z',
  trick: 'M5 5l7 7-7 7zM12 5l7 7-7 7z',
  round: 'M3 5l6 7-6 7zM9 5l6 7-6 7zM15 5l6 7-6 7z',
  end: 'M6 5l9 7-9 7zM16 5h2.5v14H16z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
};

/** What takes arrow keys, or what is typed, for itself. */
const OWN_KEYS =
  'input:not([type="range"]), select, textarea, [role="toolbar"], [tabindex="0"], dialog, [contenteditable]';
/** What the space bar presses. */
const PRESSED = 'button, a, summary, input:not([type="range"])';

/** @param {{ moving: Moving, last: number, live: boolean, rounds: readonly Round[], words: string }} props */
export function Controls({ moving, last, live, rounds, words }) {
  useKeys(moving, last);
  const { at, playing, following, speed, step, go, play } = moving;
  const first = at <= 1;
  const end = at >= last;
  const toggle = playing ? 'Pause' : 'Play';
  return html`<div class="replay-controls" role="group" aria-label="Moving through the game">
    <${Scrubber} moving=${moving} last=${last} rounds=${rounds} words=${words} />
    <div class="replay-buttons">
      <${Step} sign="end" back name="To the start" off=${first} press=${() => go(1)} />
      <${Step} sign="round" back name="Previous round" off=${first} press=${() => step('round', -1)} />
      <${Step} sign="trick" back name="Previous trick" off=${first} press=${() => step('trick', -1)} />
      <${Step} sign="event" back name="Previous event" off=${first} press=${() => step('event', -1)} />
      <button type="button" class="main replay-step" title=${toggle} onClick=${() => play(!playing)}>
        <${Sign} path=${playing ? SIGNS.pause : SIGNS.play} /><span class="unseen">${toggle}</span>
      </button>
      <${Step} sign="event" name="Next event" off=${end} press=${() => step('event', 1)} />
      <${Step} sign="trick" name="Next trick" off=${end} press=${() => step('trick', 1)} />
      <${Step} sign="round" name="Next round" off=${end} press=${() => step('round', 1)} />
      <${Step} sign="end" name="To the end" off=${end} press=${() => go(last)} />
      <label class="replay-speed">Speed
        <select
          value=${String(speed)}
          onChange=${(/** @type {any} */ { target }) => moving.setSpeed(Number(target.value))}
        >
          ${SPEEDS.map((each) => html`<option value=${String(each)}>${each}×</option>`)}
        </select>
      </label>
      ${live && html`<button type="button" aria-pressed=${following} class="replay-live" onClick=${moving.follow}>
        <span aria-hidden="true">●</span> Live
      </button>`}
    </div>
    <p class="quiet replay-keys">Keys: ← and → go by event, with Shift by trick, on the slider Page up and Page down
      by round; Home and End; Space plays and pauses.</p>
  </div>`;
}

/** @param {{ sign: keyof typeof SIGNS, name: string, press: () => void, off: boolean, back?: boolean }} props */
function Step({ sign, name, press, off, back = false }) {
  // Not `disabled`, by which the keyboard would lose its place at the ends.
  return html`<button
    type="button" class="replay-step ${back ? 'replay-back' : ''}" title=${name} aria-disabled=${off}
    onClick=${() => off || press()}
  ><${Sign} path=${SIGNS[sign]} /><span class="unseen">${name}</span></button>`;
}

/** @param {{ path: string }} props */
const Sign = ({ path }) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

/** @param {{ moving: Moving, last: number, rounds: readonly Round[], words: string }} props */
function Scrubber({ moving: { at, go }, last, rounds, words }) {
  /** @param {number} version */
  const place = (version) => ({ '--place': last > 1 ? (version - 1) / (last - 1) : 0 });
  return html`<div class="replay-track">
    <div class="replay-marks" aria-hidden="true">
      ${rounds.map(({ number, dealt, tricks }) => html`
        <i key=${number} class="replay-mark replay-mark-round" style=${place(dealt)}></i>
        ${tricks.map(({ to }) => to !== null && html`<i key=${to} class="replay-mark" style=${place(to)}></i>`)}`)}
    </div>
    <input
      type="range" min="1" max=${last} step="1" value=${at} aria-label="Moment" aria-valuetext=${words}
      onInput=${(/** @type {any} */ { target }) => go(Number(target.value))}
    />
  </div>`;
}

/** @param {Moving} moving @param {number} last */
function useKeys(moving, last) {
  const now = useRef({ moving, last });
  now.current = { moving, last };
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(OWN_KEYS) || document.querySelector('dialog[open]')) return;
      if (event.key === ' ' && target.closest(PRESSED)) return;
      const done = act(event, now.current.moving, now.current.last, target instanceof HTMLInputElement);
      if (done) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/**
 * Do what a key says; tells whether it says anything.
 * @param {KeyboardEvent} event @param {Moving} moving @param {number} last
 * @param {boolean} slider whether it has the keyboard
 */
function act({ key, shiftKey }, { step, go, play, playing }, last, slider) {
  const stride = shiftKey ? 'trick' : 'event';
  if (key === 'ArrowRight' || (slider && key === 'ArrowUp')) step(stride, 1);
  else if (key === 'ArrowLeft' || (slider && key === 'ArrowDown')) step(stride, -1);
  else if (slider && key === 'PageUp') step('round', 1);
  else if (slider && key === 'PageDown') step('round', -1);
  else if (key === 'Home') go(1);
  else if (key === 'End') go(last);
  else if (key === ' ') play(!playing);
  else return false;
  return true;
}

/**
 * The rounds, and the tricks of the one that is shown, to go to.
 * @param {{ rounds: readonly Round[], at: number, go: (at: number) => void }} props
 */
export function Chapters({ rounds, at, go }) {
  const { round: here, trick: shown } = whereIn(rounds, at);
  return html`<nav class="replay-chapters" aria-label="Rounds and tricks">
    <h2>Rounds and tricks</h2>
    ${!rounds.length && html`<p class="quiet">Nothing was dealt.</p>`}
    <ol>
      ${rounds.map((round) => html`<li key=${round.number}>
        <button type="button" aria-current=${round === here ? 'step' : undefined} onClick=${() => go(round.dealt)}>
          Round ${round.number + 1}
        </button>
        ${round === here && round.tricks.length > 0 && html`<ol aria-label="Tricks of round ${round.number + 1}">
          ${round.tricks.map((trick) => html`<li key=${trick.number}><button
            type="button" aria-current=${trick === shown ? 'step' : undefined} onClick=${() => go(trick.from)}
          ><span class="unseen">Trick </span>${trick.number + 1}</button></li>`)}
        </ol>`}
      </li>`)}
    </ol>
  </nav>`;
}

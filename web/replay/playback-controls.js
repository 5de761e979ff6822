// @ts-check
// The controls of a replay: buttons, slider, keyboard shortcuts, and the list of rounds.

import { t } from 'catalogue/replay.js';
import { html, useEffect, useRef } from '../ui/html.js';
import { locate } from './chapters.js';
import { SPEEDS } from './playback.js';

/**
 * @typedef {import('./playback.js').Playback} Playback
 * @typedef {import('./chapters.js').Round} Round
 */

/** The icons of the buttons, in a square of 24. */
const ICONS = {
  event: 'M9 5l8 7-8 7z',
  trick: 'M5 5l7 7-7 7zM12 5l7 7-7 7z',
  round: 'M3 5l6 7-6 7zM9 5l6 7-6 7zM15 5l6 7-6 7z',
  end: 'M6 5l9 7-9 7zM16 5h2.5v14H16z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
};

/** Elements that handle arrow keys or typed text themselves. */
const KEYBOARD_WIDGETS =
  'input:not([type="range"]), select, textarea, [role="toolbar"], [tabindex="0"], dialog, [contenteditable]';
/** Elements that handle the space bar themselves. */
const SPACE_WIDGETS = 'button, a, summary, input:not([type="range"])';

/**
 * @param {{
 *   playback: Playback, lastVersion: number, isLive: boolean, rounds: readonly Round[], valueText: string,
 * }} props `valueText` describes the current moment
 */
export function PlaybackControls({ playback, lastVersion, isLive, rounds, valueText }) {
  useKeyboardShortcuts(playback, lastVersion);
  const { version, isPlaying, isFollowing, speed, step, goTo, setPlaying } = playback;
  const isAtStart = version <= 1;
  const isAtEnd = version >= lastVersion;
  const toggleLabel = t(isPlaying ? 'replay.pause' : 'replay.play');
  return html`<div class="replay-controls" role="group" aria-label=${t('replay.playback')}>
    <${Slider} playback=${playback} lastVersion=${lastVersion} rounds=${rounds} valueText=${valueText} />
    <div class="replay-buttons">
      <${Step} icon="end" mirrored name=${t('replay.toStart')} disabled=${isAtStart} onPress=${() => goTo(1)} />
      <${Step} icon="round" mirrored name=${t('replay.previousRound')} disabled=${isAtStart} onPress=${() => step('round', -1)} />
      <${Step} icon="trick" mirrored name=${t('replay.previousTrick')} disabled=${isAtStart} onPress=${() => step('trick', -1)} />
      <${Step} icon="event" mirrored name=${t('replay.previousEvent')} disabled=${isAtStart} onPress=${() => step('event', -1)} />
      <button type="button" class="main replay-step" title=${toggleLabel} onClick=${() => setPlaying(!isPlaying)}>
        <${Icon} path=${isPlaying ? ICONS.pause : ICONS.play} /><span class="unseen">${toggleLabel}</span>
      </button>
      <${Step} icon="event" name=${t('replay.nextEvent')} disabled=${isAtEnd} onPress=${() => step('event', 1)} />
      <${Step} icon="trick" name=${t('replay.nextTrick')} disabled=${isAtEnd} onPress=${() => step('trick', 1)} />
      <${Step} icon="round" name=${t('replay.nextRound')} disabled=${isAtEnd} onPress=${() => step('round', 1)} />
      <${Step} icon="end" name=${t('replay.toEnd')} disabled=${isAtEnd} onPress=${() => goTo(lastVersion)} />
      <label class="replay-speed">${t('replay.speed')}
        <select
          value=${String(speed)}
          onChange=${(/** @type {any} */ { target }) => playback.setSpeed(Number(target.value))}
        >
          ${SPEEDS.map((each) => html`<option value=${String(each)}>${each}×</option>`)}
        </select>
      </label>
      ${isLive && html`<button type="button" aria-pressed=${isFollowing} class="replay-live" onClick=${playback.follow}>
        <span aria-hidden="true">●</span> ${t('replay.live')}
      </button>`}
    </div>
    <p class="quiet replay-keys">${t('replay.keys')}</p>
  </div>`;
}

/**
 * @param {{ icon: keyof typeof ICONS, name: string, onPress: () => void, disabled: boolean, mirrored?: boolean }}
 * props
 */
function Step({ icon, name, onPress, disabled, mirrored = false }) {
  // With the attribute `disabled` the button would lose the focus.
  return html`<button
    type="button" class="replay-step ${mirrored ? 'replay-back' : ''}" title=${name} aria-disabled=${disabled}
    onClick=${() => disabled || onPress()}
  ><${Icon} path=${ICONS[icon]} /><span class="unseen">${name}</span></button>`;
}

/** @param {{ path: string }} props */
const Icon = ({ path }) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

/** @param {{ playback: Playback, lastVersion: number, rounds: readonly Round[], valueText: string }} props */
function Slider({ playback: { version, goTo }, lastVersion, rounds, valueText }) {
  /** @param {number} at */
  const trackPosition = (at) => ({ '--place': lastVersion > 1 ? (at - 1) / (lastVersion - 1) : 0 });
  return html`<div class="replay-track">
    <div class="replay-marks" aria-hidden="true">
      ${rounds.map(({ number, dealt, tricks }) => html`
        <i key=${number} class="replay-mark replay-mark-round" style=${trackPosition(dealt)}></i>
        ${tricks.map(({ to }) =>
          to !== null && html`<i key=${to} class="replay-mark" style=${trackPosition(to)}></i>`)}`)}
    </div>
    <input
      type="range" min="1" max=${lastVersion} step="1" value=${version} aria-label=${t('replay.moment')}
      aria-valuetext=${valueText}
      onInput=${(/** @type {any} */ { target }) => goTo(Number(target.value))}
    />
  </div>`;
}

/** @param {Playback} playback @param {number} lastVersion */
function useKeyboardShortcuts(playback, lastVersion) {
  const latest = useRef({ playback, lastVersion });
  latest.current = { playback, lastVersion };
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKeyDown = (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(KEYBOARD_WIDGETS) || document.querySelector('dialog[open]')) return;
      if (event.key === ' ' && target.closest(SPACE_WIDGETS)) return;
      const { playback: current, lastVersion: end } = latest.current;
      if (handleKey(event, current, end, target instanceof HTMLInputElement)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/**
 * Handle a key; returns whether it is a shortcut.
 * @param {KeyboardEvent} event @param {Playback} playback @param {number} lastVersion
 * @param {boolean} isSlider whether the slider has the focus
 */
function handleKey({ key, shiftKey }, { step, goTo, setPlaying, isPlaying }, lastVersion, isSlider) {
  const size = shiftKey ? 'trick' : 'event';
  if (key === 'ArrowRight' || (isSlider && key === 'ArrowUp')) step(size, 1);
  else if (key === 'ArrowLeft' || (isSlider && key === 'ArrowDown')) step(size, -1);
  else if (isSlider && key === 'PageUp') step('round', 1);
  else if (isSlider && key === 'PageDown') step('round', -1);
  else if (key === 'Home') goTo(1);
  else if (key === 'End') goTo(lastVersion);
  else if (key === ' ') setPlaying(!isPlaying);
  else return false;
  return true;
}

/**
 * The list of rounds, with the tricks of the current one.
 * @param {{ rounds: readonly Round[], version: number, goTo: (version: number) => void }} props
 */
export function ChapterList({ rounds, version, goTo }) {
  const { round: currentRound, trick: currentTrick } = locate(rounds, version);
  return html`<nav class="replay-chapters" aria-label=${t('replay.chapters')}>
    <h2>${t('replay.chapters')}</h2>
    ${!rounds.length && html`<p class="quiet">${t('replay.noDeal')}</p>`}
    <ol>
      ${rounds.map((round) => html`<li key=${round.number}>
        <button type="button" aria-current=${round === currentRound ? 'step' : undefined}
          onClick=${() => goTo(round.dealt)}>
          ${t('replay.round', { number: round.number + 1 })}
        </button>
        ${round === currentRound && round.tricks.length > 0 && html`<ol
          aria-label=${t('replay.tricksOfRound', { number: round.number + 1 })}>
          ${round.tricks.map((trick) => html`<li key=${trick.number}><button type="button"
            aria-label=${t('replay.trick', { number: trick.number + 1 })}
            aria-current=${trick === currentTrick ? 'step' : undefined} onClick=${() => goTo(trick.from)}
          >${trick.number + 1}</button></li>`)}
        </ol>`}
      </li>`)}
    </ol>
  </nav>`;
}

// @ts-check
// The summary of a round on the felt: bids, tricks, points, and the scores with the way to the end of the game.

import { t } from 'catalogue/results.js';
import { reducedMotion } from '../motion/use-motion.js';
import { scoreRows } from '../table/score-sheet.js';
import { signedNumber } from '../text/phrases.js';
import { Avatar } from '../ui/avatar.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useEffect, useId, useMemo, useState } from '../ui/html.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('../table/score-sheet.js').ScoreEntry} ScoreEntry
 */

/** Milliseconds for which a score counts up. */
const COUNT_TIME = 900;
/** Keys that do not close the summary: they move the focus, or are part of a shortcut. */
const OTHER_KEYS = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta']);

/**
 * @param {{
 *   game: Game, names: Names, events: readonly import('../schema').GameEvent[], version: number, isHeld: boolean,
 *   onContinue: () => void,
 * }} props `version` is that of the end of the round; `isHeld` tells whether the table waits for the summary
 */
export function RoundSummary({ game, names, events, version, isHeld, onContinue }) {
  const title = useId();
  const ref = useFocusFallback();
  const row = useMemo(() => scoreRows(events).find((each) => each.version === version), [events, version]);
  useEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      const { key, target } = event;
      const isAtTable = target === document.body || (target instanceof Element && target.closest('.table-main'));
      if (!isAtTable || OTHER_KEYS.has(key) || event.ctrlKey || event.altKey || event.metaKey) return;
      // The button that has the focus handles these keys itself.
      if ((key === ' ' || key === 'Enter') && target instanceof Element && target.closest('button, a')) return;
      // The same key would also skip the steps that follow.
      if (isHeld) event.stopImmediatePropagation();
      onContinue();
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [isHeld, onContinue]);
  if (!row?.entries) return null;
  const { targetScore, rounds } = game.variant;
  const seats = row.entries.map((entry, index) => ({ ...entry, index }));
  seats.sort((one, other) => other.total - one.total);
  const onClick = (/** @type {Event} */ event) => (event.stopPropagation(), onContinue());
  return html`<section class="round-end ${isHeld ? '' : 'round-end-beside'}" aria-labelledby=${title} ref=${ref}>
    <div class="round-end-head">
      <h2 id=${title}>${t('results.round', { round: row.round + 1 })}</h2>
      <p>${aimText(row.round, targetScore, rounds)}</p>
    </div>
    ${rounds !== null && html`<${Bar} from=${row.round / rounds} to=${(row.round + 1) / rounds} />`}
    <ol class="round-end-seats">${seats.map((entry) => html`<${SeatResult}
      key=${entry.index} entry=${entry} seat=${game.seats[entry.index]} name=${names.seat(entry.index)} target=${targetScore}
    />`)}</ol>
    <button type="button" class="main" onClick=${onClick}>${t('results.continue')}</button>
  </section>`;
}

/** Return how far the game has come. @param {number} round @param {number | null} target @param {number | null} rounds */
function aimText(round, target, rounds) {
  if (target !== null) return t('results.target', { count: target });
  if (rounds === null) return '';
  return t('results.roundsLeft', { count: rounds - round - 1 });
}

/** @param {{ entry: ScoreEntry, seat: import('../schema').Seat, name: string, target: number | null }} props */
function SeatResult({ entry: { points, total, bid, tricks, outcome }, seat, name, target }) {
  const before = total - points;
  const gained = points < 0 ? signedNumber(points) : `+${points}`;
  const note = bid === null ? t('results.tricks', { tricks }) : t('results.bidAndTricks', { bid, tricks });
  const isMade = outcome === 'MADE';
  return html`<li data-result=${seat.index}>
    <${Avatar} id=${seat.player.id} isMachine=${seat.machine} size=${32} />
    <p class="round-end-name"><strong>${name}</strong>
      <span class="round-end-note">${note}${outcome && html` <span class="round-end-outcome ${
        isMade ? 'round-end-made' : ''}"><span aria-hidden="true">${isMade ? '✓' : '✗'} </span>${
        t(isMade ? 'results.made' : 'results.notMade')}</span>`}</span>
    </p>
    <p class="round-end-points"><span aria-hidden="true">${gained}</span><span class="unseen">${
      t('results.pointsInRound', { points: gained })}</span></p>
    <p class="round-end-total"><${CountedNumber} key=${total} from=${before} to=${total} /><span class="unseen">${
      t('results.total', { points: signedNumber(total) })}</span></p>
    ${target !== null && html`<${Bar} from=${before / target} to=${total / target} />`}
  </li>`;
}

/** A bar that grows from one share to another. @param {{ from: number, to: number }} props */
const Bar = ({ from, to }) => html`<div class="round-end-bar" aria-hidden="true"><i
  style=${{ '--from': limited(from), '--to': limited(to) }}></i></div>`;

/** @param {number} share */
const limited = (share) => Math.max(0, Math.min(1, share));

/** A number that counts up, for the eyes only; at once with reduced motion. @param {{ from: number, to: number }} props */
function CountedNumber({ from, to }) {
  const [shown, setShown] = useState(reducedMotion.matches ? to : from);
  useEffect(() => {
    if (reducedMotion.matches) return undefined;
    const start = performance.now();
    let frame = requestAnimationFrame(function count() {
      const share = Math.min(1, (performance.now() - start) / COUNT_TIME);
      setShown(Math.round(from + (to - from) * share));
      if (share < 1) frame = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(frame);
  }, [from, to]);
  return html`<span aria-hidden="true">${signedNumber(shown)}</span>`;
}

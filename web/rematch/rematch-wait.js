// @ts-check
// The wait of a rematch for its players: who is awaited, until when, and what follows.

import { t, tParts } from 'catalogue/rematch.js';
import { noteServerTime, serverNow } from '../net/server-clock.js';
import { joinList } from '../text/card-names.js';
import { displayName } from '../text/player-names.js';
import { timeLeftText } from '../text/time-left.js';
import { html, useEffect, useMemo, useRerender } from '../ui/html.js';
import { consequenceText, MissingChoice } from './missing-choice.js';

/**
 * @param {{
 *   game: import('../schema').Game, facts: import('./rematch-facts.js').RematchFacts, hasMachines: boolean,
 *   isOrganizer: boolean, busy: import('../ui/busy-button.js').Busy,
 *   sendCommand: (mutation: string, input?: Record<string, unknown>) => Promise<unknown>,
 * }} props
 */
export function RematchWait({ game, facts, hasMachines, isOrganizer, busy, sendCommand }) {
  const { at, before, missing, until } = facts;
  // The time left is never longer than the whole wait.
  useMemo(() => noteServerTime(at), [at]);
  const error = busy.errorOf('missing');
  const choose = (/** @type {import('../schema').MissingPlayers} */ choice) =>
    busy.run('missing', () => sendCommand('rematch', { game: before, missing: choice }));
  const awaited = joinList(game.invited.map(displayName));
  return html`<div class="rematch-wait">
    <p>${tParts('rematch.rematchOf', { game: html`<a href=${`/games/${before}`}>${t('rematch.previousGame')}</a>` })}</p>
    ${until !== null && (awaited
      ? html`<p>${tParts('rematch.waitsFor', { names: html`<strong>${awaited}</strong>` })}${' '}
          <${TimeLeft} until=${until} message=${'rematch.seatsKeptFor'} /> ${consequenceText(missing)}</p>`
      : html`<p>${t('rematch.nobodyMissing')} <${TimeLeft} until=${until} message=${'rematch.startsIn'} /></p>`)}
    ${until !== null && isOrganizer && awaited && html`
      <${MissingChoice} value=${missing} hasMachines=${hasMachines} onValueChange=${choose} />
      ${error && html`<p class="refusal" role="alert">${error.message}</p>`}`}
  </div>`;
}

/** @param {{ until: string, message: import('../text/messages.js').MessageKey }} props `message` has the time left */
function TimeLeft({ until, message }) {
  const rerender = useRerender();
  const left = Date.parse(until) - serverNow();
  useEffect(() => {
    const timer = setInterval(rerender, 1_000);
    return () => clearInterval(timer);
  }, []);
  if (left <= 0) return html`<span>${t('rematch.timeIsOver')}</span>`;
  return html`<span role="timer" aria-live="off">${t(message, { time: timeLeftText(left) })}</span>`;
}

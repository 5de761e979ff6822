// @ts-check
// Presence at a table: the mark at a seat, and the seats of players who are away.

import { t } from '../text/messages.js';
import { html } from '../ui/html.js';

/**
 * A player's name behind a full or an empty dot, with words for screen readers. Without a dot while it is unknown
 * whether the player is present.
 * @param {{ name: string, isPresent: boolean | undefined }} props
 */
export const NameWithPresence = ({ name, isPresent }) => (isPresent === undefined
  ? name
  : html`<span class="presence ${isPresent ? 'presence-here' : ''}"
      title=${t(isPresent ? 'signals.here' : 'signals.away')}></span>${name}<span
      class="unseen">, ${t(isPresent ? 'signals.hereWithin' : 'signals.awayWithin')}</span>`);

/**
 * Return the seats of other people who are away and still play themselves.
 * @param {import('../schema').Game} game @param {ReadonlyMap<number, boolean>} presence
 */
export const absentSeats = ({ seats, you }, presence) =>
  seats.filter(({ index, automated }) => presence.get(index) === false && !automated && index !== you);

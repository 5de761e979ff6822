// @ts-check
// Who is present at a table: the mark at a seat, and the seats of players who are away.

import { html } from '../ui/html.js';

/** A full or an empty dot, with words for screen readers. @param {{ isPresent: boolean | undefined }} props nothing is shown while it is unknown */
export const PresenceDot = ({ isPresent }) => isPresent !== undefined && html`<span
  class="presence ${isPresent ? 'presence-here' : ''}" title=${isPresent ? 'Here' : 'Away'}
><span class="unseen">${isPresent ? 'here' : 'away'}</span></span>`;

/**
 * Return the seats of other people who are away and still play themselves.
 * @param {import('../schema').Game} game @param {ReadonlyMap<number, boolean>} presence
 */
export const absentSeats = ({ seats, you }, presence) =>
  seats.filter(({ index, automated }) => presence.get(index) === false && !automated && index !== you);

// @ts-check
// The luck of the hands in your result of a game.

import { t } from 'catalogue/results.js';
import { formatSignedHundredths, formatSignedTenths } from '../text/numbers.js';
import { html } from '../ui/html.js';
import { useQuery } from '../ui/use-query.js';

/**
 * The parts of your result, once the game is counted; nothing for private games and for rules without a table of luck.
 * @param {{ game: import('../schema').Game, seat: number, hasScores: boolean }} props
 */
export function OwnLuck({ game, seat, hasScores }) {
  const { data } = useQuery('OwnLuck', game.access === 'PUBLIC' ? { game: game.id } : null);
  /** @type {import('../schema').SeatLuck[]} */
  const seats = data?.game?.luck ?? [];
  const own = seats.find((each) => each.seat === seat);
  // What a machine played at your seat is not your play.
  if (typeof own?.luck !== 'number' || own.machine) return null;
  const format = hasScores ? formatSignedTenths : formatSignedHundredths;
  const parts = { luck: format(own.luck), play: format(own.play) };
  return html`<span class="own-luck">${t(hasScores ? 'results.luckInPoints' : 'results.luckInPlaces', parts)}</span>`;
}

// @ts-check
// The score of a series of rematches.

import { t } from 'catalogue/rematch.js';
import { signedNumber } from '../text/phrases.js';
import { displayName } from '../text/player-names.js';
import { html } from '../ui/html.js';

/** @param {{ series: import('../schema').Series }} props */
export function SeriesScore({ series: { games, scores } }) {
  const finished = games.filter(({ stage }) => stage === 'WON').length;
  if (finished < 2) return null;
  const hasPoints = scores.some(({ points }) => points !== null);
  return html`<div class="series">
    <table>
      <caption>${t('rematch.series', { count: finished })}</caption>
      <thead><tr>
        <th scope="col">${t('rematch.player')}</th><th scope="col">${t('rematch.won')}</th>
        ${hasPoints && html`<th scope="col">${t('rematch.points')}</th>`}
      </tr></thead>
      <tbody>${scores.map(({ player, games: played, wins, points }) => html`<tr key=${player.id}>
        <th scope="row">${displayName(player)}</th>
        <td>${t('rematch.wins', { wins, games: played })}</td>
        ${hasPoints && html`<td>${points === null ? '' : signedNumber(points)}</td>`}
      </tr>`)}</tbody>
    </table>
  </div>`;
}

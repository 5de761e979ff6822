// @ts-check
// The score of a series of rematches.

import { pluralize, signedNumber } from '../text/phrases.js';
import { displayName } from '../text/player-names.js';
import { html } from '../ui/html.js';

/** @param {{ series: import('../schema').Series }} props */
export function SeriesScore({ series: { games, scores } }) {
  const finished = games.filter(({ stage }) => stage === 'WON').length;
  if (finished < 2) return null;
  const hasPoints = scores.some(({ points }) => points !== null);
  return html`<div class="series">
    <table>
      <caption>After ${pluralize(finished, 'game')} in this series</caption>
      <thead><tr><th scope="col">Player</th><th scope="col">Won</th>${hasPoints && html`<th scope="col">Points</th>`}</tr></thead>
      <tbody>${scores.map(({ player, games: played, wins, points }) => html`<tr key=${player.id}>
        <th scope="row">${displayName(player)}</th>
        <td>${wins} of ${played}</td>
        ${hasPoints && html`<td>${points === null ? '' : signedNumber(points)}</td>`}
      </tr>`)}</tbody>
    </table>
  </div>`;
}

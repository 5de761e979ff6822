// @ts-check
// The result of a finished game, with links to what comes next.

import { joinList } from '../text/card-names.js';
import { endReasonText } from '../text/event-text.js';
import { capitalize, ordinal, pluralize } from '../text/phrases.js';
import { html } from '../ui/html.js';

/** @param {{ game: import('../schema').Game, names: import('../text/player-names.js').Names }} props */
export function GameResult({ game, names }) {
  const { result } = game;
  if (!result) return null;
  const [winners = []] = result.ranking;
  const winnerNames = joinList(winners.map((seat) => names.seat(seat)));
  const verb = winners.length > 1 || winners[0] === names.you ? 'win' : 'wins';
  const hasScores = game.seats.some(({ score }) => score !== 0);
  let nextPlace = 1;
  const places = result.ranking.map((seats) => {
    const entry = { place: nextPlace, seats };
    nextPlace += seats.length;
    return entry;
  });
  return html`<section class="ended panel" aria-label="Result">
    <h2>${winnerNames} ${verb}</h2>
    <p>${capitalize(endReasonText(result.reason))}.</p>
    <ol class="ended-places">${places.flatMap(({ place, seats }) => seats.map((seat) => html`<li key=${seat}>
      <span class="ended-place">${capitalize(ordinal(place))}</span> <strong>${names.seat(seat)}</strong>
      ${hasScores && html` <span>${pluralize(game.seats[seat].score, 'point')}</span>`}
    </li>`))}</ol>
    <div class="row">
      <a class="button" href=${`/games/${game.id}/replay`}>Watch the replay</a>
      <a class="button" href="/">To the tables</a>
    </div>
  </section>`;
}

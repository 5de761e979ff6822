// @ts-check
// The result of a finished game, with links to what comes next.

import { sendCommand } from '../net/client.js';
import { session } from '../net/session.js';
import { joinList } from '../text/card-names.js';
import { endReasonText } from '../text/event-text.js';
import { capitalize, ordinal, pluralize } from '../text/phrases.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useStore } from '../ui/html.js';
import { navigate } from '../ui/router.js';

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
      <a class="button main" href=${`/games/${game.id}/replay`}>Watch the replay</a>
      <${RematchButton} game=${game} />
      <a class="button" href="/">To the tables</a>
    </div>
  </section>`;
}

/** A button that creates a table with the same options. @param {{ game: import('../schema').Game }} props */
function RematchButton({ game }) {
  const isSignedIn = useStore(session) !== null;
  const busy = useBusy();
  const createRematch = async () => {
    const options = game.options.map(({ name, value }) => ({ name, value }));
    const { game: newGame } = await sendCommand('createGame', { variant: game.variant.name, access: game.access, options });
    navigate(`/games/${newGame.id}`);
  };
  return isSignedIn && html`<${BusyButton} busy=${busy} name="rematch" action=${createRematch}>
    Another game with the same options<//>`;
}

// @ts-check
// How a game ended, and where to go from there.

import { command } from '../net/client.js';
import { html, useStore } from '../ui/html.js';
import { Doing, useBusy } from '../ui/busy-button.js';
import { go } from '../ui/router.js';
import { session } from '../net/session.js';
import { listed } from './card.js';
import { reasonWords } from '../text/event-text.js';
import { numbered, ordinal, capital } from '../text/phrases.js';

/** @param {{ game: import('../schema').Game, names: import('../text/player-names.js').Names }} props */
export function Ended({ game, names }) {
  const { result } = game;
  if (!result) return null;
  const [first = []] = result.ranking;
  const who = listed(first.map((seat) => names.seat(seat)));
  const verb = first.length > 1 || first[0] === names.you ? 'win' : 'wins';
  const scored = game.seats.some(({ score }) => score !== 0);
  let place = 1;
  const places = result.ranking.map((seats) => {
    const shared = { place, seats };
    place += seats.length;
    return shared;
  });
  return html`<section class="ended panel" aria-label="Result">
    <h2>${who} ${verb}</h2>
    <p>${capital(reasonWords(result.reason))}.</p>
    <ol class="ended-places">${places.flatMap(({ place: at, seats }) => seats.map((seat) => html`<li key=${seat}>
      <span class="ended-place">${capital(ordinal(at))}</span> <strong>${names.seat(seat)}</strong>
      ${scored && html` <span>${numbered(game.seats[seat].score, 'point')}</span>`}
    </li>`))}</ol>
    <div class="row">
      <a class="button main" href=${`/games/${game.id}/replay`}>Watch the replay</a>
      <${Again} game=${game} />
      <a class="button" href="/">To the tables</a>
    </div>
  </section>`;
}

/** Another table with the same options. @param {{ game: import('../schema').Game }} props */
function Again({ game }) {
  const who = useStore(session);
  const busy = useBusy();
  const create = async () => {
    const options = game.options.map(({ name, value }) => ({ name, value }));
    const { game: next } = await command('createGame', { variant: game.variant, access: game.access, options });
    go(`/games/${next.id}`);
  };
  return who && html`<${Doing} busy=${busy} name="again" work=${create}>Another game with the same options<//>`;
}

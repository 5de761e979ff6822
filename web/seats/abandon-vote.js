// @ts-check
// The vote to abandon the game, while a player votes for it.

import { joinList } from '../text/card-names.js';
import { t } from '../text/messages.js';
import { seatName } from '../text/phrases.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { useFocusFallback } from '../ui/focus.js';
import { html } from '../ui/html.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 */

/** @param {{ game: Game, names: Names, runCommand: (mutation: string) => Promise<unknown> }} props */
export function AbandonVote({ game, names, runCommand }) {
  const busy = useBusy();
  const ref = useFocusFallback();
  const people = game.seats.filter(({ machine, automated }) => !machine && !automated);
  /** @param {boolean} isFor */
  const nameList = (isFor) => joinList(
    people.filter(({ votesToAbandon }) => votesToAbandon === isFor).map(({ index }) => seatName(names, index)),
  );
  const own = people.find(({ index }) => index === game.you);
  const action = own?.votesToAbandon ? 'withdrawVote' : 'voteToAbandon';
  return html`<section class="panel vote" ref=${ref} aria-label=${t('text.move.VoteToAbandon')}>
    <h2>${t('seats.abandonGame')}</h2>
    <p>${t('seats.votes', { inFavour: nameList(true), others: nameList(false) })}</p>
    ${own && html`<div class="row">
      <${BusyButton} busy=${busy} name="vote" action=${() => runCommand(action)}>
        ${t(own.votesToAbandon ? 'text.move.WithdrawVote' : 'seats.agreeToAbandon')}<//>
    </div>`}
  </section>`;
}

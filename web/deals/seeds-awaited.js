// @ts-check
// A table whose seats are closed: the players whose seeds are missing, and the time until the game starts without them.

import { t } from 'catalogue/deals.js';
import { joinList } from '../text/card-names.js';
import { displayName, seatLabel } from '../text/player-names.js';
import { html, useEffect, useState } from '../ui/html.js';
import { SeedWarning } from './seed-warning.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('./deal-facts.js').DealFacts} DealFacts
 */

/** Milliseconds before the wait is explained: usually all seeds are there by then. */
const TEXT_DELAY = 500;

/** @param {{ game: Game, deal: DealFacts, state: import('./game-seed.js').SeedState }} props */
export function SeedsAwaited({ game, deal, state: { deadline, warning } }) {
  const isLong = useDelay(TEXT_DELAY);
  const missing = deal.seats.flatMap(({ commitment, seed }, seat) => (commitment && !seed ? [seat] : []));
  return html`<div class="panel">
    <h2>${t('deals.aboutToStart')}</h2>
    ${warning && html`<${SeedWarning} reason=${warning} hasStarted=${false}
      hasOtherSeeds=${deal.seats.some(({ commitment }, seat) => commitment && seat !== game.you)} />`}
    ${isLong && missing.length > 0 && html`<p>${t('deals.seedsAwaited')} ${waitText(game, missing, warning !== null)}
      ${deadline !== null && html` <${Countdown} deadline=${deadline} />`}</p>`}
    <ol class="places" aria-label=${t('table.seats')}>
      ${game.seats.map(({ index, player }) => html`<li key=${player.id} class="place">
        <span class="place-number">${seatLabel(index)}</span>
        <span class="place-name">${displayName(player)}</span>
        ${index === game.you && html`<span class="lobby-sign">${t('deals.you')}</span>`}
        ${isLong && deal.seats[index].commitment
          && html`<span class="lobby-sign">${t(missing.includes(index) ? 'deals.seedMissing' : 'deals.seedAdded')}</span>`}
      </li>`)}
    </ol>
  </div>`;
}

/**
 * Return whose seeds the game waits for.
 * @param {Game} game @param {readonly number[]} missing seats @param {boolean} isSecret whether your seed stays secret
 */
function waitText({ you, seats }, missing, isSecret) {
  const awaited = isSecret ? missing.filter((seat) => seat !== you) : missing;
  if (!awaited.length) return t('deals.startsWithoutSeed');
  if (awaited.length === 1 && awaited[0] === you) return t('deals.waitsForYou');
  const names = awaited.map((seat) => (seat === you ? 'you' : displayName(seats[seat].player)));
  return t('deals.waitsForSeeds', { names: joinList(names), count: names.length });
}

/** The seconds until the game starts. @param {{ deadline: number }} props as of `performance.now()` */
function Countdown({ deadline }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((deadline - now) / 1000);
  if (seconds <= 0) return html`<span>${t('deals.startsNow')}</span>`;
  return html`<span role="timer">${t('deals.startsIn', { count: seconds })}</span>`;
}

/** Return whether a component has been shown for a while. @param {number} milliseconds */
function useDelay(milliseconds) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, []);
  return isOver;
}

// @ts-check
// Fair deals: the players who added a seed, the fingerprint, and the check of the game.

import { t, tParts } from 'catalogue/deals.js';
import { joinList, numberWord } from '../text/card-names.js';

import { html, useMemo } from '../ui/html.js';
import { dealFacts } from './deal-facts.js';
import { GameCheck } from './game-check.js';
import { isFingerprintRight } from './seed-rules.js';
import { readSeed } from './seed-storage.js';

/**
 * @typedef {import('./deal-facts.js').DealFacts} DealFacts
 * @typedef {import('../text/player-names.js').Names} Names
 */

/**
 * @param {{
 *   game: import('../schema').Game, events: readonly import('../schema').GameEvent[], names: Names,
 *   goTo?: (version: number) => void,
 * }} props a game that has started; `goTo` makes each mention of an event a button
 */
export function DealPanel({ game, events, names, goTo }) {
  const deal = useMemo(() => dealFacts(game, events), [game.id, events.length > 0]);
  return html`
    ${deal
      ? html`<${Seeds} deal=${deal} names=${names} /><${Fingerprint} deal=${deal} />
          <${OwnSeed} game=${game} deal=${deal} />`
      : html`<p>${t('deals.beforeSeeds')}</p>`}
    <${GameCheck} game=${game} events=${events} names=${names} goTo=${goTo} />`;
}

/** @param {{ deal: DealFacts, names: Names }} props */
function Seeds({ deal: { seats }, names }) {
  /** @param {(seat: import('./deal-facts.js').SeatSeed) => unknown} isMatch */
  const listOf = (isMatch) => seats.flatMap((seat, index) => (isMatch(seat) ? [index] : []))
    .sort((one, other) => Number(other === names.you) - Number(one === names.you));
  const added = listOf(({ seed }) => seed);
  const missing = listOf(({ commitment, seed }) => commitment && !seed);
  return html`
    ${added.length > 0
      ? html`<p><strong>${t('deals.seedsAdded', valuesOf(added, names))}</strong> ${t('deals.seedsExplained')}</p>`
      : html`<p><strong>${t('deals.noSeeds')}</strong> ${t('deals.noSeedsExplained')}</p>`}
    ${missing.length > 0
      && html`<p>${t('deals.seedsMissing', valuesOf(missing, names))} ${choiceText(missing, names)}</p>`}`;
}

/** Return the values of a message about seats, yours first. @param {readonly number[]} seats @param {Names} names */
const valuesOf = (seats, names) =>
  ({ isYou: String(seats) === String(names.you), count: seats.length, names: joinList(seats.map(names.seat)) });

/** Return the choice that the missing seeds gave. @param {readonly number[]} missing seats @param {Names} names */
function choiceText(missing, names) {
  const count = 2 ** missing.length;
  const games = count === 2 ? numberWord(count) : count;
  const others = missing.filter((seat) => seat !== names.you).map(names.seat);
  if (!others.length) return t('deals.choiceOfServer', { games, count });
  return t('deals.choiceOfPlayers', { names: joinList([...others, t('deals.theServer')]), games, count });
}

/** The fingerprint in groups, for reading aloud. @param {{ deal: DealFacts }} props */
function Fingerprint({ deal }) {
  if (!deal.fingerprint) return null;
  const groups = deal.fingerprint.match(/.{4}/g) ?? [];
  return html`<figure class="fingerprint">
    <figcaption>${t('deals.fingerprint')}</figcaption>
    <code>${groups.map((group, place) => html`<span key=${place}>${group}${' '}</span>`)}</code>
    ${isFingerprintRight(deal)
      ? html`<p class="hint">${t('deals.readAloud')}</p>`
      : html`<p class="error">${t('deals.wrongFingerprint')}</p>`}
  </figure>`;
}

/**
 * Your seed and your id, for the verifiers on the command line.
 * @param {{ game: import('../schema').Game, deal: DealFacts }} props
 */
function OwnSeed({ game, deal }) {
  const own = game.you === null ? undefined : deal.seats[game.you];
  const stored = own && readSeed(game.id, own.player, own.commitment);
  // A seed that was sent is no secret, even if the server left it out.
  if (!own || !stored || (own.seed === null && stored.roll === null)) return null;
  const values = { seed: html`<code>${stored.seed}</code>`, player: html`<code>${own.player}</code>` };
  return html`<p class="own-seed">${tParts('deals.ownSeed', values)}</p>`;
}

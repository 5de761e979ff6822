// @ts-check
// Fair deals: the players who added a seed, the fingerprint, and the check of the game.

import { joinList, numberWord } from '../text/card-names.js';
import { seatName } from '../text/phrases.js';
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
      : html`<p>This game was set up before players could add to its shuffles: the server chose them, and published a
          hash of each before it dealt.</p>`}
    <${GameCheck} game=${game} events=${events} names=${names} goTo=${goTo} />`;
}

/** @param {{ deal: DealFacts, names: Names }} props */
function Seeds({ deal: { seats }, names }) {
  /** @param {(seat: import('./deal-facts.js').SeatSeed) => unknown} isMatch */
  const listOf = (isMatch) =>
    seats.flatMap((seat, index) => (isMatch(seat) ? [seatName(names, index)] : [])).sort(youFirst);
  const added = listOf(({ seed }) => seed);
  const missing = listOf(({ commitment, seed }) => commitment && !seed);
  return html`
    ${added.length > 0
      ? html`<p><strong>${sentence(added, 'added')} a seed.</strong> The order of each deck follows from the players’
          seeds, which are random numbers, and from one that the server fixed when the table was set up. One honest
          player is enough: then nobody could choose the cards.</p>`
      : html`<p><strong>No player added a seed.</strong> The order of each deck comes from the server alone.</p>`}
    ${missing.length > 0
      && html`<p>${sentence(missing, 'announced')} a seed and did not add it in time.
      ${' '}${choiceText(missing)}</p>`}`;
}

/** @param {string} name @param {string} other */
const youFirst = (name, other) => Number(other === 'you') - Number(name === 'you');

/** Begin a sentence. @param {readonly string[]} names @param {string} verb */
const sentence = (names, verb) => `${joinList(names).replace(/^you/, 'You')} ${verb}`;

/** Return the choice that seeds gave which were not revealed. @param {readonly string[]} missing names */
function choiceText(missing) {
  const count = 2 ** missing.length;
  const games = `${count === 2 ? numberWord(count) : count} games`;
  const others = missing.filter((name) => name !== 'you');
  if (!others.length) return `If the server left it out on purpose, it could choose between ${games}.`;
  return `If ${joinList([...others, 'the server'])} work together, they could choose between ${games}.`;
}

/** The fingerprint in groups, for reading aloud. @param {{ deal: DealFacts }} props */
function Fingerprint({ deal }) {
  if (!deal.fingerprint) return null;
  const groups = deal.fingerprint.match(/.{4}/g) ?? [];
  return html`<figure class="fingerprint">
    <figcaption>Fingerprint</figcaption>
    <code>${groups.map((group, place) => html`<span key=${place}>${group}${' '}</span>`)}</code>
    ${isFingerprintRight(deal)
      ? html`<p class="hint">Read it aloud: if the others have the same, the server shows all of you the same seats and
          seeds, and deals to all of you from the same decks.</p>`
      : html`<p class="error">✗ It is not the fingerprint of the seats and seeds that the server shows you.</p>`}
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
  return html`<p class="own-seed">Your seed: <code>${stored.seed}</code> · Your player id: <code>${own.player}</code></p>`;
}

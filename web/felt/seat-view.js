// @ts-check
// A player at the table: avatar, name, score, bid, taken tricks, and whether it is the player's turn.

import { serverNow } from '../net/server-clock.js';
import { NameWithPresence } from '../signals/presence.js';
import { DEFAULT_LEVEL, levelText } from '../text/option-text.js';
import { t } from '../text/messages.js';
import { ordinal, shortOrdinal, signedNumber } from '../text/phrases.js';
import { Avatar } from '../ui/avatar.js';
import { html } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { placeStyle } from './seat-places.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Seat} Seat
 * @typedef {object} SeatFacts what a game shows at a seat
 * @property {number | null} score null in games without points
 * @property {{ text: string, spoken?: string, isHighest?: boolean } | null} bid in the speech bubble; `spoken` replaces the
 *   text for screen readers
 * @property {number | null} pile the tricks that the seat has taken; null if it shows none
 * @property {number | null} [place] in which the seat went out, if it did
 * @property {readonly string[]} notes
 */

const LevelBadge = lazyComponent(null, async () => (await import('../levels/level-badge.js')).LevelBadge);
const SeatClock = lazyComponent(null, async () => (await import('../seats/seat-clock.js')).SeatClock);

/**
 * @param {{
 *   seat: Seat, game: Game, names: import('../text/player-names.js').Names, facts: SeatFacts, isDealer: boolean,
 *   place: number, count: number, isOwn: boolean, hasClock: boolean, isPresent: boolean | undefined,
 *   said?: import('preact').ComponentChildren, children?: import('preact').ComponentChildren,
 * }} props `place` is clockwise from the bottom; `children` is the hand
 */
export function SeatView({
  seat, game, names, facts, isDealer, place, count, isOwn, hasClock, isPresent, said = null, children = null,
}) {
  const isToMove = game.table?.toMove.includes(seat.index) ?? false;
  const { score, bid, pile, place: rank = null } = facts;
  const deadline = hasClock && !seat.automated ? seat.clock?.deadline : null;
  const className = ['seat', isToMove && 'seat-turn', isOwn && 'seat-own', place === 0 && 'seat-bottom',
    bid?.isHighest && 'seat-highest'].filter(Boolean).join(' ');
  return html`<li class=${className} style=${placeStyle(place, count)} data-seat=${seat.index}>
    <div class="seat-face" title=${seat.level ? t('felt.level', { level: levelText(seat.level) }) : undefined}>
      ${deadline && html`<${ClockRing} key=${deadline} deadline=${deadline} options=${game.options} />`}
      <${Avatar} id=${seat.player.id} isMachine=${seat.machine} size="100%" />
      ${isDealer && html`<span class="dealer" title=${t('felt.dealer')}><span aria-hidden="true">D</span><span
        class="unseen">${t('felt.dealer')}</span></span>`}
      ${seat.level && seat.level !== DEFAULT_LEVEL && html`<${LevelBadge} level=${seat.level} />`}
    </div>
    <div class="seat-about">
      <p class="seat-name"><${NameWithPresence} name=${names.seat(seat.index)} isPresent=${isPresent} /></p>
      <p class="seat-counts">
        ${score !== null && html`<span class="seat-score"><span aria-hidden="true">${signedNumber(score)}</span><span
          class="unseen">${t('felt.points', { score: signedNumber(score), count: Math.abs(score) })}</span></span>`}
        ${rank !== null && html`<span class="seat-score"><span aria-hidden="true">${shortOrdinal(rank)}</span><span
          class="unseen">${t('felt.outInPlace', { place: ordinal(rank) })}</span></span>`}
        ${pile !== null && html`<${TrickPile} count=${pile} seat=${seat.index} />`}
        ${!isOwn && html`<${HiddenHand} hand=${seat.hand} />`}
      </p>
    </div>
    ${bid && html`<p class="seat-bid"><span aria-hidden=${Boolean(bid.spoken)}>${bid.text}</span>${
      bid.spoken && html`<span class="unseen">${bid.spoken}</span>`}</p>`}
    <${SeatSigns} seat=${seat} notes=${facts.notes} isToMove=${isToMove} isOwn=${seat.index === names.you} />
    ${!isOwn && hasClock && seat.clock && !seat.automated && html`<${SeatClock} clock=${seat.clock} isOwn=${false} />`}
    ${children}
    ${said}
  </li>`;
}

/** What is unusual about a seat, in words. @param {{ seat: Seat, notes: readonly string[], isToMove: boolean, isOwn: boolean }} props */
function SeatSigns({ seat, notes, isToMove, isOwn }) {
  const timeouts = seat.automated ? 0 : seat.clock?.timeouts ?? 0;
  /** With a short form for narrow seats. */
  const signs = /** @type {([string, string] | string)[]} */ ([
    seat.givenUp && t('felt.resigned'),
    seat.automated && !seat.machine && [t('felt.playedByMachine'), t('felt.byMachine')],
    timeouts > 0 && [t('felt.timeWasOver', { count: timeouts }), t('felt.timeOver')],
    seat.votesToAbandon && [t('felt.votesToAbandon'), t('felt.votesToEnd')],
    seat.passQueued && t('felt.willPass'),
    ...notes,
  ].filter(Boolean)).map((each) => (typeof each === 'string' ? [each] : each));
  return html`
    ${isToMove && html`<span class="unseen">${t('felt.toMove', { isYou: isOwn })}</span>`}
    ${signs.length > 0 && html`<p class="seat-signs" title=${signs.map(([sign]) => sign).join(', ')}>
      ${signs.map(([sign, short]) => html`<span key=${sign}>${short && html`<span class="sign-short" aria-hidden="true">${short}</span>`}<span
        class=${short ? 'sign-long' : ''}>${sign}</span></span>`)}</p>`}`;
}

/**
 * The time of a move as a ring around the avatar, which the browser empties by itself.
 * @param {{ deadline: string, options: Game['options'] }} props
 */
function ClockRing({ deadline, options }) {
  const seconds = Number(options.find(({ name }) => name === 'move_seconds')?.value);
  const left = Date.parse(deadline) - serverNow();
  if (!(seconds > 0) || left <= 0) return null;
  const total = Math.max(seconds * 1000, left);
  return html`<span class="clock-ring" aria-hidden="true"
    style=${{ animationDuration: `${total}ms`, animationDelay: `${left - total}ms` }}></span>`;
}

/** The tricks that a seat has taken, as a pile of cards. @param {{ count: number, seat: number }} props */
const TrickPile = ({ count, seat }) => html`<span class="pile" data-pile=${seat} title=${t('felt.tricks', { count })}>
  <span class="pile-cards" aria-hidden="true">${Array.from({ length: Math.min(count, 5) }, () => html`<i></i>`)}</span>
  <span aria-hidden="true">${count}</span><span class="unseen">${t('felt.tricks', { count })}</span>
</span>`;

/** The number of cards that a seat holds, if none is visible. @param {{ hand: readonly string[] }} props */
function HiddenHand({ hand }) {
  if (!hand.length || hand.some((card) => card !== '??')) return null;
  const text = t('felt.cards', { count: hand.length });
  return html`<span class="seat-hand" title=${text}><span class="fan" aria-hidden="true"><i></i><i></i><i></i></span><span
    aria-hidden="true">${hand.length}</span><span class="unseen">${text}</span></span>`;
}

// @ts-check
// The podium of a finished game: the first three raised, and all other places below.

import { t, tOptional } from 'catalogue/results.js';
import { joinList } from '../text/card-names.js';
import { endReasonText } from '../text/event-text.js';
import { capitalize, humanize, ordinal, shortOrdinal, signedNumber } from '../text/phrases.js';
import { Avatar } from '../ui/avatar.js';
import { html } from '../ui/html.js';
import { OwnLuck } from './own-luck.js';
import { OwnRating, RatingChangeMark, useRatingChanges } from './rating-changes.js';

/** The number of players on the podium. */
const RAISED = 3;
/** The title of players who are neither first nor last; it is not told. */
const NO_TITLE = 'CITIZEN';

/** @param {{ game: import('../schema').Game, names: import('../text/player-names.js').Names }} props with a result */
export function Podium({ game, names }) {
  const { ranking, reason, titles } = /** @type {NonNullable<import('../schema').Game['result']>} */ (game.result);
  const [winners = []] = ranking;
  const isYou = winners.length === 1 && winners[0] === names.you;
  const hasScores = game.seats.some(({ score }) => score !== 0);
  // Players with the same place share it, and the places after it are skipped.
  const entries = ranking.flatMap((seats, index) => {
    const place = 1 + ranking.slice(0, index).flat().length;
    return seats.map((seat) => ({ seat, place }));
  });
  const changes = useRatingChanges(game);
  const own = names.you === null ? null : game.seats[names.you];
  const isForfeited = own !== null && own.automated && !own.machine;
  /** @param {number} seat */
  const change = (seat) => changes.get(game.seats[seat].player.id);
  const others = entries.slice(RAISED);
  /** @param {number} seat */
  function score(seat) {
    const points = signedNumber(game.seats[seat].score);
    return hasScores && html`<span class="podium-score"><span aria-hidden="true">${points}</span><span
      class="unseen">${t('results.points', { count: Math.abs(game.seats[seat].score), points })}</span></span>`;
  }
  /** @param {number} seat @param {number} place */
  const label = (seat, place) => html`<span class="podium-place"><span aria-hidden="true">${shortOrdinal(place)}</span><span
    class="unseen">${capitalize(ordinal(place))}</span> <${RatingChangeMark} change=${change(seat)} /></span>`;
  /** @param {number} seat */
  const title = (seat) => titles[seat] && titles[seat] !== NO_TITLE && html`<span class="podium-title">${titleText(titles[seat])}</span>`;
  return html`<section class="ended" aria-label=${t('results.result')}>
    <h2>${t('results.winners', { isYou, count: winners.length, names: joinList(winners.map((seat) => names.seat(seat))) })}</h2>
    <p class="quiet"><span class="end-reason">${tOptional(`results.endReason.${reason}`) ?? `${capitalize(endReasonText(reason))}.`}</span>
      ${isForfeited && html` <span>${t('results.forfeited')}</span>`}
      ${names.you !== null && html` <${OwnRating} change=${change(names.you)} />
        <${OwnLuck} game=${game} seat=${names.you} hasScores=${hasScores} />`}</p>
    <ol class="podium">${entries.slice(0, RAISED).map(({ seat, place }) => html`<li key=${seat} data-result=${seat}
      data-place=${place}>
      <${Avatar} id=${game.seats[seat].player.id} isMachine=${game.seats[seat].machine} size=${48} />
      <strong class="podium-name" title=${names.seat(seat)}>${names.seat(seat)}</strong>
      <div class="podium-step">${label(seat, place)}${title(seat)}${score(seat)}</div>
    </li>`)}</ol>
    ${others.length > 0 && html`<ol class="podium-others" start=${RAISED + 1}>${others.map(({ seat, place }) => html`<li
      key=${seat} data-result=${seat} data-place=${place}>
      ${label(seat, place)}
      <${Avatar} id=${game.seats[seat].player.id} isMachine=${game.seats[seat].machine} size=${24} />
      <strong class="podium-name" title=${names.seat(seat)}>${names.seat(seat)}</strong>
      ${title(seat)}${score(seat)}
    </li>`)}</ol>`}
  </section>`;
}

/** @param {import('../schema').Title} title */
const titleText = (title) => tOptional(`results.title.${title}`) ?? capitalize(humanize(title));

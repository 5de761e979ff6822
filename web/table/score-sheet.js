// @ts-check
// The score sheet of a game, round by round, derived from its events.

import { t } from '../text/messages.js';
import { signedNumber } from '../text/phrases.js';
import { html, useLayoutEffect, useMemo, useRef } from '../ui/html.js';

/**
 * @typedef {'MADE' | 'FAILED' | null} Outcome of a bid
 * @typedef {{ points: number, total: number, bid: number | null, tricks: number, outcome: Outcome }} ScoreEntry
 * of a seat in a round; `bid` is null if another seat's bid counted
 * @typedef {{ version: number, round: number, entries: ScoreEntry[] | null }} ScoreRow null if everyone passed
 */

/**
 * Return a row for each round that has ended.
 * @param {readonly import('../schema').GameEvent[]} events @returns {ScoreRow[]}
 */
export function scoreRows(events) {
  /** @type {ScoreRow[]} */
  const rows = [];
  /** @type {number[]} */
  let totals = [];
  /** @type {Map<number, number>} */
  let bids = new Map();
  /** @type {Map<number, number>} */
  let tricks = new Map();
  for (const event of events) {
    if (event.__typename === 'RoundDealt') [bids, tricks] = [new Map(), new Map()];
    else if (event.__typename === 'BidsRevealed') bids = new Map(event.bids.entries());
    else if (event.__typename === 'BidWon') bids = new Map([[event.seat, event.amount]]);
    else if (event.__typename === 'TrickWon') tricks.set(event.seat, (tricks.get(event.seat) ?? 0) + 1);
    else if (event.__typename === 'RoundPassedOut') {
      rows.push({ version: event.version, round: event.round, entries: null });
    }
    else if (event.__typename === 'RoundScored') {
      const entries = event.scores.map((total, seat) => ({
        total,
        points: total - (totals[seat] ?? 0),
        bid: bids.get(seat) ?? null,
        tricks: tricks.get(seat) ?? 0,
        outcome: outcomeOf(event.bidsMade[seat]),
      }));
      rows.push({ version: event.version, round: event.round, entries });
      totals = event.scores;
    }
  }
  return rows;
}

/** @param {import('../schema').BidOutcome | undefined} made @returns {Outcome} */
const outcomeOf = (made) => (made === 'MADE' || made === 'FAILED' ? made : null);

/**
 * @param {{
 *   game: import('../schema').Game, events: readonly import('../schema').GameEvent[],
 *   names: import('../text/player-names.js').Names,
 * }} props
 */
export function ScoreSheet({ game, events, names }) {
  const rows = useMemo(() => scoreRows(events), [events]);
  const scrollBox = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    // The last round is the most interesting.
    if (scrollBox.current) scrollBox.current.scrollTop = scrollBox.current.scrollHeight;
  }, [rows.length]);
  if (!game.table) return null;
  // Games with a direction of play rank seats by place instead of points.
  const hasPlaces = game.table.clockwise !== null || game.seats.some((seat) => seat.place !== null);
  if (!rows.length && hasPlaces) return html`<${PlaceTable} game=${game} names=${names} />`;
  if (!rows.length && game.stage !== 'WON' && !game.seats.some((seat) => seat.score)) {
    return html`<section class="scores"><h2>${t('table.scores')}</h2><p class="quiet">${t('table.nothingScored')}</p></section>`;
  }
  return html`<section class="scores">
    <h2>${t('table.scores')}</h2>
    <div class="scrolls scores-sheet" tabindex="0" role="group" aria-label=${t('table.scoreSheet')} ref=${scrollBox}>
      <table>
        <caption class="unseen">${t('table.pointsByRound')}</caption>
        <thead><tr>
          <th scope="col">${t('table.roundColumn')}</th>
          ${game.seats.map(({ index }) => html`<th scope="col" class="number">${names.seat(index)}</th>`)}
        </tr></thead>
        <tbody>${rows.map((row) => html`<tr key=${row.version}>
          <th scope="row">${row.round + 1}</th>
          ${row.entries
            ? row.entries.map((entry) => html`<td class="number"><${ScoreCell} ...${entry} /></td>`)
            : html`<td colspan=${game.seats.length} class="quiet">${t('table.everyonePassed')}</td>`}
        </tr>`)}</tbody>
        <tfoot><tr>
          <th scope="row">${t('table.total')}</th>
          ${game.seats.map(({ score }) => html`<td class="number"><strong>${signedNumber(score)}</strong></td>`)}
        </tr></tfoot>
      </table>
    </div>
  </section>`;
}

/** @param {ScoreEntry} props */
function ScoreCell({ points, total, bid, tricks, outcome }) {
  return html`${points < 0 ? signedNumber(points) : `+${points}`}
    <span class="quiet scores-note">${bid !== null && html`<span>${t('table.roundBid', { amount: bid })}</span> `}<span>${
      t('table.roundTricks', { count: tricks })}${
      outcome && html`<span aria-hidden="true"> ${outcome === 'MADE' ? '✓' : '✗'}</span>`}</span></span>
    <span class="unseen">${t(`table.roundTotal.${outcome ?? 'NONE'}`, { total: signedNumber(total) })}</span>`;
}

/**
 * Return the place of each seat that has one: at the end all of them, also of the last, who never went out.
 * @param {import('../schema').Game} game @returns {{ index: number, place: number }[]}
 */
function placesOf({ seats, result }) {
  if (!result) return seats.flatMap(({ index, place }) => (place === null ? [] : [{ index, place }]));
  return result.ranking.flatMap((equals, at) => {
    const place = 1 + result.ranking.slice(0, at).flat().length;
    return equals.map((index) => ({ index, place }));
  });
}

/**
 * The places of the seats that are out.
 * @param {{ game: import('../schema').Game, names: import('../text/player-names.js').Names }} props
 */
function PlaceTable({ game, names }) {
  const out = placesOf(game).sort((one, other) => one.place - other.place);
  if (!out.length) {
    return html`<section class="scores"><h2>${t('table.places')}</h2><p class="quiet">${t('table.everyoneHasCards')}</p></section>`;
  }
  return html`<section class="scores">
    <h2>${t('table.places')}</h2>
    <div class="scrolls" tabindex="0" role="group" aria-label=${t('table.places')}>
      <table>
        <caption class="unseen">${t('table.placesSoFar')}</caption>
        <thead><tr><th scope="col" class="number">${t('table.place')}</th><th scope="col">${t('table.player')}</th></tr></thead>
        <tbody>${out.map(({ index, place }) => html`<tr key=${index}>
          <td class="number">${place}</td><th scope="row">${names.seat(index)}</th>
        </tr>`)}</tbody>
      </table>
    </div>
  </section>`;
}

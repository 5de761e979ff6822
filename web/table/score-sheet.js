// @ts-check
// The score sheet of a game, round by round, derived from its events.

import { signedNumber } from '../text/phrases.js';
import { html, useLayoutEffect, useMemo, useRef } from '../ui/html.js';

/**
 * @typedef {{ points: number, total: number, bid: number | null, tricks: number, outcome: string | null }} ScoreEntry
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
        outcome: { MADE: 'made', FAILED: 'not made', NONE: null }[event.bidsMade[seat]] ?? null,
      }));
      rows.push({ version: event.version, round: event.round, entries });
      totals = event.scores;
    }
  }
  return rows;
}

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
    return html`<section class="scores"><h2>Scores</h2><p class="quiet">Nothing has been scored yet.</p></section>`;
  }
  return html`<section class="scores">
    <h2>Scores</h2>
    <div class="scrolls scores-sheet" tabindex="0" role="group" aria-label="Score sheet" ref=${scrollBox}>
      <table>
        <caption class="unseen">Points by round</caption>
        <thead><tr>
          <th scope="col">Round</th>
          ${game.seats.map(({ index }) => html`<th scope="col" class="number">${names.seat(index)}</th>`)}
        </tr></thead>
        <tbody>${rows.map((row) => html`<tr key=${row.version}>
          <th scope="row">${row.round + 1}</th>
          ${row.entries
            ? row.entries.map((entry) => html`<td class="number"><${ScoreCell} ...${entry} /></td>`)
            : html`<td colspan=${game.seats.length} class="quiet">Everyone passed</td>`}
        </tr>`)}</tbody>
        <tfoot><tr>
          <th scope="row">Total</th>
          ${game.seats.map(({ score }) => html`<td class="number"><strong>${signedNumber(score)}</strong></td>`)}
        </tr></tfoot>
      </table>
    </div>
  </section>`;
}

/** @param {ScoreEntry} props */
function ScoreCell({ points, total, bid, tricks, outcome }) {
  return html`${points < 0 ? signedNumber(points) : `+${points}`}
    <span class="quiet scores-note">${bid !== null && html`<span>bid ${bid},</span> `}<span>took ${tricks}${
      outcome && html`<span aria-hidden="true"> ${outcome === 'made' ? '✓' : '✗'}</span>`}</span></span>
    <span class="unseen">${outcome && `, ${outcome}`}, total ${signedNumber(total)}</span>`;
}

/**
 * The places of the seats that are out.
 * @param {{ game: import('../schema').Game, names: import('../text/player-names.js').Names }} props
 */
function PlaceTable({ game, names }) {
  const out = game.seats.filter(({ place }) => place !== null);
  out.sort((one, other) => Number(one.place) - Number(other.place));
  if (!out.length) {
    return html`<section class="scores"><h2>Places</h2><p class="quiet">Everybody has cards still.</p></section>`;
  }
  return html`<section class="scores">
    <h2>Places</h2>
    <div class="scrolls" tabindex="0" role="group" aria-label="Places">
      <table>
        <caption class="unseen">Places so far</caption>
        <thead><tr><th scope="col" class="number">Place</th><th scope="col">Player</th></tr></thead>
        <tbody>${out.map(({ index, place }) => html`<tr key=${index}>
          <td class="number">${place}</td><th scope="row">${names.seat(index)}</th>
        </tr>`)}</tbody>
      </table>
    </div>
  </section>`;
}

// @ts-check
// Checks that cards were dealt from the committed order, as docs/how-to/check-a-deal.md describes.

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {'sealed' | 'right' | 'wrong' | 'unchecked'} Verdict `unchecked` if the browser cannot compute it
 * @typedef {object} ShuffleCheck the result for one shuffle
 * @property {number} shuffle from 0
 * @property {string} commitment
 * @property {number} committedVersion the version of the commitment
 * @property {number | null} revealedVersion the version of the reveal
 * @property {readonly string[]} order the cards, the top one first; empty until the reveal
 * @property {string | null} text whose SHA-256 the commitment must be; null until the reveal
 * @property {Verdict} verdict on the commitment
 * @property {string[]} anomalies descriptions of dealt cards that are not in the order, or were dealt twice
 * @property {number} dealtCount how many dealt cards were found in the order
 */

/** The events that deal cards from the deck. */
const DEAL_EVENTS = new Set(['HandDealt', 'BlindHandDealt', 'CardsDrawn']);

/** Return SHA-256 in hexadecimal; null if the browser cannot compute it. @param {string} text */
async function sha256(text) {
  // Browsers offer it only over HTTPS and on localhost.
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Check each shuffle of a game.
 * @param {readonly GameEvent[]} events all events @returns {Promise<ShuffleCheck[]>} in the order of the shuffles
 */
export function checkShuffles(events) {
  const traces = traceCards(events);
  return Promise.all(
    events.flatMap((event) => {
      if (event.__typename !== 'DeckShuffled') return [];
      const { shuffle, commitment, version: committedVersion } = event;
      const reveal = events.find((each) => each.__typename === 'DeckRevealed' && each.shuffle === shuffle);
      const { anomalies = [], dealtCount = 0 } = traces.get(shuffle) ?? {};
      const check = { shuffle, commitment, committedVersion, anomalies, dealtCount };
      if (reveal?.__typename !== 'DeckRevealed') {
        return { ...check, revealedVersion: null, order: [], text: null, verdict: /** @type {const} */ ('sealed') };
      }
      const text = [...reveal.order, reveal.salt].join(' ');
      return sha256(text).then((digest) => ({
        ...check, revealedVersion: reveal.version, order: reveal.order, text,
        verdict: /** @type {Verdict} */ (digest === null ? 'unchecked' : digest === commitment ? 'right' : 'wrong'),
      }));
    }),
  );
}

/**
 * Look up each dealt card in the order of its shuffle, where it must occur once. When a deck ran out, a deal also
 * contains cards of the shuffle before.
 * @param {readonly GameEvent[]} events @returns {Map<number, { anomalies: string[], dealtCount: number }>}
 */
function traceCards(events) {
  const orders = new Map(
    events.flatMap((event) => (event.__typename === 'DeckRevealed' ? [[event.shuffle, event.order]] : [])),
  );
  /** @type {Map<number, { anomalies: string[], dealtCount: number, seen: Set<string> }>} */
  const traces = new Map();
  for (const shuffle of orders.keys()) traces.set(shuffle, { anomalies: [], dealtCount: 0, seen: new Set() });
  for (const event of events) {
    if (!DEAL_EVENTS.has(event.__typename) || !('shuffle' in event && 'cards' in event)) continue;
    const latest = traces.get(event.shuffle);
    if (!latest) continue;
    for (const card of event.cards) {
      if (card === '??') continue;
      const shuffleOfCard = [event.shuffle, event.shuffle - 1].find(
        (shuffle) => orders.get(shuffle)?.includes(card) && !traces.get(shuffle)?.seen.has(card),
      );
      const trace = shuffleOfCard === undefined ? undefined : traces.get(shuffleOfCard);
      if (trace) {
        trace.seen.add(card);
        trace.dealtCount += 1;
      } else if (orders.has(event.shuffle - 1) || event.shuffle === 0 || orders.get(event.shuffle)?.includes(card)) {
        latest.anomalies.push(`${card} at event ${event.version}`);
      }
    }
  }
  return traces;
}

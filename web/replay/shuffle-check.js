// @ts-check
// Whether the cards were dealt as the server had committed itself to before: docs/fairness.md, computed in the browser.

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {'sealed' | 'right' | 'wrong' | 'unchecked'} Verdict `unchecked`: this browser cannot compute it here
 * @typedef {object} Check of one shuffle
 * @property {number} shuffle from 0
 * @property {string} commitment
 * @property {number} committed the version at which the commitment was made
 * @property {number | null} opened the version at which it was opened
 * @property {readonly string[]} order the cards, the top one first; none while it is sealed
 * @property {string | null} text what the commitment is the SHA-256 of
 * @property {Verdict} verdict of the commitment
 * @property {string[]} strange what was dealt and cannot have come from it, in words
 * @property {number} dealt how many cards that were dealt from it could be looked up in it
 */

/** What gives cards away from the deck, and not what a hand shows or puts away. */
const GIVING = new Set(['HandDealt', 'BlindHandDealt', 'CardsDrawn']);

/** Return SHA-256 in hexadecimal; null where the browser computes none. @param {string} text */
async function sha256(text) {
  // Browsers have it only on pages that came by HTTPS or from this machine.
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Check each shuffle of a game.
 * @param {readonly GameEvent[]} events from the first on @returns {Promise<Check[]>} in the order of the shuffles
 */
export function checkShuffles(events) {
  const found = follow(events);
  return Promise.all(
    events.flatMap((event) => {
      if (event.__typename !== 'DeckShuffled') return [];
      const { shuffle, commitment, version: committed } = event;
      const opening = events.find((each) => each.__typename === 'DeckRevealed' && each.shuffle === shuffle);
      const { strange = [], dealt = 0 } = found.get(shuffle) ?? {};
      const check = { shuffle, commitment, committed, strange, dealt };
      if (opening?.__typename !== 'DeckRevealed') {
        return { ...check, opened: null, order: [], text: null, verdict: /** @type {const} */ ('sealed') };
      }
      const text = [...opening.order, opening.salt].join(' ');
      return sha256(text).then((digest) => ({
        ...check, opened: opening.version, order: opening.order, text,
        verdict: /** @type {Verdict} */ (digest === null ? 'unchecked' : digest === commitment ? 'right' : 'wrong'),
      }));
    }),
  );
}

/**
 * Look each card that was dealt up in the order it came from: it has to be there, and no card can be dealt twice
 * from one shuffle. What a deal has from the shuffle before, when a deck ran out, is looked up there.
 * @param {readonly GameEvent[]} events @returns {Map<number, { strange: string[], dealt: number }>}
 */
function follow(events) {
  const orders = new Map(
    events.flatMap((event) => (event.__typename === 'DeckRevealed' ? [[event.shuffle, event.order]] : [])),
  );
  /** @type {Map<number, { strange: string[], dealt: number, seen: Set<string> }>} */
  const found = new Map([...orders.keys()].map((shuffle) => [shuffle, { strange: [], dealt: 0, seen: new Set() }]));
  for (const event of events) {
    if (!GIVING.has(event.__typename) || !('shuffle' in event && 'cards' in event)) continue;
    const newest = found.get(event.shuffle);
    if (!newest) continue;
    for (const card of event.cards) {
      if (card === '??') continue;
      const from = [event.shuffle, event.shuffle - 1].find(
        (shuffle) => orders.get(shuffle)?.includes(card) && !found.get(shuffle)?.seen.has(card),
      );
      const of = from === undefined ? undefined : found.get(from);
      if (of) {
        of.seen.add(card);
        of.dealt += 1;
      } else if (orders.has(event.shuffle - 1) || event.shuffle === 0 || orders.get(event.shuffle)?.includes(card)) {
        newest.strange.push(`${card} at event ${event.version}`);
      }
    }
  }
  return found;
}

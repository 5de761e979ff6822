// @ts-check
// Finds the moments at which your turn begins.

/** @typedef {import('../schema').GameEvent} GameEvent */

const MOVES = new Set([
  'BidPlaced', 'BidCommitted', 'TurnPassed', 'TrumpSelected', 'CardsDiscarded', 'CardPlayed', 'CardsPlayed',
]);

/**
 * Return whether another seat has moved after your last move among these events.
 * @param {readonly GameEvent[]} events @param {number} you
 */
function isMoveAnswered(events, you) {
  const movers = events.flatMap((event) => (MOVES.has(event.__typename) && 'seat' in event ? [event.seat] : []));
  return movers.includes(you) && movers.at(-1) !== you;
}

/** Your turns in one game, from the first moment that it is shown. */
export class TurnTracker {
  /** @type {boolean | null} */
  #isOwnTurn = null;
  /** Whether your turn has come, and something else may still take it: a queued move, or one that is being sent. */
  #isDue = false;

  /**
   * Return whether your turn begins. The moment at which the page opens begins none: you see it.
   * @param {object} moment
   * @param {boolean} moment.isOwnTurn
   * @param {boolean} moment.isBusy whether a move is queued or being sent
   * @param {readonly GameEvent[]} moment.newEvents the events since the last call
   * @param {number | null} moment.you
   */
  begins({ isOwnTurn, isBusy, newEvents, you }) {
    const wasOwnTurn = this.#isOwnTurn ?? isOwnTurn;
    this.#isOwnTurn = isOwnTurn;
    const hasComeAgain = you !== null && isMoveAnswered(newEvents, you);
    this.#isDue = isOwnTurn && (this.#isDue || !wasOwnTurn || hasComeAgain);
    if (!this.#isDue || isBusy) return false;
    this.#isDue = false;
    return true;
  }
}

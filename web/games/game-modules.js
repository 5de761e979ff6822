// @ts-check
// The registry of game modules, and the interface that they implement.

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {(mutation: string, input: Record<string, unknown>) => void} MakeMove
 * @typedef {object} ControlsProps
 * @property {Game} game
 * @property {readonly Offer[]} offers the legal moves; empty while an older moment is shown
 * @property {MakeMove} makeMove
 * @property {boolean} isBusy whether a move has been sent and is not confirmed
 * @property {ReadonlySet<string>} selected the selected cards of the hand
 * @property {(cards: Iterable<string>) => void} setSelected
 * @property {import('../table/game-display.js').Move | null} [queued] the move that is sent when your turn comes
 * @property {MakeMove | null} [queueMove] queues a move for your turn; null while none can be queued
 */

/**
 * @typedef {object} GameModule
 * @property {import('preact').ComponentType<ControlsProps>} Controls the buttons below the hand
 * @property {import('preact').ComponentType<MiddleProps>} Middle the middle of the table
 * @property {(game: Game, names: Names) => Fact[]} facts returns facts about the round
 * @property {(seat: import('../schema').Seat, game: Game) => import('../felt/seat-view.js').SeatFacts} seatFacts returns the
 *   score, bid, taken tricks and notes shown at a seat
 * @property {'one' | 'many' | ((offers: readonly Offer[]) => 'one' | 'many')} selection 'one' if a
 *   picked card is played at once, 'many' if cards are selected and then played together
 * @property {NextSelection} [nextSelection] returns the selection after a card was picked; by default the card is
 *   added or removed
 * @property {(card: string, offers: readonly Offer[], game: Game) => MoveInput | null} [rejectedMove] returns the move
 *   to send for a card that is not offered: the server's refusal gives the reason
 * @property {QueuedMove} [queuedMove] returns the move to queue after a card was picked before your turn; null to cancel the
 *   queued one, undefined while no card can be queued
 * @property {boolean} [dealer] false if the dealer has no meaning in this game
 * @typedef {{ mutation: string, input: object }} MoveInput
 * @typedef {(card: string, queued: ReadonlySet<string>, game: Game) => MoveInput | null | undefined} QueuedMove
 * @typedef {(card: string, selected: ReadonlySet<string>, offers: readonly Offer[]) => Iterable<string>} NextSelection
 * @typedef {{
 *   game: Game, names: Names, ownSeat?: number | null,
 *   events?: readonly import('../schema').GameEvent[],
 * }} MiddleProps
 * @typedef {{ term: string, detail: import('preact').ComponentChildren }} Fact
 */

// Used by the games' modules: imported here so that they load before the variant is known.
import './round-facts.js';
import './trick-area.js';

/** The modules by variant. @type {Record<string, () => Promise<{ default: GameModule }>>} */
const MODULES = {
  'hundred-and-ten': () => import('./hundred-and-ten.js'),
  'oh-hell': () => import('./oh-hell.js'),
  president: () => import('./president.js'),
};

/**
 * Load the module of a variant; the generic one if it has none of its own.
 * @param {string} variant @returns {Promise<GameModule>}
 */
export async function loadGameModule(variant) {
  const load = Object.hasOwn(MODULES, variant) ? MODULES[variant] : () => import('./generic.js');
  return (await load()).default;
}

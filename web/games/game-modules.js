// @ts-check
// The module of each game: how its table is shown, and how its moves are made. A game without one has the plain module.

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {(mutation: string, input: Record<string, unknown>) => void} Act
 * @typedef {object} ControlsProps
 * @property {Game} game
 * @property {readonly Offer[]} offers what may be done now; none while an older moment is shown
 * @property {Act} act
 * @property {boolean} busy whether a move is being carried out
 * @property {ReadonlySet<string>} chosen the cards that were picked
 * @property {(cards: Iterable<string>) => void} choose
 */

/**
 * @typedef {object} GameModule
 * @property {(cards: readonly string[], game: Game) => string[]} sort a hand in a sensible order
 * @property {import('preact').ComponentType<ControlsProps>} Controls what one can do besides picking a card
 * @property {import('preact').ComponentType<MiddleProps>} Middle what lies in the middle of the table
 * @property {(game: Game, names: import('../text/player-names.js').Names) => Fact[]} facts about the round
 * @property {(seat: import('../schema').Seat, game: Game) => string[]} seatNotes what stands at a seat
 * @property {'one' | 'many' | ((offers: readonly Offer[]) => 'one' | 'many')} usesHand whether a card
 *   that is picked is played at once, or several are chosen and then played together
 * @property {(card: string, chosen: ReadonlySet<string>, offers: readonly Offer[]) => Iterable<string>} [pick] what is
 *   chosen once a card was picked; otherwise the card is added, or taken away
 * @property {(card: string, offers: readonly Offer[], game: Game) => Tried | null} [attempt] what a card that is not
 *   offered is tried with, to hear why it is refused
 * @property {boolean} [dealer] whether it matters who deals; it does unless this is false
 * @typedef {{ mutation: string, input: object }} Tried
 * @typedef {{
 *   game: Game, names: import('../text/player-names.js').Names, mine?: number | null,
 *   events?: readonly import('../schema').GameEvent[],
 * }} MiddleProps
 * @typedef {{ term: string, detail: import('preact').ComponentChildren }} Fact
 */

// What their modules are made with: here before it is known which of them is wanted.
import './round-facts.js';
import './trick-area.js';

/** @type {Record<string, () => Promise<{ default: GameModule }>>} */
const MODULES = {
  'hundred-and-ten': () => import('./hundred-and-ten.js'),
  'oh-hell': () => import('./oh-hell.js'),
  president: () => import('./president.js'),
};

/** Return the module of a game. @param {string} variant @returns {Promise<GameModule>} */
export async function gameModule(variant) {
  const load = Object.hasOwn(MODULES, variant) ? MODULES[variant] : () => import('./generic.js');
  return (await load()).default;
}

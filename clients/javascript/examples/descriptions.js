// @ts-check
// Descriptions of events and tables as sentences.

const SUITS = new Map([['H', '♥'], ['C', '♣'], ['D', '♦'], ['S', '♠']]);

/** @param {string} notation such as `5H`, `JOKER`, or `??` for a face-down card */
const card = (notation) =>
  notation.length === 2 ? notation[0].replace('T', '10') + (SUITS.get(notation[1]) ?? '?') : 'joker';

/** @param {string[]} notations */
const cards = (notations) =>
  notations.every((each) => each === '??') ? `${notations.length} cards` : notations.map(card).join(' ');

/** @type {Record<string, (event: any, name: (seat: number) => string) => string>} */
const DESCRIPTIONS = {
  GameCreated: ({ variant }) => `A game of ${variant.title} is set up.`,
  PlayerJoined: ({ seat, machine }) => `${machine ? 'A machine player' : 'Somebody'} takes seat ${seat}.`,
  GameStarted: () => 'The game begins.',
  HandDealt: (event, name) => `${name(event.seat)} is dealt ${cards(event.cards)}.`,
  BidPlaced: (event, name) => `${name(event.seat)} bids ${event.amount}.`,
  BidWon: (event, name) => `${name(event.seat)} has the bid, of ${event.amount}.`,
  TrumpSelected: (event, name) => `${name(event.seat)} names ${event.suit.toLowerCase()} trump.`,
  CardsDiscarded: (event, name) => `${name(event.seat)} discards ${cards(event.cards)}.`,
  CardPlayed: (event, name) => `${name(event.seat)} plays ${card(event.card)}.`,
  CardsPlayed: (event, name) => `${name(event.seat)} plays ${cards(event.cards)}.`,
  TurnPassed: (event, name) => `${name(event.seat)} passes.`,
  TrickWon: (event, name) => `${name(event.seat)} takes the trick.`,
  RoundScored: ({ scores }) => `The round is scored: ${scores.join(', ')}.`,
  TableCleared: () => 'The table is cleared.',
  SeatWentOut: (event, name) => `${name(event.seat)} has no cards left: place ${event.place}.`,
  GameWon: (event, name) => `The game is over: ${event.winners.map(name).join(' and ')} won.`,
};

/**
 * Describe an event. Events without a description, such as those of a newer server, are described by the name of
 * their type.
 * @param {import('kibitz-client').GameUpdate['events'][number]} event @param {(seat: number) => string} name
 */
export const describeEvent = (event, name) =>
  DESCRIPTIONS[event.__typename]?.(event, name) ?? `${event.__typename.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.`;

/** Describe the table for the player to move. @param {any} game @param {(seat: number) => string} name */
export function describeTurn({ you, seats, table }, name) {
  const lies = table.trick.map((/** @type {any} */ each) => `${name(each.seat)}'s ${card(each.card)}`);
  if (table.toBeat.length) lies.push(`${name(table.ledBy)}'s ${cards(table.toBeat)}`);
  const held = seats[you].hand.length ? cards(seats[you].hand) : 'nothing';
  return `${name(you)} is to move. On the table: ${lies.join(', ') || 'nothing'}. In hand: ${held}.`;
}

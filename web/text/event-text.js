// @ts-check
// Events as sentences: a formatter for each event type, and a fallback for unknown types.

import { cardCount, cardName, cardNames, isFaceDown, joinList, numberWord, suitName, suitOf } from './card-names.js';
import { DEFAULT_LEVEL, levelText } from './option-text.js';
import { t, tOptional } from './messages.js';
import {
  capitalize, fieldTexts, humanize, isViewer, ordinal, playerName, playerText, seatName, seatText,
} from './phrases.js';

/** @typedef {import('./player-names.js').Names} Names */
/** @typedef {(event: any, names: Names) => string | null} EventFormatter */

/** @param {readonly string[]} hand */
const isVisible = (hand) => hand.some((card) => !isFaceDown(card));

/** Return the names of cards, or their number if all are face down. @param {readonly string[]} hand */
const cardsText = (hand) => (isVisible(hand) ? t('text.theCards', { cards: cardNames(hand) }) : cardCount(hand.length));

/** @param {readonly number[]} seats @param {Names} names */
const seatList = (seats, names) => joinList(seats.map((seat) => seatName(names, seat)));

/** @type {Record<string, EventFormatter>} */
const LOBBY_EVENTS = {
  GameCreated: ({ organizer }, names) => playerText('text.event.GameCreated', names, organizer),
  PlayerInvited: ({ player, inviter }, names) => (isViewer(names, player)
    ? t('text.event.PlayerInvited.you', { name: names.player(inviter) })
    : playerText('text.event.PlayerInvited', names, inviter, { player: playerName(names, player) })),
  InvitationDeclined: ({ player }, names) => playerText('text.event.InvitationDeclined', names, player),
  InvitationWithdrawn: ({ player }, names) => playerText('text.event.InvitationWithdrawn', names, player),
  MissingPlayersChosen: ({ choice, by }, names) => {
    const isYou = by ? isViewer(names, by) : false;
    const name = by ? names.player(by) : t('text.organizer');
    return tOptional(`text.event.MissingPlayersChosen.${choice}`, { isYou, name })
      ?? t('text.event.MissingPlayersChosen', { isYou, name, choice: humanize(choice) });
  },
  SeatsReleased: () => t('text.event.SeatsReleased'),
  PlayerJoined: ({ player, machine }, names) =>
    playerText(machine ? 'text.event.PlayerJoined.machine' : 'text.event.PlayerJoined', names, player),
  PlayerLeft: ({ player, removed, nextOrganizer }, names) => {
    const text = playerText(removed ? 'text.event.PlayerLeft.removed' : 'text.event.PlayerLeft', names, player);
    if (nextOrganizer === null) return text;
    return [text, playerText('text.event.PlayerLeft.nextOrganizer', names, nextOrganizer)].join(' ');
  },
  SeedCommitted: ({ player }, names) => playerText('text.event.SeedCommitted', names, player),
  SeatsClosed: () => t('text.event.SeatsClosed'),
  SeedRevealed: ({ player }, names) => playerText('text.event.SeedRevealed', names, player),
  GameStarted: ({ players }) => t('text.event.GameStarted', { count: players.length }),
  GameClosed: ({ closeReason }) => closeReasonText(closeReason),
};

/** @type {Record<string, EventFormatter>} */
const DEPARTURE_EVENTS = {
  SeatAutomated: ({ seat, automationReason: reason, level }, names) => {
    const isDefault = level === DEFAULT_LEVEL;
    // PlayerJoined already says that a player is a machine player.
    if (names.machine?.(seat)) {
      return isDefault ? null : t('text.levelOfMachine', { name: names.seat(seat), level: levelText(level) });
    }
    const text = tOptional(`text.event.SeatAutomated.${reason}`, { isYou: seat === names.you, name: names.seat(seat) })
      ?? seatText('text.event.SeatAutomated', names, seat);
    return isDefault ? text : [text, t('text.levelOfSeat', { level: levelText(level) })].join(' ');
  },
  SeatReclaimed: ({ seat }, names) => seatText('text.event.SeatReclaimed', names, seat),
  SeatMovedByClock: ({ seat }, names) => seatText('text.event.SeatMovedByClock', names, seat),
  // The clock at the seat says it.
  ClockStarted: () => null,
  ClockStopped: () => null,
  GamePaused: () => t('text.event.GamePaused'),
  GameResumed: () => t('text.event.GameResumed'),
  AbandonVoted: ({ seat }, names) => seatText('text.event.AbandonVoted', names, seat),
  AbandonVoteWithdrawn: ({ seat }, names) => seatText('text.event.AbandonVoteWithdrawn', names, seat),
};

/** @type {Record<string, EventFormatter>} */
const DEAL_EVENTS = {
  DeckShuffled: () => t('text.event.DeckShuffled'),
  DeckRevealed: ({ shuffle }) => t('text.event.DeckRevealed', { number: shuffle + 1 }),
  MachineKeyRevealed: () => t('text.event.MachineKeyRevealed'),
  DeckRanOut: () => t('text.event.DeckRanOut'),
  RoundDealt: ({ round, dealer, hands }, names) => {
    const [least, most] = [Math.min(...hands), Math.max(...hands)];
    const cards = least === most
      ? cardCount(least)
      : t('text.cardRange', { count: most, least: numberWord(least), most: numberWord(most) });
    return seatText('text.event.RoundDealt', names, dealer, { round: round + 1, cards });
  },
  // RoundDealt already gives the size of hidden hands.
  HandDealt: ({ seat, cards }, names) =>
    isVisible(cards) ? seatText('text.event.HandDealt', names, seat, { cards: cardsText(cards) }) : null,
  BlindHandDealt: ({ seat, cards: { length: count }, cards }, names) =>
    seatText('text.event.BlindHandDealt', names, seat,
      { count, cards: seat === names.you ? cardCount(count) : cardsText(cards) }),
  HandShown: ({ seat, cards }, names) => (isVisible(cards)
    ? seatText('text.event.HandShown', names, seat, { cards: cardsText(cards) })
    : seatText('text.event.HandShown.hidden', names, seat)),
  TrumpTurned: ({ card }) => {
    const suit = suitOf(card);
    return suit
      ? t('text.event.TrumpTurned', { card: cardName(card), suit: suitName(suit) })
      : t('text.event.TrumpTurned.noTrump', { card: cardName(card) });
  },
  TrumpSelected: ({ seat, suit }, names) => seatText('text.event.TrumpSelected', names, seat, { suit: suitName(suit) }),
  CardsDiscarded: ({ seat, cards }, names) => (cards.length
    ? seatText('text.event.CardsDiscarded', names, seat, { cards: cardsText(cards) })
    : seatText('text.event.CardsDiscarded.none', names, seat)),
  CardsDrawn: ({ seat, cards }, names) =>
    cards.length ? seatText('text.event.CardsDrawn', names, seat, { cards: cardsText(cards) }) : null,
};

/** @type {Record<string, EventFormatter>} */
const PLAY_EVENTS = {
  BidPlaced: ({ seat, amount }, names) => seatText('text.event.BidPlaced', names, seat, { amount }),
  BidCommitted: ({ seat, committedAmount: amount }, names) => (amount === null
    ? seatText('text.event.BidCommitted.hidden', names, seat)
    : seatText('text.event.BidCommitted', names, seat, { amount })),
  BidsRevealed: ({ bids, forced }, names) => {
    /** @param {number} bid @param {number} seat */
    const bidText = (bid, seat) => seatText('text.event.BidsRevealed.bid', names, seat, { bid });
    const list = joinList(bids.map(bidText));
    return t(forced ? 'text.event.BidsRevealed.forced' : 'text.event.BidsRevealed', { bids: list });
  },
  BidWon: ({ seat, amount }, names) => seatText('text.event.BidWon', names, seat, { amount }),
  TurnPassed: ({ seat, automatic }, names) =>
    seatText(automatic ? 'text.event.TurnPassed.announced' : 'text.event.TurnPassed', names, seat),
  PassQueued: ({ seat }, names) => seatText('text.event.PassQueued', names, seat),
  PassUnqueued: ({ seat }, names) => seatText('text.event.PassUnqueued', names, seat),
  CardPlayed: ({ seat, card }, names) => seatText('text.event.CardPlayed', names, seat, { card: cardName(card) }),
  CardsPlayed: ({ seat, cards, again, automatic }, names) => {
    const key = automatic
      ? again ? 'text.event.CardsPlayed.openingAgain' : 'text.event.CardsPlayed.opening'
      : again ? 'text.event.CardsPlayed.again' : 'text.event.CardsPlayed';
    return seatText(key, names, seat, { cards: cardNames(cards) });
  },
  DirectionReversed: ({ clockwise }) =>
    t(clockwise ? 'text.event.DirectionReversed.clockwise' : 'text.event.DirectionReversed.counterclockwise'),
  SeatSkipped: ({ seat }, names) => seatText('text.event.SeatSkipped', names, seat),
  SeatWentOut: ({ seat, place }, names) => seatText('text.event.SeatWentOut', names, seat, { place: ordinal(place) }),
  TableCleared: ({ leader }, names) => seatText('text.event.TableCleared', names, leader),
  TrickWon: ({ seat, card, trick }, names) =>
    seatText('text.event.TrickWon', names, seat, { number: trick + 1, card: cardName(card) }),
};

/** @type {Record<string, EventFormatter>} */
const SCORE_EVENTS = {
  RoundScored: ({ round, awards, bidsMade, scores }, names) => {
    const texts = scores.map((/** @type {number} */ score, /** @type {number} */ seat) => {
      let points = 0;
      for (const award of awards) if (award.seat === seat) points += award.points;
      return seatText(scoreKey(bidsMade[seat]), names, seat, { points, score });
    });
    return t('text.event.RoundScored', { round: round + 1, scores: joinList(texts) });
  },
  RoundPassedOut: ({ round }) => t('text.event.RoundPassedOut', { round: round + 1 }),
  GameWon: ({ winners, ranking, reason }, names) => {
    const text = t('text.event.GameWon', {
      isYou: winners.length === 1 && winners[0] === names.you, count: winners.length,
      names: capitalize(seatList(winners, names)), reason: endReasonText(reason),
    });
    const places = ranking.slice(1).map((/** @type {number[]} */ seats) => seatList(seats, names));
    if (!places.length) return text;
    const list = places.reduce((/** @type {string} */ start, /** @type {string} */ next) =>
      t('text.list.then', { list: start, next }));
    return [text, t('text.event.GameWon.places', { places: list })].join(' ');
  },
};

/** @param {string} outcome of a bid @returns {import('./messages.js').MessageKey} */
function scoreKey(outcome) {
  if (outcome === 'MADE') return 'text.event.RoundScored.MADE';
  return outcome === 'FAILED' ? 'text.event.RoundScored.FAILED' : 'text.event.RoundScored.NONE';
}

/** Return why a table was closed, in one or two sentences. @param {string} reason */
export const closeReasonText = (reason) =>
  tOptional(`text.closeReason.${reason}`) ?? t('text.closeReasonOther', { reason: humanize(reason) });

/** Return why a game ended, as a clause. @param {string} reason */
export const endReasonText = (reason) => tOptional(`text.endReason.${reason}`) ?? humanize(reason);

/** @type {Record<string, EventFormatter>} */
const FORMATTERS = { ...LOBBY_EVENTS, ...DEPARTURE_EVENTS, ...DEAL_EVENTS, ...PLAY_EVENTS, ...SCORE_EVENTS };

/**
 * Return an event as a sentence; null if other events already say it.
 * @param {import('../schema').GameEvent} event with all its fields @param {Names} names
 */
export function eventText(event, names) {
  const { __typename: kind = '' } = event;
  return (Object.hasOwn(FORMATTERS, kind) ? FORMATTERS[kind] : unknownEventText)(event, names);
}

/** @type {EventFormatter} */
function unknownEventText(event, names) {
  const { seat } = event;
  const fields = fieldTexts(event, names, ['seat', 'version', 'at', 'by', 'shuffle']);
  const text = humanize(event.__typename) + (fields.length ? ` (${fields.join(', ')})` : '');
  return Number.isInteger(seat) ? `${capitalize(seatName(names, seat))}: ${text}.` : `${capitalize(text)}.`;
}

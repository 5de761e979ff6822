// @ts-check
// Announcements for screen readers at a table: each event, and your legal moves on your turn.

import { cardName, cardNames, isFaceDown, joinList, rankName, suitName } from '../text/card-names.js';
import { eventText } from '../text/event-text.js';
import { offerText, turnText } from '../text/game-text.js';
import { t } from '../text/messages.js';
import { announce } from '../ui/announcer.js';
import { useEffect, useRef } from '../ui/html.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 */

/** Return the legal moves as a sentence. @param {readonly Offer[]} offers */
export function choicesText(offers) {
  const groups = offers.filter((offer) => offer.__typename === 'GroupOffer');
  const values = groups.map(({ value, cards }) => rankName(value, cards.length));
  const choices = offers.flatMap((offer) => {
    if (offer.__typename === 'BidOffer') {
      return t('table.choice.bid', { amounts: joinList(offer.amounts.map(String), 'or') });
    }
    if (offer.__typename === 'TrumpOffer') {
      return t('table.choice.trump', { suits: joinList(offer.suits.map(suitName), 'or') });
    }
    if (offer.__typename === 'DiscardOffer') return t('table.choice.discard');
    if (offer.__typename === 'PlayOffer') {
      if (offer.cards.some(isFaceDown)) return t('table.choice.playCard');
      return t('table.choice.playCards', { cards: joinList(offer.cards.map(cardName), 'or') });
    }
    return offer.__typename === 'GroupOffer' ? [] : offerText(offer).toLowerCase();
  });
  if (values.length) choices.unshift(t('table.choice.playRanks', { ranks: joinList(values, 'or') }));
  return t('table.choices', { choices: joinList(choices, 'or') });
}

/**
 * Announce the events after the current version, and the legal moves when they change.
 * @param {Game | null} game @param {readonly import('../schema').GameEvent[]} events
 * @param {import('../text/player-names.js').Names | null} names
 * @param {boolean} isSettled whether the latest version is on screen
 */
export function useGameAnnouncements(game, events, names, isSettled) {
  const announcedVersion = useRef(/** @type {number | null} */ (null));
  const announcedOffers = useRef('');
  const version = game?.version ?? 0;
  useEffect(() => {
    if (!names) return;
    const start = announcedVersion.current ?? version;
    for (const event of events.slice(start)) {
      const text = eventText(event, names);
      if (text) announce(text);
    }
    announcedVersion.current = Math.max(start, events.length);
  }, [events, version]);
  // Other players' secret bids change the version, but not your legal moves.
  const hasOffers = game && isSettled && game.legalMoves.length;
  const offersKey = hasOffers ? JSON.stringify([game.table?.phase, game.table?.trick, game.legalMoves]) : '';
  useEffect(() => {
    const isUnchanged = offersKey === announcedOffers.current;
    announcedOffers.current = offersKey;
    if (!game || !names || isUnchanged || !offersKey) return;
    const hand = game.you === null ? [] : game.seats[game.you]?.hand ?? [];
    announce(turnText(game, names));
    if (hand.length && !hand.every(isFaceDown)) announce(t('table.youHold', { cards: cardNames(hand) }));
    announce(choicesText(game.legalMoves));
  }, [offersKey]);
}

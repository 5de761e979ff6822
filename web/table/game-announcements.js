// @ts-check
// What a screen reader hears at a table: every event, and what can be done when it is one's turn.

import { announce } from '../ui/announcer.js';
import { useEffect, useRef } from '../ui/html.js';
import { cardName, cardsName, isHidden, listed, rankName, suitName } from './card.js';
import { offerWords, told, turnWords } from '../text/game-text.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 */

/** Return all that can be done, in a sentence. @param {readonly Offer[]} offers */
export function choicesWords(offers) {
  const groups = offers.filter((offer) => offer.__typename === 'GroupOffer');
  const values = groups.map(({ value, cards }) => rankName(value, cards.length));
  const choices = offers.flatMap((offer) => {
    if (offer.__typename === 'BidOffer') return `bid ${listed(offer.amounts.map(String), 'or')}`;
    if (offer.__typename === 'TrumpOffer') return `name ${listed(offer.suits.map(suitName), 'or')} trump`;
    if (offer.__typename === 'DiscardOffer') return 'discard any of your cards, or none';
    if (offer.__typename === 'PlayOffer') {
      return offer.cards.some(isHidden) ? 'play a card' : `play the ${listed(offer.cards.map(cardName), 'or')}`;
    }
    return offer.__typename === 'GroupOffer' ? [] : offerWords(offer).toLowerCase();
  });
  if (values.length) choices.unshift(`play ${listed(values, 'or')}`);
  return `You can ${listed(choices, 'or')}.`;
}

/**
 * Have told what happens at a table from now on, and what can be done.
 * @param {Game | null} game @param {readonly import('../schema').GameEvent[]} events
 * @param {import('../text/player-names.js').Names | null} names
 * @param {boolean} settled whether what is on screen is how the game stands
 */
export function useTelling(game, events, names, settled) {
  const heard = useRef(/** @type {number | null} */ (null));
  const asked = useRef('');
  const version = game?.version ?? 0;
  useEffect(() => {
    if (!names) return;
    const since = heard.current ?? version;
    for (const event of events.slice(since)) {
      const text = told(event, names);
      if (text) announce(text);
    }
    heard.current = Math.max(since, events.length);
  }, [events, version]);
  // Only what has changed: that somebody else has bid in secret is no new question.
  const asks = game && settled && game.legalMoves.length;
  const question = asks ? JSON.stringify([game.status, game.table?.trick, game.legalMoves]) : '';
  useEffect(() => {
    const again = question === asked.current;
    asked.current = question;
    if (!game || !names || again || !question) return;
    const hand = game.you === null ? [] : game.seats[game.you]?.hand ?? [];
    announce(turnWords(game, names));
    if (hand.length && !hand.every(isHidden)) announce(`You hold the ${cardsName(hand)}.`);
    announce(choicesWords(game.legalMoves));
  }, [question]);
}

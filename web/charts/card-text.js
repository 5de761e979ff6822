// @ts-check
// Names of suits and ranks as labels of charts.

import { tOptional } from '../text/messages.js';
import { enumText } from '../text/numbers.js';

/** @param {string} suit of the schema */
export const suitText = (suit) => tOptional(`charts.suit.${suit}`) ?? enumText(suit);
/** @param {string} rank of the schema */
export const rankText = (rank) => tOptional(`charts.rank.${rank}`) ?? enumText(rank);

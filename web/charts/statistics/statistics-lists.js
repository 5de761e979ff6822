// @ts-check
// The lists of the statistics, in the order of their panels.

import { GAME_LISTS } from './game-lists.js';
import { ROUND_LISTS } from './round-lists.js';

/** @type {import('./list-parts.js').StatisticsList[]} */
export const STATISTICS_LISTS = [
  GAME_LISTS.activity, GAME_LISTS.lengths, GAME_LISTS.byRoundCount,
  ROUND_LISTS.bids, ROUND_LISTS.bidsByRound, ROUND_LISTS.tricksByBid,
  ROUND_LISTS.contracts, ROUND_LISTS.contractsFromDealer,
  ROUND_LISTS.fromDealerAndPlayerCount, ROUND_LISTS.trumps, ROUND_LISTS.pointsAndPlayerCount, ROUND_LISTS.averagePoints,
  GAME_LISTS.bySeatAndPlayerCount, GAME_LISTS.startingHandsAndPlayerCount, GAME_LISTS.ranksPlayed,
];

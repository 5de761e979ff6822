// @ts-check
// Play now: a game against machine players, from one click to the first hand.

import { t } from 'catalogue/play.js';
import { commitNewSeed } from '../deals/game-seed.js';
import { request, sendCommand } from '../net/client.js';
import { expectDeal } from '../motion/use-motion.js';
import { RefusalError } from '../net/errors.js';
import { bearerToken, requireSignIn, session } from '../net/session.js';
import { signInAsGuest } from '../account/guest-sign-in.js';
import { navigate } from '../ui/router.js';

/** The number of players of a game that is started by one click, if the variant allows it. */
const USUAL_PLAYERS = 4;

/**
 * Return how many machine players make up the usual number of players.
 * @param {Pick<import('../schema').Variant, 'minPlayers' | 'maxPlayers' | 'machinePlayer'>} variant
 * @param {number} seated the number of players who are there
 */
export function usualMachineCount({ minPlayers, maxPlayers, machinePlayer }, seated) {
  if (!machinePlayer) return 0;
  return Math.max(Math.min(Math.max(USUAL_PLAYERS, minPlayers), maxPlayers) - seated, 0);
}

/**
 * Sign in as a guest if nobody is signed in, start a game with machine players, and show it. Without machine players of
 * the variant, the page to set up a table opens. Throws RefusalError and RequestError.
 * @param {import('../schema').Variant} variant @param {string} guestName
 * @param {import('../schema').MachineLevel} level of the machine players
 */
export async function playNow(variant, guestName, level) {
  if (!variant.machinePlayer) return navigate(`/new?variant=${encodeURIComponent(variant.name)}`);
  if (!(await signIn(guestName))) return undefined;
  const { game: { id } } = await sendCommand('createGame', { variant: variant.name });
  expectDeal(id);
  await Promise.all([
    addSeed(id), sendCommand('fillSeats', { game: id, count: usualMachineCount(variant, 1), level }),
  ]);
  await sendCommand('startGame', { game: id });
  return navigate(`/games/${id}`);
}

/**
 * Sign in as a guest, or by the dialog on a server without guests; resolves to whether a player is signed in.
 * @param {string} guestName @returns {Promise<boolean>}
 */
async function signIn(guestName) {
  if (bearerToken() !== null) return true;
  try {
    await signInAsGuest(guestName);
    return true;
  } catch (error) {
    if (!(error instanceof RefusalError && error.code === 'GUESTS_NOT_ADMITTED')) throw error;
    return requireSignIn(t('play.tokenNeeded'));
  }
}

/** Commit to a seed, so that the deal cannot be known to the server alone. @param {string} id of a game */
async function addSeed(id) {
  const { game } = await request('NewDeal', { game: id });
  const player = session.value?.player.id;
  if (game?.deal && player) await commitNewSeed(id, game.deal, player);
}

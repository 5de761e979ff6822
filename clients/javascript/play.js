// @ts-check
// Creates a game with machine players, plays a seat until the game ends, and prints each event:
//
//     node play.js --url http://127.0.0.1:8000/graphql --variant president --machines 2

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { GAME_STATE, Kibitz, Refused } from './kibitz.js';
import { describeEvent, describeTurn } from './descriptions.js';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8000/graphql' },
    variant: { type: 'string', default: 'president' },
    machines: { type: 'string', default: '2' },
    name: { type: 'string', default: 'Ada' },
    // Seconds before each move, so that you can read along.
    pace: { type: 'string', default: '0.5' },
  },
});

const kibitz = await Kibitz.guest(options.url, options.name);
const { game } = await kibitz.command('createGame', { variant: options.variant });
await kibitz.command('fillSeats', { game: game.id, count: Number(options.machines) });
let state = (await kibitz.command('startGame', { game: game.id })).game;

console.log(`Game ${game.id}`);
/** @param {number} seat */
const name = (seat) => state.seats[seat].player.name;

for await (const event of kibitz.follow(game.id)) {
  console.log(`${String(event.version).padStart(4)}  ${describeEvent(event, name)}`);
  // The answer to a move has already brought this state.
  if (event.version < state.version) continue;
  if (event.version > state.version) state = (await kibitz.ask(GAME_STATE, { game: game.id })).game;
  if (event.version === state.version && state.legalMoves.length) state = await move();
}
await kibitz.close();

/** Make the move that the machine player would make, and return the game after it. */
async function move() {
  console.log(`      ${describeTurn(state, name)}`);
  await sleep(Number(options.pace) * 1000);
  const { suggestion } = await kibitz.ask(GAME_STATE, { game: game.id });
  const { mutation, ...values } = suggestion ?? state.legalMoves[0].moves[0];
  try {
    return (await kibitz.command(mutation, { game: game.id, expectedVersion: state.version, ...values })).game;
  } catch (error) {
    // Another player was faster, which can happen when several bid at the same time.
    if (!(error instanceof Refused && error.code === 'VERSION_CONFLICT')) throw error;
    return (await kibitz.ask(GAME_STATE, { game: game.id })).game;
  }
}

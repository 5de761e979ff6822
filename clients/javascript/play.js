// @ts-check
// Sets up a game with machine players, plays a seat of it and tells what happens, to the end:
//
//     node play.js --url http://127.0.0.1:8000/graphql --variant president --machines 2

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Kibitz, LOOK, Refused } from './kibitz.js';
import { happened, turn } from './words.js';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8000/graphql' },
    variant: { type: 'string', default: 'president' },
    machines: { type: 'string', default: '2' },
    name: { type: 'string', default: 'Ada' },
    // Seconds before each move, so that one can read along.
    pace: { type: 'string', default: '0.5' },
  },
});

const kibitz = await Kibitz.guest(options.url, options.name);
const { game } = await kibitz.command('createGame', { variant: options.variant });
await kibitz.command('fillSeats', { game: game.id, count: Number(options.machines) });
let seen = (await kibitz.command('startGame', { game: game.id })).game;

console.log(`Game ${game.id}`);
/** @param {number} seat */
const name = (seat) => seen.seats[seat].player.name;

for await (const event of kibitz.follow(game.id)) {
  console.log(`${String(event.version).padStart(4)}  ${happened(event, name)}`);
  // What is told was known already from the answer to a move.
  if (event.version < seen.version) continue;
  if (event.version > seen.version) seen = (await kibitz.ask(LOOK, { game: game.id })).game;
  if (event.version === seen.version && seen.legalMoves.length) seen = await move();
}
await kibitz.close();

/** Make the move that the machine would make, and return the game after it. */
async function move() {
  console.log(`      ${turn(seen, name)}`);
  await sleep(Number(options.pace) * 1000);
  const { suggestion } = await kibitz.ask(LOOK, { game: game.id });
  const { mutation, ...values } = suggestion ?? seen.legalMoves[0].moves[0];
  try {
    return (await kibitz.command(mutation, { game: game.id, expectedVersion: seen.version, ...values })).game;
  } catch (error) {
    // Somebody else was quicker, as can be where several bid at the same time.
    if (!(error instanceof Refused && error.code === 'VERSION_CONFLICT')) throw error;
    return (await kibitz.ask(LOOK, { game: game.id })).game;
  }
}

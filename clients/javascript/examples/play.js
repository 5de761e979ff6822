// @ts-check
// Creates a game with machine players, plays a seat until the game ends, and prints each event:
//
//     node examples/play.js --url http://127.0.0.1:8000/graphql --variant president --machines 2

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Kibitz, Refused, accepted } from 'kibitz-client';
import WebSocket from 'ws'; // not needed from Node 22 on

import { describeEvent, describeTurn } from './descriptions.js';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8000/graphql' },
    variant: { type: 'string', default: 'president' },
    machines: { type: 'string', default: '2' },
    // BEGINNER, PUBLISHED, SKILLED or EXPERT.
    level: { type: 'string', default: 'PUBLISHED' },
    name: { type: 'string', default: 'Ada' },
    // Seconds before each move, so that you can read along.
    pace: { type: 'string', default: '0.5' },
  },
});

const kibitz = await Kibitz.guest(options.url, options.name, { client: 'Example', WebSocket });
const created = accepted(await kibitz.mutate.createGame({ variant: options.variant }));
const game = /** @type {import('kibitz-client').GameUpdate['game']} */ (created.game).id;
const level = /** @type {Parameters<typeof kibitz.mutate.fillSeats>[0]['level']} */ (options.level);
accepted(await kibitz.mutate.fillSeats({ game, count: Number(options.machines), level }));
console.log(`Game ${game}`);

for await (const update of kibitz.updates(game)) {
  const name = (/** @type {number} */ seat) => update.game.seats[seat].player.name;
  for (const event of update.events) {
    console.log(`${String(event.version).padStart(4)}  ${describeEvent(event, name)}`);
  }
  if (update.game.stage === 'WAITING_FOR_PLAYERS') accepted(await kibitz.mutate.startGame({ game }));
  if (update.game.legalMoves.length) {
    console.log(`      ${describeTurn(update.game, name)}`);
    await sleep(Number(options.pace) * 1000);
    await move(update.game);
  }
}
await kibitz.close();

/**
 * Make the move that the machine player would make.
 * @param {import('kibitz-client').GameUpdate['game']} state
 */
async function move({ version, legalMoves }) {
  const advice = await kibitz.query.suggestion({ id: game });
  try {
    await kibitz.makeMove(game, advice?.suggestion ?? legalMoves[0].moves[0], { expectedVersion: version });
  } catch (error) {
    // The game has gone on: the next update tells.
    if (!(error instanceof Refused && error.code === 'VERSION_CONFLICT')) throw error;
  }
}

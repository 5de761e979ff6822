// Adds seeds to games on a server, whose answers are changed for one client as if the server lied.
// Argument: the URL of a server that waits a second for seeds. Prints a JSON line for each finding.
import { GameSeed, Kibitz, accepted } from 'kibitz-client';
import WebSocket from 'ws';

import { fingerprint, roll, seedCommitment } from './node_modules/kibitz-client/src/deal-hashes.js';

const [, , URL] = process.argv;
const FOOT = '403b9830e725b3b4818373430145566c2837d792bc6072ae3f9ae494db9eb1ad';
const OTHER = '0f'.repeat(32);
const say = (line) => console.log(JSON.stringify(line));

/** Return a seat of the known answer. */
async function seat(id, seed, isRevealed) {
  return { player: { id }, seedCommitment: seed && (await seedCommitment(FOOT, id, seed)), seed: isRevealed ? seed : null };
}
const SEATS = [
  await seat('a'.repeat(32), '11'.repeat(32), true),
  await seat('b'.repeat(32), '22'.repeat(32), false),
  await seat('machine-1', null, false),
];
say({ commitment: SEATS[0].seedCommitment, fingerprint: await fingerprint(FOOT, SEATS), roll: await roll(FOOT, SEATS) });

const opened = [];

/** Return a client whose answers `lies.tell` changes, with its warnings and the seeds that it sends. */
async function signIn(name, options = {}) {
  const found = { warnings: [], seeds: [], lies: { tell: () => {} } };
  const fetcher = async (url, request) => {
    const { query, variables } = JSON.parse(request.body);
    if (query.startsWith('mutation RevealSeed')) found.seeds.push(variables.input.seed);
    const answer = await (await fetch(url, request)).json();
    for (const each of Object.values(answer.data ?? {})) {
      const game = each?.game ?? each;
      if (game?.stage === 'WAITING_FOR_SEEDS') await found.lies.tell(game);
    }
    return Response.json(answer);
  };
  const onSeedWarning = ({ reason }) => found.warnings.push(reason);
  found.kibitz = await Kibitz.guest(URL, name, { WebSocket, fetch: fetcher, onSeedWarning, ...options });
  opened.push(found.kibitz);
  return found;
}

/** Return the names of a game's events. */
async function eventsOf(game) {
  const document = 'query($id: ID!) { game(id: $id) { events(first: 50) { edges { node { __typename at } } } } }';
  const { game: found } = await ann.kibitz.execute(document, { id: game });
  return found.events.edges.map(({ node }) => node);
}

/** Create a game of Ann. */
async function create() {
  return accepted(await ann.kibitz.mutate.createGame({ variant: 'president' })).game.id;
}

/** Follow a game until its start. */
async function untilStart(kibitz, game) {
  for await (const { game: state } of kibitz.updates(game)) if (state.stage === 'PLAYING') break;
}

const ann = await signIn('Ann');
const bob = await signIn('Bob');

// A player among machines: the seed comes with the start.
const alone = await create();
const filled = accepted(await ann.kibitz.mutate.fillSeats({ game: alone, count: 2 }));
const started = accepted(await ann.kibitz.mutate.startGame({ game: alone, expectedVersion: filled.version }));
say({ stage: started.game.stage, events: started.events.slice(0, 3).map(({ __typename }) => __typename), included: ann.kibitz.seed(alone).included });

// Cyd is killed after the commitment, and delays the start by the second that the server waits.
const cyd = await signIn('Cyd');
const table = await create();
await bob.kibitz.mutate.joinGame({ game: table });
await cyd.kibitz.joinGame(table);
await cyd.kibitz.close();
const following = [ann, bob].map(({ kibitz }) => untilStart(kibitz, table));
while ((await eventsOf(table)).filter(({ __typename }) => __typename === 'SeedCommitted').length < 3) {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
accepted(await ann.kibitz.mutate.startGame({ game: table }));
await Promise.all(following);
const events = await eventsOf(table);
const at = (name) => Date.parse(events.find(({ __typename }) => __typename === name).at);
say({
  delay: (at('GameStarted') - at('SeatsClosed')) / 1000,
  revealed: events.filter(({ __typename }) => __typename === 'SeedRevealed').length,
  included: [ann, bob].map(({ kibitz }) => kibitz.seed(table).included),
  warnings: [...ann.warnings, ...bob.warnings],
});

/** Replace the roll by the one that follows from the seats. */
const withRoll = async (game) => (game.deal.roll = await roll(game.deal.foot, game.seats));
const LIES = {
  honest: async () => {},
  roll: async ({ deal }) => (deal.roll = OTHER),
  foot: async (game) => {
    game.deal.foot = OTHER;
    await withRoll(game);
  },
  commitment: async (game) => {
    game.seats[1].seedCommitment = OTHER;
    await withRoll(game);
  },
  missing: async (game) => {
    game.seats[1].seedCommitment = null;
    await withRoll(game);
  },
};
/** Tell of a second roll after the first one. */
const second = async (game) => {
  game.seats[0].seedCommitment = OTHER;
  await withRoll(game);
};

const seedless = await signIn('Dan', { addSeeds: false });
const organizer = new Kibitz(URL, { token: await ann.kibitz.token(), addSeeds: false });
for (const [lie, tell] of Object.entries(LIES)) {
  const game = await create();
  await ann.kibitz.addSeed(game);
  bob.warnings.length = bob.seeds.length = 0;
  await bob.kibitz.joinGame(game);
  await seedless.kibitz.joinGame(game);
  accepted(await organizer.mutate.startGame({ game }));
  bob.lies.tell = tell;
  await bob.kibitz.addSeed(game);
  bob.lies.tell = lie === 'honest' ? second : () => {};
  await bob.kibitz.addSeed(game);
  bob.lies.tell = () => {};
  say({ lie, seeds: bob.seeds.length, warnings: bob.warnings });
}

// A page over plain HTTP has no SHA-256, and no random UUIDs.
const { getRandomValues } = crypto;
Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues: getRandomValues.bind(crypto) } });
const plain = await create();
await ann.kibitz.addSeed(plain);
await ann.kibitz.addSeed(plain);
accepted(await ann.kibitz.mutate.fillSeats({ game: plain, count: 2 }));
const begun = accepted(await ann.kibitz.mutate.startGame({ game: plain }));
say({ plain: begun.game.stage, warnings: ann.warnings });
say({ secret: !/[0-9a-f]{64}/.test(Object.values(new GameSeed()).join() + JSON.stringify(new GameSeed())) });
await Promise.all([...opened, organizer].map((kibitz) => kibitz.close()));

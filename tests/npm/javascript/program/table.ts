// Plays a table with the package `kibitz-client`, slowly: three players, one of them signed in by a device code.
// Arguments: the URL and the seconds that the game lasts at least. Prints a JSON line for each finding.
import { Kibitz, Refused, Unauthenticated, accepted, isRefusal } from 'kibitz-client';
import type { GameUpdate, SessionStorage, StoredSession } from 'kibitz-client';
import WebSocket from 'ws';

declare const process: { argv: string[] };
const [, , url, seconds] = process.argv as [string, string, string, string];
const say = (line: object): void => console.log(JSON.stringify(line));
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

class Memory implements SessionStorage {
  readonly saved: (StoredSession | null)[] = [];
  load = (): StoredSession | null => this.saved.at(-1) ?? null;
  save = (session: StoredSession | null): void => void this.saved.push(session);
}

const memory = new Memory();
const laptop = await Kibitz.guest(url, 'Ann', { WebSocket, client: 'Laptop' });
const { deviceCode } = accepted(await laptop.mutate.createDeviceCode());
const ann = await Kibitz.withDeviceCode(url, deviceCode, { WebSocket, client: 'Phone', storage: memory });
const bob = await Kibitz.guest(url, 'Bob', { WebSocket });
const cyd = await Kibitz.guest(url, 'Cyd', { WebSocket });

/** Return the id of the signed-in player. */
async function playerOf(kibitz: Kibitz): Promise<string> {
  const session = await kibitz.query.session();
  if (!session) throw new Error('not signed in');
  return session.player.id;
}
say({ same: (await playerOf(laptop)) === (await playerOf(ann)) });

const created: number = accepted(await ann.mutate.createGame({ variant: 'president' })).version;
const table = accepted(await ann.mutate.createGame({ variant: 'president', access: 'PRIVATE' })).game;
if (!table) throw new Error(`no game after ${created}`);
const game = table.id;
for (const guest of [bob, cyd]) {
  accepted(await ann.mutate.invitePlayer({ game, player: await playerOf(guest) }));
  accepted(await guest.mutate.joinGame({ game }));
}

// A payload is a union: its `__typename` discriminates between the success and the refusals.
const early = await bob.mutate.playCards({ game, cards: ['5H'] });
switch (early.__typename) {
  case 'PlayCardsAccepted':
    throw new Error(`version ${early.version}`);
  case 'CardsUnequal':
    throw new Error(early.cards.join());
  default:
    say({ refused: early.code, stage: early.game?.stage });
}
if (!isRefusal(early)) throw new Error('it is a refusal');
// @ts-expect-error: there is no such mutation.
const missing: undefined = bob.mutate.playPiano;
say({ missing: missing === undefined });
await bob.mutate.startGame({ game }).then(accepted).catch((error: unknown) => say({ thrown: error instanceof Refused && error.code }));

const ends = Date.now() + 1000 * Number(seconds);
let moves = 0;

/** Follow the game to its end, and play. */
async function play(kibitz: Kibitz): Promise<void> {
  const versions: number[] = [];
  let snapshots = 0;
  let last: GameUpdate | undefined;
  for await (const update of kibitz.updates(game)) {
    last = update;
    versions.push(...update.events.map(({ version }) => version));
    if (update.snapshot) snapshots += 1;
    const [offer] = update.game.legalMoves;
    if (!offer) continue;
    if (Date.now() < ends) await sleep(150 * (moves++ % 8));
    const advice = await kibitz.query.suggestion({ id: game });
    const move = advice?.suggestion ?? offer.moves[0];
    if (!move) throw new Error('an offer has moves');
    await kibitz.makeMove(game, move, { expectedVersion: update.version }).catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'VERSION_CONFLICT')) throw error;
    });
  }
  say({ player: last?.game.you, versions, snapshots, won: last?.game.result?.winners.length });
}

const playing = [ann, bob, cyd].map(play);
accepted(await ann.mutate.startGame({ game }));
await Promise.all(playing);
say({ tokens: new Set(memory.saved.map((session) => session?.token)).size });

const invalid = new Kibitz(url, { token: 'invalid', WebSocket });
await invalid.query.game({ id: game }).catch((error: unknown) => say({ invalid: error instanceof Unauthenticated }));
await invalid.updates(game).next().catch((error: unknown) => say({ invalid: error instanceof Unauthenticated }));
await ann.signOut();
say({ forgotten: memory.saved.at(-1) === null && (await ann.token()) === null });
await Promise.all([laptop, bob, cyd, invalid].map((kibitz) => kibitz.close()));

// Queues moves for a seat on a server. Argument: its URL. Prints a JSON line for each finding.
import { Kibitz, QueuedMoves, Unreachable, accepted } from 'kibitz-client';
import WebSocket from 'ws';

const [, , URL] = process.argv;
const say = (line) => console.log(JSON.stringify(line));
const PASS = { mutation: 'passTurn' };
const bid = (amount) => ({ mutation: 'placeBid', amount });

/** Wait until a condition holds. */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const bob = await Kibitz.guest(URL, 'Bob', { WebSocket });
const token = await (await Kibitz.guest(URL, 'Ann', { WebSocket })).token();

/** Start a game of Ann and Bob in which Bob is to move, and queue moves for Ann; `wire.lost` answers to commands are lost. */
async function queuing(options = {}) {
  const wire = { commands: [], lost: 0 };
  const fetcher = async (url, request) => {
    const { query, variables } = JSON.parse(request.body);
    const answer = await fetch(url, request);
    if (!/^mutation (PlaceBid|PassTurn|QueuePass|SelectTrump)/.test(query)) return answer;
    wire.commands.push(variables.input);
    if (wire.lost-- <= 0) return answer;
    await answer.text();
    throw new TypeError('the answer was lost');
  };
  const ann = new Kibitz(URL, { token, WebSocket, fetch: fetcher, addSeeds: false, ...options });
  const game = accepted(await ann.mutate.createGame({ variant: 'hundred-and-ten' })).game.id;
  accepted(await bob.mutate.joinGame({ game }));
  const started = accepted(await ann.mutate.startGame({ game })).version;
  const dropped = [];
  const queue = new QueuedMoves(ann, game, { onDropped: (each) => dropped.push(each) });
  return { ann, game, started, queue, dropped, wire, version: 0, following: null };
}

/** Follow the game to its end. */
async function follow(queuer) {
  for await (const update of queuer.ann.updates(queuer.game)) {
    await queuer.queue.observe(update);
    queuer.version = update.version;
  }
}

/** Let the machine play the game to its end, which also ends its updates. */
async function end({ ann, game, following }) {
  for (const kibitz of [ann, bob]) await kibitz.mutate.automateSeat({ game });
  await following;
  await ann.close();
}

/** Return how many events of a type a game has. */
async function count(game, type) {
  const document = 'query($id: ID!) { game(id: $id) { events(first: 90) { nodes { __typename } } } }';
  const { game: found } = await bob.execute(document, { id: game });
  return found.events.nodes.filter(({ __typename }) => __typename === type).length;
}

// Moves are sent once when the turn comes, and nothing before.
const eager = await queuing();
eager.following = follow(eager);
await until(() => eager.version >= eager.started);
await eager.queue.add(bid(60), { mutation: 'selectTrump', suit: 'HEARTS' });
const before = eager.wire.commands.length;
const passed = accepted(await bob.mutate.passTurn({ game: eager.game })).version;
await until(() => !eager.queue.moves.length);
say({
  before,
  afterTurn: eager.wire.commands.map(({ expectedVersion }) => expectedVersion >= passed),
  bids: await count(eager.game, 'BidPlaced'),
  trumps: await count(eager.game, 'TrumpSelected'),
  dropped: eager.dropped,
});
await end(eager);

// An illegal move is dropped with those behind it; a move by hand and a cancellation remove the others.
const wrong = await queuing();
wrong.following = follow(wrong);
await wrong.queue.add(bid(17), PASS);
accepted(await bob.mutate.placeBid({ game: wrong.game, amount: 15 }));
await until(() => wrong.dropped.length);
say({ dropped: wrong.dropped, commands: wrong.wire.commands.length });
await end(wrong);

const other = await queuing();
other.following = follow(other);
await until(() => other.version >= other.started);
await other.queue.add(bid(20), bid(25), PASS);
const cancelled = [other.queue.cancel(bid(99)), other.queue.cancel(bid(25)), other.queue.moves];
await other.queue.makeMove({ mutation: 'queuePass' });
say({ cancelled, dropped: other.dropped, commands: other.wire.commands.length });
await other.queue.add(bid(20));
accepted(await other.ann.mutate.automateSeat({ game: other.game }));
await until(() => other.dropped.length > 1);
say({ reason: other.dropped[1].reason });
await end(other);

// A move whose answer is lost is sent again with its id, within a request and with the next update.
const unlucky = await queuing({ retryTimeout: 0.2 });
await unlucky.queue.add(bid(20));
accepted(await bob.mutate.placeBid({ game: unlucky.game, amount: 15 }));
unlucky.wire.lost = 99;
const updates = unlucky.ann.updates(unlucky.game);
const failed = await unlucky.queue.observe((await updates.next()).value).catch((error) => error instanceof Unreachable);
const kept = unlucky.queue.moves;
unlucky.wire.lost = 0;
await unlucky.queue.observe((await updates.next()).value);
await updates.return();
say({
  failed,
  kept,
  left: unlucky.queue.moves,
  isRepeated: unlucky.wire.commands.length > 1,
  distinct: new Set(unlucky.wire.commands.map((each) => JSON.stringify(each))).size,
  bids: await count(unlucky.game, 'BidPlaced'),
  dropped: unlucky.dropped,
});
await end(unlucky);

// After a conflict the move is judged again on the newest state.
const late = await queuing();
const opened = late.ann.updates(late.game);
const first = (await opened.next()).value;
await opened.return();
accepted(await bob.mutate.placeBid({ game: late.game, amount: 15 }));
const turn = await late.ann.query.game({ id: late.game });
accepted(await late.ann.mutate.passTurn({ game: late.game }));
await late.queue.observe({ ...first, version: turn.version, game: turn });
await late.queue.add(bid(20));
say({ commands: late.wire.commands.length, dropped: late.dropped, kept: late.queue.moves });
await end(late);
await bob.close();

// Plays a table of Oh Hell with `@apollo/client`: three people and a machine. The caches are filled by mutations and by
// the subscription `gameUpdates` alone. After each commit they are compared with the answers to fresh queries.
// Arguments: the URL, the schema, the documents as JSON, the module of type policies, the players' tokens. Prints a JSON
// line for each finding.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { buildSchema, isInterfaceType, isUnionType, parse, print } from 'graphql';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const [url, schemaFile, documentsFile, policiesFile, ...tokens] = process.argv.slice(2);
const say = (line) => console.log(JSON.stringify(line));
for (const level of ['warn', 'error']) console[level] = (...texts) => say({ [level]: texts.map(String).join(' ') });

const texts = JSON.parse(readFileSync(documentsFile, 'utf8'));
const documents = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parse(text)]));
const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
const possibleTypes = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter((type) => isInterfaceType(type) || isUnionType(type))
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
);
const { typePolicies } = await import(policiesFile);

/** One player's client, and what it has sent. */
class Player {
  sent = [];
  version = 0;
  #waiting = [];

  constructor(token) {
    this.token = token;
    this.headers = { Authorization: `Bearer ${token}` };
    this.sockets = createClient({ url: url.replace(/^http/, 'ws'), webSocketImpl: WebSocket, connectionParams: this.headers });
    const note = new ApolloLink((operation, forward) => {
      this.sent.push(operation.operationName);
      return forward(operation);
    });
    const terminating = ApolloLink.split(
      ({ operationName }) => operationName === 'TableUpdates',
      new GraphQLWsLink(this.sockets),
      new HttpLink({ uri: url, headers: this.headers }),
    );
    this.client = new ApolloClient({
      cache: new InMemoryCache({ possibleTypes, typePolicies }),
      link: ApolloLink.from([note, terminating]),
    });
  }

  /** Send a command; return the success. */
  async command(name, input, fetchPolicy) {
    const { data } = await this.client.mutate({ mutation: documents[`Table${name}`], variables: { input }, fetchPolicy });
    const [payload] = Object.values(data);
    if ('code' in payload) throw new Error(`${payload.code}: ${payload.message}`);
    return payload;
  }

  /** Let the subscription fill the cache. */
  follow(game) {
    this.following = this.client.subscribe({ query: documents.TableUpdates, variables: { game } }).subscribe({
      next: ({ data, error }) => {
        if (error) throw error;
        this.version = data.gameUpdates.version;
        this.#waiting = this.#waiting.filter(({ version, resolve }) => version > this.version || resolve());
      },
      error: (error) => say({ error: String(error) }),
    });
  }

  /** Wait until the subscription has brought a version. */
  async reached(version) {
    if (this.version < version) await new Promise((resolve) => this.#waiting.push({ version, resolve }));
  }

  /** Return the game in the cache. */
  cached(game) {
    return this.client.cache.readQuery({ query: documents.TableGame, variables: { game } });
  }

  /** Return the game as a fresh query answers. */
  async fresh(game) {
    // With `__typename` everywhere, as the client asks.
    const query = print(this.client.cache.transformDocument(documents.TableGame));
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...this.headers },
      body: JSON.stringify({ query, variables: { game } }),
    });
    return (await response.json()).data;
  }
}

const players = tokens.map((token) => new Player(token));
const [ann] = players;

const created = await ann.command('CreateGame', { variant: 'oh-hell' });
const game = created.game.id;
for (const player of players.slice(1)) await player.command('JoinGame', { game });
await ann.command('FillSeats', { game, count: 1 });
for (const player of players) player.follow(game);
let { version } = await ann.command('StartGame', { game });

let commits = 0;
let equal = 0;
for (let isOver = false; !isOver; commits++) {
  await Promise.all(players.map((player) => player.reached(version)));
  let mover;
  for (const player of players) {
    const cached = player.cached(game);
    const fresh = await player.fresh(game);
    if (isDeepStrictEqual(cached, fresh)) equal++;
    else say({ commit: commits, version, cached, fresh });
    isOver = fresh.game.result !== null;
    if (cached?.game.legalMoves.length) mover = [player, cached.game.legalMoves[0]];
  }
  if (isOver) break;
  if (!mover) throw new Error(`nobody is to move at version ${version}`);
  const [player, { mutation, amounts, cards }] = mover;
  const input = mutation === 'placeBid' ? { amount: amounts[0] } : { card: cards[0] };
  // The subscription brings the game too, in order. The answer could overtake it, or come after a later update.
  ({ version } = await player.command(
    mutation[0].toUpperCase() + mutation.slice(1),
    { game, expectedVersion: version, ...input },
    'no-cache',
  ));
}
say({ commits, equal, sent: [...new Set(players.flatMap(({ sent }) => sent))].sort() });
for (const player of players) {
  player.following.unsubscribe();
  player.client.stop();
  await player.sockets.dispose();
}

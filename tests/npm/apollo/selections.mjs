// Reads a game and its player with `@apollo/client` by two documents that select different fields, then by both again.
// Arguments: the URL, the module of type policies, the names of those to leave out, the token, the game. Prints the
// operations that were sent, whether the answer from the cache is whole, and warnings: a JSON line.
import { isDeepStrictEqual } from 'node:util';

import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from '@apollo/client';

const [url, policiesFile, leftOut, token, game] = process.argv.slice(2);
const { typePolicies } = await import(policiesFile);
for (const name of leftOut.split(',')) delete typePolicies[name];
const warnings = [];
for (const level of ['warn', 'error']) console[level] = (...texts) => warnings.push(texts.map(String).join(' '));

const sent = [];
const note = new ApolloLink((operation, forward) => {
  sent.push(operation.operationName);
  return forward(operation);
});
const http = new HttpLink({ uri: url, headers: { Authorization: `Bearer ${token}` } });
const client = new ApolloClient({
  cache: new InMemoryCache({ possibleTypes: { GameView: ['Game', 'GameMoment'] }, typePolicies }),
  link: ApolloLink.from([note, http]),
});

const rounds = gql`query Rounds($game: ID!) {
  game(id: $game) { id table { round phase } seats { index hand player { id } } }
  me { player { id } sessions { id isCurrent } }
  session { roles current { id } }
}`;
const scores = gql`query Scores($game: ID!) {
  game(id: $game) { id table { dealer toMove } seats { index score player { id name } } }
  me { yourTurn { nodes { id } } }
  session { expiresAt }
}`;

const ask = async (query) => (await client.query({ query, variables: { game } })).data;
const [first, other] = [await ask(rounds), await ask(scores)];
const whole = isDeepStrictEqual(await ask(rounds), first) && isDeepStrictEqual(await ask(scores), other);
console.log(JSON.stringify({ sent, whole, warned: warnings.length > 0 }));
client.stop();

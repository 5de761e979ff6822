// Follows a game with the `graphql-ws` client from its start to its end, however often the server goes away.
// Arguments: the URL, the game's id, a token. Prints a line of JSON for each event, close and end.

import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const [url, game, token] = process.argv.slice(2);
const say = (line) => console.log(JSON.stringify(line));

// The client sends the operation again whenever it has connected again, with the variables as they are then.
const variables = { game, after: 0 };
const query = `subscription Follow($game: ID!, $after: Version) {
  gameEvents(game: $game, after: $after) { __typename version }
}`;

const client = createClient({
  url: url.replace(/^http/, 'ws'),
  webSocketImpl: WebSocket,
  connectionParams: token ? { Authorization: `Bearer ${token}` } : {},
  retryAttempts: 1000,
  // A server that is not there yet is no close event, after which the client comes back by itself.
  shouldRetry: () => true,
  retryWait: () => new Promise((resolve) => setTimeout(resolve, 50)),
  on: { closed: ({ code }) => say({ closed: code }) },
});

function follow() {
  return new Promise((resolve, reject) => {
    client.subscribe(
      { query, variables },
      {
        next({ data, errors }) {
          if (errors) {
            // Cut off: the code says whether to come back.
            say({ cutOff: errors[0].extensions });
            return;
          }
          variables.after = data.gameEvents.version;
          say({ event: data.gameEvents });
        },
        complete: resolve,
        error: reject,
      },
    );
  });
}

try {
  await follow();
  say({ complete: true });
} catch (error) {
  say({ error: error.code ?? String(error) });
}
await client.dispose();

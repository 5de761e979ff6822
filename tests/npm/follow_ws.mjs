// Follows a game with the `graphql-ws` client from start to end, through interruptions of the server.
// Arguments: the URL, the game's id, a token. Prints a JSON line for each event, close and end.

import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const [url, game, token] = process.argv.slice(2);
const say = (line) => console.log(JSON.stringify(line));

// The client sends the operation again after each reconnection, with the current variables.
const variables = { game, after: 0 };
const query = `subscription Follow($game: ID!, $after: Version) {
  gameEvents(game: $game, after: $after) { __typename version }
}`;

const client = createClient({
  url: url.replace(/^http/, 'ws'),
  webSocketImpl: WebSocket,
  connectionParams: token ? { Authorization: `Bearer ${token}` } : {},
  retryAttempts: 1000,
  // A failed connection is not a close event, the only one that the client retries by default.
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
            // The code tells whether to subscribe again.
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

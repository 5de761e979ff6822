// Follows a game with the `graphql-sse` client from start to end, through interruptions of the server.
// Arguments: the URL, the game's id, a token. Prints a JSON line for each event, interruption and end.

import { createClient } from 'graphql-sse';

const [url, game, token] = process.argv.slice(2);
const say = (line) => console.log(JSON.stringify(line));

// The client sends the operation again after each reconnection, with the current variables.
const variables = { game, after: 0 };
const query = `subscription Follow($game: ID!, $after: Version) {
  gameEvents(game: $game, after: $after) { __typename version }
}`;

const client = createClient({
  url,
  headers: token ? { Authorization: `Bearer ${token}` } : {},
  retryAttempts: 1000,
  retry: () => new Promise((resolve) => setTimeout(resolve, 50)),
});

// Resolves to whether to subscribe again: a stopping server ends its streams with a code for that.
function follow() {
  return new Promise((resolve, reject) => {
    let again = false;
    client.subscribe(
      { query, variables },
      {
        next({ data, errors }) {
          if (errors) {
            const { extensions } = errors[0];
            again = ['STREAM_INTERRUPTED', 'SLOW_CONSUMER'].includes(extensions.code);
            say({ cutOff: extensions });
            return;
          }
          variables.after = data.gameEvents.version;
          say({ event: data.gameEvents });
        },
        complete: () => resolve(again),
        error: reject,
      },
    );
  });
}

try {
  while (await follow());
  say({ complete: true });
} catch (error) {
  say({ error: String(error) });
}
client.dispose();

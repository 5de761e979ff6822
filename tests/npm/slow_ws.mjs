// Follows a game with the `graphql-ws` client, stops reading while standard input is open, and subscribes again when
// it is disconnected for being slow. Arguments: the URL and the game's id. Prints JSON lines.

import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const [url, game] = process.argv.slice(2);
const say = (line) => console.log(JSON.stringify(line));

let socket;
class Remembered extends WebSocket {
  constructor(...given) {
    super(...given);
    socket = this;
  }
}

const variables = { game, after: 0 };
const query = `subscription Follow($game: ID!, $after: Version) {
  gameEvents(game: $game, after: $after) {
    __typename version by { id }
    # Long events fill the server's buffer for this client sooner.
    a: at b: at c: at d: at e: at f: at g: at h: at
  }
}`;
const client = createClient({ url: url.replace(/^http/, 'ws'), webSocketImpl: Remembered });

function follow() {
  return new Promise((resolve, reject) => {
    let again = false;
    client.subscribe(
      { query, variables },
      {
        next({ data, errors }) {
          if (errors) {
            again = errors[0].extensions.code === 'SLOW_CONSUMER';
            say({ cutOff: errors[0].extensions });
            return;
          }
          variables.after = data.gameEvents.version;
          say({ event: data.gameEvents });
          if (data.gameEvents.version === 1) {
            socket.pause();
            say({ paused: true });
            process.stdin.once('end', () => socket.resume()).resume();
          }
        },
        complete: () => resolve(again),
        error: reject,
      },
    );
  });
}

while (await follow());
say({ complete: true });
await client.dispose();

// Prints whether each document is repeated, and what a client sends to sign in and then to read its session twice.
// Argument: the documents as JSON.
import { Kibitz, Unreachable } from 'kibitz-client';

// Without subscriptions no client needs one, and Node has none before version 22.
delete globalThis.WebSocket;

const URL = 'http://127.0.0.1:1/graphql';

/** Return how often a document is sent while no answer comes. */
async function attempts(document) {
  let sent = 0;
  const fetch = async () => {
    sent++;
    throw new TypeError('the network is down');
  };
  const kibitz = new Kibitz(URL, { fetch, retryTimeout: 0.05 });
  await kibitz.execute(document).catch((error) => {
    if (!(error instanceof Unreachable)) throw error;
  });
  return sent;
}

for (const document of JSON.parse(process.argv[2])) {
  console.log(JSON.stringify({ document, repeated: (await attempts(document)) > 1 }));
}

/** Return the fields for which a client asks to sign in and to read its session twice. */
async function sentBy(signIn) {
  const sent = [];
  const issued = { __typename: 'Accepted', token: 'token', expiresAt: new Date(Date.now() + 60_000), player: { id: 'ada' } };
  const data = { signIn: issued, signInWithDeviceCode: issued, session: { player: { id: 'ada' } } };
  const fetch = async (_, { body }) => {
    const [, name] = /^(?:query|mutation) \w+.*?\{ (\w+)/.exec(JSON.parse(body).query);
    sent.push(name);
    return Response.json({ data: { [name]: data[name] } });
  };
  const kibitz = await signIn({ fetch });
  await kibitz.query.session();
  await kibitz.query.session();
  return sent;
}

for (const signIn of [(options) => Kibitz.guest(URL, 'Ada', options), (options) => Kibitz.withDeviceCode(URL, 'CODE', options)]) {
  console.log(JSON.stringify({ sent: await sentBy(signIn) }));
}

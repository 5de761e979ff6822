// A client with documents of its own, typed by graphql-codegen. It is compiled, not run.
import { Kibitz } from 'kibitz-client';

import { graphql } from './generated/gql.js';
import type { PlayOfProgramMutation, UpdatesOfProgramSubscriptionVariables } from './generated/graphql.js';

const TABLE = graphql(`
  query TableOfProgram($game: ID!) {
    game(id: $game) { id version seats { player { name } hand } legalMoves { __typename ... on PlayOffer { cards } } }
  }
`);
const PLAY = graphql(`
  mutation PlayOfProgram($input: PlayCardInput!) {
    playCard(input: $input) {
      __typename
      ... on CommandAccepted { version events { __typename ... on CardPlayed { seat card } } }
      ... on MustFollow { playable }
      ... on Refusal { code message }
    }
  }
`);
const UPDATES = graphql(`
  subscription UpdatesOfProgram($game: ID!, $after: Cursor) {
    gameUpdates(game: $game, after: $after) { cursor version events { __typename ... on TrickWon { seat } } }
  }
`);

/** Describe the result of a move. */
function described(payload: PlayOfProgramMutation['playCard']): string {
  switch (payload.__typename) {
    case 'PlayCardAccepted':
      return payload.events.map((event) => (event.__typename === 'CardPlayed' ? event.card : '')).join(' ');
    case 'MustFollow':
      return payload.playable.join(' ');
    default:
      // @ts-expect-error: a refusal has no version.
      return payload.message + payload.version;
  }
}

/** Play the first card, and yield the seats that win tricks. */
export async function* winners(kibitz: Kibitz, game: string): AsyncGenerator<number> {
  const { game: table } = await kibitz.execute(TABLE, { game });
  const [offer] = table?.legalMoves ?? [];
  if (offer?.__typename === 'PlayOffer' && offer.cards[0]) {
    const { playCard } = await kibitz.execute(PLAY, { input: { game, card: offer.cards[0] } });
    console.log(described(playCard), table?.seats.map(({ player }) => player.name));
  }
  const variables: UpdatesOfProgramSubscriptionVariables = { game };
  for await (const { gameUpdates } of kibitz.subscribe(UPDATES, variables)) {
    variables.after = gameUpdates.cursor;
    for (const event of gameUpdates.events) if (event.__typename === 'TrickWon') yield event.seat;
  }
}

// @ts-expect-error: the game is missing.
export const incomplete = (kibitz: Kibitz) => kibitz.execute(TABLE, {});

// @ts-check
// The file of a game in the format kibitz/game/v1, as the viewer may read it.

import { t } from 'catalogue/deals.js';
import { request } from '../net/client.js';
import { RequestError } from '../net/errors.js';

/** The first line of a file. */
const HEADER = '{"format":"kibitz/game/v1"}';

/** Load the records of a game's events as the text of a file. Throws RequestError. @param {string} id */
export async function loadGameFile(id) {
  const lines = [HEADER];
  let after = null;
  do {
    const { game } = await request('Records', { game: id, after });
    if (!game) throw new RequestError(t('deals.noSuchGame'), 'UNKNOWN_GAME');
    const { nodes, pageInfo } = /** @type {import('../schema').GameEventConnection} */ (game.events);
    for (const { record } of nodes) lines.push(record);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return lines.map((line) => `${line}\n`).join('');
}

/** Save a text as a file. @param {string} text @param {string} name of the file */
export function saveFile(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

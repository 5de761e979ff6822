// @ts-check
// The tables that can be joined, as a list.

import { command, Refused } from '../net/client.js';
import { html, useState } from '../ui/html.js';
import { go } from '../ui/router.js';
import { signedIn } from '../net/session.js';
import { Awaited } from '../ui/load-state.js';
import { Doing, useBusy } from '../ui/busy-button.js';
import { useKeptFocus } from '../ui/focus.js';
import { Entry } from './game-entry.js';
import { titleOf } from '../games/variants.js';

/** So many are shown before somebody asks for more. */
const SHOWN = 30;

/** @typedef {import('../schema').GameSummary} Listed */
/** @typedef {import('../games/variants.js').Variant} Variant */

/**
 * @param {{ open: ReturnType<typeof import('./open-tables-feed.js').useOpen>, games: Listed[] | undefined,
 *   variants: Variant[] | null, variant: string | undefined }} props
 */
export function OpenTables({ open, games, variants, variant }) {
  const box = useKeptFocus();
  const [shown, show] = useState(SHOWN);
  const busy = useBusy();
  async function more() {
    // The next page, too, before the last table that is here is shown.
    if (games && games.length <= shown + SHOWN) await open.page();
    show(shown + SHOWN);
  }
  // A table that was full before the press came is in the list no more.
  const missed = busy.at && busy.at !== 'more' && !games?.some(({ game }) => game === busy.at) && busy.failed(busy.at);
  return html`<section ref=${box} aria-label="Open tables">
    <h2>Open tables</h2>
    ${missed && html`<p class="refusal" role="alert">You could not join. ${missed.message}</p>`}
    ${!games && html`<${Awaited} fault=${open.fault} what="the open tables" />`}
    ${games?.length === 0 && html`<div class="empty">
      <p>No table waits for players${variant && `, or none for ${titleOf(variants, variant)}`}.
        Set one up: others see it here at once, and machines fill the seats that stay free.</p>
      <a class="button" href=${variant ? `/new?variant=${encodeURIComponent(variant)}` : '/new'}>Set up a table</a>
    </div>`}
    ${games && games.length > 0 && html`<ul class="entries">
      ${games.slice(0, shown).map((game) =>
        html`<${OpenTable} key=${game.game} game=${game} busy=${busy} variants=${variants} />`)}
    </ul>`}
    ${games && (games.length > shown || open.more) && html`<p>
      <${Doing} busy=${busy} name="more" work=${more}>
        Show more${open.more ? ' tables' : ` of ${games.length} tables`}<//></p>`}
  </section>`;
}

/** @param {{ game: Listed, busy: import('../ui/busy-button.js').Busy, variants: Variant[] | null }} props */
function OpenTable({ game, busy, variants }) {
  const href = `/games/${game.game}`;

  async function join() {
    if (!(await signedIn('To take a seat, you need a name.'))) return;
    try {
      await command('joinGame', { game: game.game });
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'ALREADY_SEATED')) throw error;
    }
    go(href);
  }

  const of = game.organizer ? ` of ${game.organizer.name}` : '';
  return html`<${Entry} game=${game} variants=${variants}>
    <${Doing} busy=${busy} name=${game.game} work=${join}
      label=${`Join ${titleOf(variants, game.variant)}${of}`}>Join<//>
  <//>`;
}

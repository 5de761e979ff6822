// @ts-check
// The end of a game over the felt: the podium, the rematch, and what else can follow. It can be closed and opened again.

import { t } from 'catalogue/results.js';
import { closedText } from '../felt/turn-chip.js';
import { DroppedMove } from '../queue/queued-move.js';
import { html, useEffect, useRef, useState } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { Podium } from './podium.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('../table/live-game.js').LiveGameState} LiveGameState
 */

const RematchPanel = lazyComponent(
  t('results.subject.rematch'), async () => (await import('../rematch/rematch-panel.js')).RematchPanel,
);

/** @param {{ game: Game, names: Names, liveGame: LiveGameState }} props of a game that is over */
export function GameEnd({ game, names, liveGame }) {
  const [isOpen, setOpen] = useState(true);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The pressed button has disappeared.
    if (wasOpen.current !== isOpen) box.current?.querySelector('button')?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) {
    return html`<div class="table-end-closed" ref=${box}>
      <button type="button" onClick=${() => setOpen(true)}>${t('results.show')}</button>
    </div>`;
  }
  return html`<div class="table-end" ref=${box}>
    <button type="button" class="icon table-end-close" aria-label=${t('results.close')} onClick=${() => setOpen(false)}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5l14 14M19 5L5 19" /></svg>
    </button>
    ${game.result
      ? html`<${Podium} game=${game} names=${names} />`
      : html`<section class="ended" aria-label=${t('results.result')}>
          <h2>${t('results.noResult')}</h2><p>${closedText(liveGame.events)}</p>
        </section>`}
    <div class="table-end-next">
      <${DroppedMove} dropped=${liveGame.dropped} game=${game} names=${names} />
      <${RematchPanel} game=${game} />
      <div class="row">
        <a class="button" href=${`/games/${game.id}/replay`}>${t('results.watchReplay')}</a>
        <a class="button" href="/">${t('ui.toTables')}</a>
      </div>
    </div>
  </div>`;
}

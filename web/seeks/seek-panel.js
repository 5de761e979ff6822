// @ts-check
// The part of the lobby in which you look for a game: the form, and the games that you look for.

import { t } from 'catalogue/seeks.js';
import { joiningCommitment } from '../deals/game-seed.js';
import { playerCountText, variantTitle } from '../games/variants.js';
import { request, sendCommand } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { serverNow } from '../net/server-clock.js';
import { session } from '../net/session.js';
import { timeLeftText } from '../text/time-left.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useEffect, useRerender } from '../ui/html.js';
import { navigate } from '../ui/router.js';
import { useOwnSeeks } from './own-seeks.js';
import { SeekForm } from './seek-form.js';

/**
 * @typedef {import('../schema').Seek} Seek
 * @typedef {import('../games/variants.js').Variant} Variant
 */

/**
 * @param {{ variants: Variant[] | null, variantName: string | undefined, isOpen: boolean, onClose: () => void }} props
 *   `isOpen` is whether the form is shown
 */
export function SeekPanel({ variants, variantName, isOpen, onClose }) {
  const seeks = useOwnSeeks() ?? [];
  if (!seeks.length && !(isOpen && variants?.length)) return null;
  return html`<${SeekSection} seeks=${seeks} variants=${variants}>
    ${isOpen && variants?.length && html`<${SeekForm} variants=${variants} variantName=${variantName} onClose=${onClose} />`}
  <//>`;
}

/**
 * @param {{
 *   seeks: readonly Seek[], variants: Variant[] | null, children: import('preact').ComponentChildren,
 * }} props
 */
function SeekSection({ seeks, variants, children }) {
  const ref = useFocusFallback();
  return html`<section ref=${ref} aria-label=${t('ui.findGame')}>
    <h2>${t('ui.findGame')}</h2>
    ${seeks.length > 0 && html`<ul class="entries yours">
      ${seeks.map((seek) => html`<${SeekEntry} key=${seek.variant.name} seek=${seek}
        title=${variantTitle(variants, seek.variant.name)} />`)}
    </ul>`}
    ${children}
  </section>`;
}

/** @param {{ seek: Seek, title: string }} props */
function SeekEntry({ seek, title }) {
  const busy = useBusy();
  const { match } = seek;
  useEffect(() => {
    if (!match) return;
    announce(t('seeks.formed', { game: title }));
    void busy.run('sit', () => takeSeat(match));
  }, [match?.game.id]);

  async function cancel() {
    const { cancelSeek: result } = await request('CancelSeek', { variant: seek.variant.name });
    if (!('seeks' in result)) throw new RefusalError(result);
    announce(t('seeks.cancelled', { game: title }));
  }

  const error = busy.errorOf('sit');
  return html`<li class="entry">
    <div class="entry-text">
      <p class="entry-name">${t(match ? 'seeks.match' : 'seeks.seek', { game: title })}</p>
      <p class="entry-facts">${match
        ? t('seeks.sitting')
        : html`<${Waited} since=${seek.openedAt} /> ${termsOf(seek).map((term) => html`<span key=${term}>${term}</span>`)}`}</p>
      ${error && html`<p class="refusal" role="alert">${t('seeks.notSeated', { reason: error.message })}</p>`}
    </div>
    <div class="entry-actions">
      <${BusyButton} busy=${busy} name="cancel" action=${cancel}
        label=${t('seeks.cancelSeek', { game: title })}>${t('ui.cancel')}<//>
    </div>
  </li>`;
}

/** Take the seat at a table that has formed, and go there. @param {import('../schema').SeekMatch} match */
async function takeSeat({ isSeated, game: { id, deal } }) {
  const player = session.value?.player.id;
  // The page of the table commits to the seed of an organizer, whom the server has seated.
  const commitment = !isSeated && deal && player ? joiningCommitment(id, deal, player) : null;
  try {
    if (!isSeated) await sendCommand('joinGame', { game: id, ...(commitment ? { commitment } : {}) });
  } catch (error) {
    // Another tab of yours was faster.
    if (!(error instanceof RefusalError && error.code === 'ALREADY_SEATED')) throw error;
  }
  navigate(`/games/${id}`);
}

/** Return what you accept, and how many look for the same. @param {Seek} seek */
function termsOf({ minPlayers, maxPlayers, machinesAfter, rating, ratingRange, openSeeks }) {
  return [
    playerCountText({ minPlayers, maxPlayers }),
    machinesAfter === null ? t('seeks.noMachines') : t('seeks.machinesLater', { time: timeLeftText(machinesAfter * 1000) }),
    ...(ratingRange === null
      ? []
      : [t('seeks.rated', { least: Math.round(rating - ratingRange), most: Math.round(rating + ratingRange) })]),
    t('seeks.others', { count: openSeeks - 1 }),
  ];
}

/** The time since a moment, counting. @param {{ since: string }} props */
function Waited({ since }) {
  const rerender = useRerender();
  useEffect(() => {
    const timer = setInterval(rerender, 1_000);
    return () => clearInterval(timer);
  }, []);
  return html`<span role="timer" aria-live="off">${
    t('seeks.waiting', { time: timeLeftText(serverNow() - Date.parse(since)) })}</span>`;
}

// @ts-check
// The part of the lobby in which you look for a game: the form, and the games that you look for.

import { joiningCommitment } from '../deals/game-seed.js';
import { variantTitle } from '../games/variants.js';
import { request, sendCommand } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { serverNow } from '../net/server-clock.js';
import { session } from '../net/session.js';
import { formatInteger } from '../text/numbers.js';
import { pluralize } from '../text/phrases.js';
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
  return html`<section ref=${ref} aria-label="Find a game">
    <h2>Find a game</h2>
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
    announce(`A table has formed: ${title}.`);
    void busy.run('take a seat', () => takeSeat(match));
  }, [match?.game.id]);

  async function cancel() {
    const { cancelSeek: result } = await request('CancelSeek', { variant: seek.variant.name });
    if (!('seeks' in result)) throw new RefusalError(result);
    announce(`You no longer look for a game of ${title}.`);
  }

  const error = busy.errorOf('take a seat');
  return html`<li class="entry">
    <div class="entry-text">
      <p class="entry-name">${match ? `A table of ${title} has formed` : `Looking for a game of ${title}`}</p>
      <p class="entry-facts">${match
        ? 'You are about to sit down.'
        : html`<${Waited} since=${seek.openedAt} /> ${termsOf(seek).map((term) => html`<span key=${term}>${term}</span>`)}`}</p>
      ${error && html`<p class="refusal" role="alert">You could not take your seat. ${error.message}</p>`}
    </div>
    <div class="entry-actions">
      <${BusyButton} busy=${busy} name="cancel" action=${cancel} label=${`Cancel the search for ${title}`}>Cancel<//>
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

/** @param {number} rating */
const rounded = (rating) => formatInteger(Math.round(rating));

/** Return what you accept, and how many look for the same. @param {Seek} seek */
function termsOf({ minPlayers, maxPlayers, machinesAfter, rating, ratingRange, openSeeks }) {
  const count = minPlayers === maxPlayers ? pluralize(maxPlayers, 'player') : `${minPlayers} to ${maxPlayers} players`;
  const others = openSeeks - 1;
  return [
    count,
    machinesAfter === null ? 'No machine players' : `Machine players after ${timeLeftText(machinesAfter * 1000)}`,
    ...(ratingRange === null ? [] : [`Rated ${rounded(rating - ratingRange)} to ${rounded(rating + ratingRange)} at first`]),
    others > 0 ? `${others} ${others === 1 ? 'other looks' : 'others look'} for this game` : 'Nobody else looks for this game yet',
  ];
}

/** The time since a moment, counting. @param {{ since: string }} props */
function Waited({ since }) {
  const rerender = useRerender();
  useEffect(() => {
    const timer = setInterval(rerender, 1_000);
    return () => clearInterval(timer);
  }, []);
  return html`<span role="timer" aria-live="off">Waiting for ${timeLeftText(serverNow() - Date.parse(since))}</span>`;
}

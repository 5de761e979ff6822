// @ts-check
// The players whom you have muted, and those at the table whom you can mute.

import { t } from 'catalogue/talk.js';
import { request } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { displayName } from '../text/player-names.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useState } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { useQuery } from '../ui/use-query.js';
import { useViewerId } from '../ui/viewer.js';

/** @typedef {import('../schema').Player} Player */

/**
 * @param {{
 *   said: readonly import('../schema').PhraseSaid[], names: import('../text/player-names.js').Names,
 *   onChange: () => void,
 * }} props
 */
export function MutedPlayers({ said, names, onChange }) {
  const viewer = useViewerId();
  const [isOpen, setOpen] = useState(false);
  const speakers = [...new Map(said.map(({ player }) => [player.id, player])).values()].filter(({ id }) => id !== viewer);
  if (!viewer) return null;
  const onToggle = (/** @type {any} */ { currentTarget }) => setOpen(currentTarget.open);
  return html`<details onToggle=${onToggle}>
    <summary>${t('talk.mutedPlayers')}</summary>
    ${isOpen && html`<${MuteList} speakers=${speakers} names=${names} onChange=${onChange} />`}
  </details>`;
}

/**
 * @param {{
 *   speakers: readonly Player[], names: import('../text/player-names.js').Names, onChange: () => void,
 * }} props
 */
function MuteList({ speakers, names, onChange }) {
  const busy = useBusy();
  const { data, error, refetch } = useQuery('MutedPlayers', {});
  /** @type {readonly Player[] | undefined} */
  const muted = data?.me?.muted;
  if (!muted) return html`<${LoadStatus} error=${error} subject=${t('talk.mutedSubject')} onRetry=${refetch} />`;
  const isMuted = (/** @type {Player} */ { id }) => muted.some((each) => each.id === id);

  /** @param {Player} player */
  async function change(player) {
    const operation = isMuted(player) ? 'UnmutePlayer' : 'MutePlayer';
    const answer = await request(operation, { player: player.id });
    const result = answer.mutePlayer ?? answer.unmutePlayer;
    if (!('muted' in result)) throw new RefusalError(result);
    refetch();
    onChange();
  }

  const listed = [...speakers.filter((each) => !isMuted(each)), ...muted];
  return html`
    <p class="hint">${t('talk.muteHint')}</p>
    ${listed.length === 0 && html`<p class="quiet">${t('talk.nobodyToMute')}</p>`}
    <ul class="places">${listed.map((player) => html`<li key=${player.id} class="place">
      <span class="place-name">${names.player(player)}</span>
      ${isMuted(player) && html`<span class="lobby-sign">${t('talk.muted')}</span>`}
      <span class="place-action"><${BusyButton} busy=${busy} name=${player.id} action=${() => change(player)}
        label=${t(isMuted(player) ? 'talk.unmutePlayer' : 'talk.mutePlayer', { name: displayName(player) })}>
        ${t(isMuted(player) ? 'talk.unmute' : 'talk.mute')}<//></span>
    </li>`)}</ul>`;
}

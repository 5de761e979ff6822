// @ts-check
// The panel below the result of a game: its rematch, and the score of the series.

import { t } from 'catalogue/rematch.js';
import { joiningCommitment } from '../deals/game-seed.js';
import { useVariants } from '../games/variants.js';
import { sendCommand } from '../net/client.js';
import { subscribe } from '../net/subscriptions.js';
import { displayName } from '../text/player-names.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useEffect, useState } from '../ui/html.js';
import { navigate } from '../ui/router.js';
import { useQuery } from '../ui/use-query.js';
import { useViewer } from '../ui/viewer.js';
import { MissingChoice } from './missing-choice.js';
import { SeriesScore } from './series-score.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').MissingPlayers} MissingPlayers
 */

/** Milliseconds between looks for a rematch by spectators, who get no message about it. */
const LOOK_INTERVAL = 20_000;
/** Milliseconds after which a score is requested again that does not contain this game yet. */
const SCORE_DELAY = 700;

/** @param {{ game: Game }} props a game that is over */
export function RematchPanel({ game }) {
  const viewer = useViewer();
  const { data, refetch } = useQuery('NextGame', { game: game.id });
  useChanges(game.you === null ? null : viewer?.player.id ?? null, refetch);
  const scored = data?.game?.series?.games.find((/** @type {Game} */ { id }) => id === game.id);
  const isScoreLate = scored !== undefined && scored.stage !== game.stage;
  useEffect(() => {
    if (!isScoreLate) return undefined;
    const timer = setTimeout(refetch, SCORE_DELAY);
    return () => clearTimeout(timer);
  }, [data]);
  /** @type {Game | null} */
  const found = data?.game?.rematch ?? null;
  // A rematch that closed before its start is replaced by the next one.
  const rematch = found?.stage === 'CLOSED' && found.startedAt === null ? null : found;
  const isAwaited = rematch !== null && rematch.stage === 'WAITING_FOR_PLAYERS' && rematch.you === null
    && rematch.invited.some(({ id }) => id === viewer?.player.id);
  const wanted = rematch?.organizer ? t('rematch.wantedBy', { name: displayName(rematch.organizer) }) : t('rematch.wanted');
  useEffect(() => {
    if (isAwaited) announce(`${wanted} ${t('rematch.waitsForYou')}`);
  }, [isAwaited]);
  return html`<section class="panel rematch" aria-label=${t('rematch.title')}>
    <h2>${t('rematch.title')}</h2>
    ${data?.game?.series && html`<${SeriesScore} series=${data.game.series} />`}
    ${rematch && !isAwaited
      ? html`<${RematchLink} rematch=${rematch} />`
      : game.you !== null
        ? html`<${RematchButton} game=${game} rematch=${rematch} wanted=${wanted} onFailure=${refetch} />`
        : html`<${SameOptionsButton} game=${game} isSignedIn=${viewer !== null} />`}
  </section>`;
}

/**
 * Look again when one of your games has changed; spectators look from time to time.
 * @param {string | null} player your id, if you had a seat @param {() => void} onChange
 */
function useChanges(player, onChange) {
  useEffect(() => {
    if (player) {
      // The first message, too: something may have changed between the answer and the start of the subscription.
      return subscribe('OwnGameChanges', () => ({}), { onNext: onChange });
    }
    const timer = setInterval(() => document.visibilityState === 'visible' && onChange(), LOOK_INTERVAL);
    return () => clearInterval(timer);
  }, [player]);
}

/** @param {{ rematch: Game }} props */
const RematchLink = ({ rematch }) => html`
  ${rematch.stage === 'WAITING_FOR_PLAYERS' && html`<p>${t('rematch.waitsForPlayers')}</p>`}
  <p><a class="button main" href=${`/games/${rematch.id}`}>
    ${t(rematch.you === null ? 'rematch.watch' : 'rematch.goTo')}</a></p>`;

/**
 * The button that creates the rematch, or takes your seat in it.
 * @param {{ game: Game, rematch: Game | null, wanted: string, onFailure: () => void }} props `rematch` waits for you,
 *   and `wanted` says who asked for it
 */
function RematchButton({ game, rematch, wanted, onFailure }) {
  const variants = useVariants();
  const busy = useBusy();
  const [choice, setChoice] = useState(/** @type {MissingPlayers | null} */ (null));
  const hasMachines = variants?.find(({ name }) => name === game.variant.name)?.machinePlayer ?? false;
  const player = game.you === null ? null : game.seats[game.you].player.id;

  async function play() {
    // With the commitment the seed is in time also if the rematch starts at once.
    const foot = rematch?.deal?.foot;
    const commitment = rematch && foot && player && joiningCommitment(rematch.id, { foot }, player);
    const input = { game: game.id, ...(commitment ? { commitment } : {}), ...(choice && !rematch ? { missing: choice } : {}) };
    try {
      const { game: next } = await sendCommand('rematch', input);
      navigate(`/games/${next.id}`);
    } catch (error) {
      onFailure();
      throw error;
    }
  }

  return html`
    ${rematch && html`<p><strong>${wanted}</strong> ${t('rematch.waitsForYou')}</p>`}
    <div class="row"><${BusyButton} busy=${busy} name="rematch" action=${play} primary>
      ${t(rematch ? 'rematch.join' : 'rematch.ask')}<//></div>
    ${!rematch && html`
      <p class="hint">${t('rematch.hint')}</p>
      <details>
        <summary>${t('rematch.ifMissing')}</summary>
        <${MissingChoice} value=${choice ?? (hasMachines ? 'MACHINES' : 'OPEN')} hasMachines=${hasMachines}
          onValueChange=${setChoice} />
      </details>`}`;
}

/** A button for a spectator to set up a table with the same options. @param {{ game: Game, isSignedIn: boolean }} props */
function SameOptionsButton({ game, isSignedIn }) {
  const busy = useBusy();
  const create = async () => {
    const options = game.options.map(({ name, value }) => ({ name, value }));
    const { game: next } = await sendCommand('createGame', { variant: game.variant.name, access: game.access, options });
    navigate(`/games/${next.id}`);
  };
  return isSignedIn
    ? html`<div class="row"><${BusyButton} busy=${busy} name="create" action=${create}>
        ${t('rematch.sameOptions')}<//></div>`
    : html`<p class="quiet">${t('rematch.none')}</p>`;
}

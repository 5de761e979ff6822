// @ts-check
// The page of a player: the record in one variant and board, chosen by filters.

import { t, tOptional, tParts } from 'catalogue/pages.js';
import { ErrorMessage, FilterSelect, RANKED_BOARDS, VariantSelect } from '../charts/filters.js';
import { PlayerRecord } from '../charts/players/player-record.js';
import '../charts/stylesheets.js';
import { mostPlayed, useGameCounts } from '../games/game-counts.js';
import { useVariants, variantTitle } from '../games/variants.js';
import { session } from '../net/session.js';
import { Avatar } from '../ui/avatar.js';
import { html, useStore } from '../ui/html.js';
import { Loading } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';
import { useQuery } from '../ui/use-query.js';
import { displayName } from '../text/player-names.js';

/**
 * @typedef {import('../schema').Variant} Variant
 * @typedef {import('../schema').Player} Player
 * @typedef {import('../games/game-counts.js').GameCount} GameCount
 */

/** @param {{ parameters: string[], searchParams: URLSearchParams }} props */
export default function ProfilePage({ parameters: [id], searchParams }) {
  const { data, error, refetch } = useQuery('Player', { player: id });
  const player = data?.player;
  useTitle(player ? displayName(player) : t('pages.player'));
  if (data && !player) {
    return html`<h1>${t('pages.noPlayer')}</h1>
      <p>${t('pages.noPlayerReason')} <a href="/leaderboards">${t('pages.goToLeaderboards')}</a></p>`;
  }
  if (!player) {
    return html`<h1>${t('pages.player')}</h1>
      <${ErrorMessage} error=${error} onRetry=${refetch} />
      ${!error && html`<${Loading} subject=${t('pages.subject.player')} />`}`;
  }
  return html`<${PlayerProfile} player=${player} searchParams=${searchParams} />`;
}

/** @param {{ player: Player, searchParams: URLSearchParams }} props */
function PlayerProfile({ player, searchParams }) {
  const isViewer = useStore(session)?.player.id === player.id;
  // Only machine players have their id as name.
  const isMachine = player.name === player.id;
  return html`<h1 class="player-title"><${Avatar} id=${player.erased ? null : player.id} isMachine=${isMachine} size="3rem" />
      ${displayName(player)}${isViewer && html` <span class="figure-you">${t('text.you')}</span>`}</h1>
    ${player.erased && html`<p>${t('pages.erasedPlayer')}</p>`}
    ${isMachine
      ? html`<p>${tParts('pages.machinePlayer', {
        statistics: html`<a href="/statistics?machine=machines">${t('pages.linkedStatistics')}</a>`,
      })}</p>`
      : html`<${PersonProfile} player=${player} searchParams=${searchParams} />`}`;
}

/** @param {{ player: Player, searchParams: URLSearchParams }} props */
function PersonProfile({ player, searchParams }) {
  const variants = useVariants();
  const { gameCounts, error, refetch } = useGameCounts(player.id, variants);
  if (!variants || !gameCounts) {
    return html`<${ErrorMessage} error=${error} onRetry=${refetch} />
      ${!error && html`<${Loading} subject=${t('pages.subject.profile')} />`}`;
  }
  // By default the page shows what the player has played most.
  const variant = searchParams.get('variant') ?? mostPlayed(gameCounts)?.variant ?? variants[0].name;
  const variantCounts = gameCounts.filter((each) => each.variant === variant);
  const board = searchParams.get('board') ?? mostPlayed(variantCounts)?.board ?? 'PEOPLE';
  return html`<div class="figure-filter" role="group" aria-label=${t('pages.filters')}>
      <${VariantSelect} variants=${variants} value=${variant} />
      <${FilterSelect} label=${t('pages.whoPlayed')} name="board" value=${board} options=${RANKED_BOARDS} />
    </div>
    <${OtherGames} gameCounts=${gameCounts} player=${player} variants=${variants} variant=${variant} board=${board} />
    <${BoardProfile} player=${player} variant=${variant} board=${board} title=${variantTitle(variants, variant)} />`;
}

/**
 * Links to the other variants and boards that the player has played.
 * @param {{ gameCounts: GameCount[], player: Player, variants: Variant[], variant: string, board: string }} props
 */
function OtherGames({ gameCounts, player, variants, variant, board }) {
  const otherCounts = gameCounts.filter((each) => each.games && !(each.variant === variant && each.board === board));
  if (!otherCounts.length) return null;
  /** @param {GameCount} count */
  const linkTo = ({ variant: name, board: kind }) => html`<a href=${`/players/${player.id}?variant=${name}&board=${kind}`}>${
    t(kind === 'MIXED' ? 'pages.gameWithMachines' : 'pages.gameAmongPeople', { game: variantTitle(variants, name) })}</a>`;
  const games = otherCounts.map((each, index) =>
    html`${index > 0 && ', '}${tParts('pages.playedGame', { count: each.games, game: linkTo(each) })}`);
  return html`<p>${tParts('pages.alsoPlayed', { games })}</p>`;
}

/** @param {{ player: Player, variant: string, board: string, title: string }} props */
function BoardProfile({ player, variant, board, title }) {
  const { data, error, isLoading, refetch } = useQuery('Profile', { player: player.id, variant, board });
  if (error) return html`<${ErrorMessage} error=${error} onRetry=${refetch} />`;
  const profile = data?.player?.profile;
  if (!data || (isLoading && !profile)) return html`<${Loading} subject=${t('pages.subject.profile')} />`;
  if (!profile) {
    return html`<p class="quiet">${tOptional(`pages.noFinishedGame.${board}`, { name: player.name, game: title })}${' '}
      ${t('pages.onlyFinishedGames')}</p>`;
  }
  return html`<${PlayerRecord} profile=${profile} player=${player} />`;
}

// @ts-check
// Calls you to a table: sounds, vibration, the marked icon, and notifications.

import { joinList } from '../text/card-names.js';
import { variantText } from '../text/game-text.js';
import { t } from '../text/messages.js';
import { html, useEffect, useLayoutEffect, useMemo, useRef } from '../ui/html.js';
import { useClockSound } from './clock-sound.js';
import { NotificationButton } from './notification-button.js';
import { TableNotification } from './notifications.js';
import { soundFor } from './sound-choice.js';
import { playSound, vibrate } from './sound-player.js';
import { useTurnMark } from './turn-mark.js';
import { TurnTracker } from './turn-tracker.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {object} TableAttentionProps
 * @property {Game} game the moment on screen
 * @property {import('../table/live-game.js').LiveGameState} liveGame
 * @property {import('../text/player-names.js').Names} names
 */

/** @param {TableAttentionProps} props */
export function TableAttention({ game, liveGame: { events, isStepping, pending, queued }, names }) {
  const { id, you, table } = game;
  const isOver = game.result !== null || game.stage === 'CLOSED';
  const isOwnTurn = you !== null && !isStepping && !isOver && (table?.toMove.includes(you) ?? false);
  const isBusy = pending !== null || queued !== null;
  const tracker = useMemo(() => new TurnTracker(), [id, you]);
  const notification = useMemo(() => new TableNotification(id), [id]);
  const noticedVersion = useRef(events.length);
  // A layout effect, because others wait for a frame, and a page in the background has none.
  useLayoutEffect(() => {
    const newEvents = events.slice(noticedVersion.current);
    noticedVersion.current = events.length;
    const turnBegins = tracker.begins({ isOwnTurn, isBusy, newEvents, you });
    const sound = soundFor(newEvents, { turnBegins, game, isHidden: document.hidden });
    if (sound) void playSound(sound);
    if (!turnBegins) return;
    vibrate();
    if (!document.hidden) return;
    notification.show(t('table.yourTurn', { game: variantText(game.variant.name) }), companyText(game, names));
  });
  useEffect(() => {
    if (!document.hidden) notification.close();
  }, [notification]);
  useEffect(() => {
    if (!isOwnTurn) return undefined;
    const closeIfVisible = () => !document.hidden && notification.close();
    document.addEventListener('visibilitychange', closeIfVisible);
    return () => (document.removeEventListener('visibilitychange', closeIfVisible), notification.close());
  }, [isOwnTurn, notification]);
  useTurnMark(isOwnTurn);
  useClockSound((isOwnTurn && game.seats[you].clock?.deadline) || null);
  return you !== null && !isOver && html`<${NotificationButton} />`;
}

/** Return with whom you play. @param {Game} game @param {import('../text/player-names.js').Names} names */
function companyText({ seats, you }, names) {
  const others = seats.filter(({ index }) => index !== you).map(({ index }) => names.seat(index));
  return t('attention.company', { names: joinList(others) });
}

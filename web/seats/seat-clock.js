// @ts-check
// The clock of a seat: the time left while it runs, and its bank while it does not.

import { serverNow } from '../net/server-clock.js';
import { t, tParts } from '../text/messages.js';
import { timeLeftText } from '../text/time-left.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useRerender } from '../ui/html.js';

/** Milliseconds before the end of the time from which a clock is urgent. */
const URGENT_TIME = 10_000;

/** @param {{ clock: import('../schema').SeatClock, isOwn: boolean }} props */
export function SeatClock({ clock: { deadline, bank }, isOwn }) {
  if (deadline) return html`<${RunningClock} key=${deadline} deadline=${deadline} bank=${bank} isOwn=${isOwn} />`;
  return bank > 0 && html`<div class="clock">${t('seats.bank', { isYou: isOwn, time: timeLeftText(bank) })}</div>`;
}

/** @param {{ deadline: string, bank: number, isOwn: boolean }} props */
function RunningClock({ deadline, bank, isOwn }) {
  const left = useTimeLeft(Date.parse(deadline));
  const isUrgent = left <= URGENT_TIME;
  useEffect(() => {
    if (isOwn && isUrgent && left) announce(t('seats.secondsLeft', { count: Math.ceil(left / 1000) }));
  }, [isUrgent]);
  const label = html`<span class=${isOwn ? undefined : 'unseen'}>${t('seats.timeLabel', { isYou: isOwn })}</span>`;
  // Screen readers read a timer on request only: an announcement of each second would hide all others.
  return html`<div class="clock ${isUrgent ? 'clock-urgent' : ''}" role="timer" aria-live="off">
    ${!left ? t('seats.timeIsOver') : html`${isUrgent && `${t('seats.hurry')} `}
      ${tParts(left <= bank ? 'seats.timeOfBank' : 'seats.time', { label, time: timeLeftText(left) })}`}
  </div>`;
}

/** Return the milliseconds until a time of the server, never negative; counts down. @param {number} deadline */
function useTimeLeft(deadline) {
  const rerender = useRerender();
  const left = Math.max(0, deadline - serverNow());
  useEffect(() => {
    if (!left) return undefined;
    const timer = setTimeout(rerender, (left % 1000) + 5);
    return () => clearTimeout(timer);
  });
  return left;
}

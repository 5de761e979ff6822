// @ts-check
// The button at a table that switches notifications of your turn on and off.

import { t } from '../text/messages.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useState, useStore } from '../ui/html.js';
import { notificationState, setNotifications, updateNotificationState } from './notifications.js';

const BELL = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 21h4';

export function NotificationButton() {
  const state = useStore(notificationState);
  const [isExplained, setExplained] = useState(false);
  useEffect(() => {
    // The browser's settings are open in another tab or window.
    addEventListener('focus', updateNotificationState);
    return () => removeEventListener('focus', updateNotificationState);
  }, []);
  if (state === 'unavailable') return null;
  const label = t(`attention.notify.${state}`);
  const onClick = async () => {
    if (state !== 'blocked') await setNotifications(state === 'off');
    const isBlocked = notificationState.value === 'blocked';
    setExplained(isBlocked && !isExplained);
    if (isBlocked) announce(t('attention.blocked'));
    else if (notificationState.value === 'on') announce(t('attention.switchedOn'));
  };
  return html`
    <button type="button" class="icon bell" aria-label=${label} title=${label} onClick=${onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d=${BELL} stroke-linejoin="round" fill=${state === 'on' ? 'currentColor' : 'none'} />
        ${state === 'blocked' && html`<path d="M4 3l16 18" />`}
      </svg>
    </button>
    ${isExplained && state === 'blocked' && html`<p class="hint notifications-blocked">${t('attention.blocked')}</p>`}`;
}

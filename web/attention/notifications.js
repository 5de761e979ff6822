// @ts-check
// Notifications of your turn, if you have asked for them: the setting, the permission, showing and closing.

import { Store } from '../store.js';

/** `blocked` by the browser; `unavailable` over plain HTTP, and in browsers without notifications. */
/** @typedef {'on' | 'off' | 'blocked' | 'unavailable'} NotificationState */

const STORAGE_KEY = 'kibitz.notifications';

let isWanted = readSetting();

export const notificationState = new Store(readState());

function readSetting() {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on';
  } catch {
    return false;
  }
}

/** @returns {NotificationState} */
function readState() {
  if (!isSecureContext || !('Notification' in window)) return 'unavailable';
  if (Notification.permission === 'denied') return 'blocked';
  return isWanted && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Read the state again: the permission can change at any time in the browser's settings. */
export const updateNotificationState = () => notificationState.set(readState());

/** Switch notifications on or off; asks for the permission, and therefore needs a gesture. @param {boolean} isOn */
export async function setNotifications(isOn) {
  // It rejects in browsers that a policy keeps from asking.
  if (isOn) await Notification.requestPermission().catch(() => {});
  isWanted = isOn;
  try {
    if (isOn) localStorage.setItem(STORAGE_KEY, 'on');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage the choice holds until the page is closed.
  }
  updateNotificationState();
}

addEventListener('storage', ({ key, newValue }) => {
  if (key !== STORAGE_KEY) return;
  isWanted = newValue === 'on';
  updateNotificationState();
});

/** Shows and closes the notification of one table. */
export class TableNotification {
  #tag;
  /** The former step: a notification cannot be closed before it is shown. @type {Promise<unknown>} */
  #done = Promise.resolve();
  /** Those without a service worker. @type {Notification[]} */
  #shown = [];

  /** @param {string} game id */
  constructor(game) {
    this.#tag = `turn-${game}`;
  }

  /**
   * Show it, if notifications are on. The text must have no cards: it is readable on a locked screen.
   * @param {string} title @param {string} body
   */
  show(title, body) {
    updateNotificationState();
    if (notificationState.value === 'on') this.#then(() => this.#show(title, body));
  }

  /** Close it, also one of this table that the page has shown before it was loaded again. */
  close() {
    this.#then(async () => {
      const registration = await findRegistration();
      const shown = await registration?.getNotifications({ tag: this.#tag }) ?? [];
      for (const notification of [...shown, ...this.#shown.splice(0)]) notification.close();
    });
  }

  /** @param {() => Promise<void>} step */
  #then(step) {
    // A browser that shows none leaves the title and the icon of the tab.
    this.#done = this.#done.then(step).catch(() => {});
  }

  /** @param {string} title @param {string} body */
  async #show(title, body) {
    const icon = new URL('../icons/icon-192.png', import.meta.url).href;
    // The page plays its own sound, if sounds are on.
    const options = { body, icon, tag: this.#tag, silent: true, data: { path: location.pathname } };
    const registration = await findRegistration();
    // Mobile browsers show notifications of service workers only; after a click, the worker opens the table.
    if (registration?.active) return registration.showNotification(title, options);
    const notification = new Notification(title, options);
    notification.onclick = () => (focus(), notification.close());
    this.#shown.push(notification);
    return undefined;
  }
}

/** Return the registration of the service worker; null without one. */
async function findRegistration() {
  try {
    return await navigator.serviceWorker?.getRegistration() ?? null;
  } catch {
    return null;
  }
}

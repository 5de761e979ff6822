// @ts-check
// The time that is left on a clock, as text.

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, '0');

/** Return the time left on a clock: `0:09`, `2:05`, `3 h 20 min`, `6 d 23 h`. @param {number} milliseconds */
export function timeLeftText(milliseconds) {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
  const [minutes, hours, days] = [60, 3_600, 86_400].map((length) => Math.floor(seconds / length));
  if (days) return `${days} d ${hours % 24} h`;
  if (hours) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${twoDigits(seconds % 60)}`;
}

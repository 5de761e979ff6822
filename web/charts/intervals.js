// @ts-check
// Confidence intervals of shares and means. The cases are taken for independent.

/** Standard errors on each side of a mean that hold the true value in 95 of 100 cases. */
export const NORMAL_95 = 1.96;

/** @typedef {{ low: number, high: number }} Interval */

/**
 * Return the 95 % interval of a share by Wilson's method, which also holds for few cases; null without any.
 * E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
 * @param {number} hits @param {number} count @returns {Interval | null}
 */
export function shareInterval(hits, count) {
  if (!count) return null;
  const [share, square] = [hits / count, NORMAL_95 ** 2];
  const centre = share + square / (2 * count);
  const reach = NORMAL_95 * Math.sqrt((share * (1 - share) + square / (4 * count)) / count);
  const scale = 1 + square / count;
  return { low: Math.max(0, (centre - reach) / scale), high: Math.min(1, (centre + reach) / scale) };
}

/**
 * Return the 95 % interval of a mean by the normal approximation; null without cases.
 * @param {number} mean @param {number} deviation the standard deviation of one case @param {number} count of cases
 * @returns {Interval | null}
 */
export function meanInterval(mean, deviation, count) {
  if (!count) return null;
  const reach = (NORMAL_95 * deviation) / Math.sqrt(count);
  return { low: mean - reach, high: mean + reach };
}

/**
 * Return the standard deviation of values that each occur a number of times; null for fewer than two.
 * @param {readonly { value: number, count: number }[]} groups
 */
export function standardDeviation(groups) {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (count < 2) return null;
  const mean = groups.reduce((sum, group) => sum + group.value * group.count, 0) / count;
  const squares = groups.reduce((sum, group) => sum + (group.value - mean) ** 2 * group.count, 0);
  return Math.sqrt(squares / (count - 1));
}

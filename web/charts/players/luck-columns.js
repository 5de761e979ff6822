// @ts-check
// Columns that show how much of a result was luck of the hands, or in words why that is not known.

import { t } from 'catalogue/charts.js';
import {
  formatHundredths, formatSignedHundredths, formatSignedTenths, formatTenths, NO_VALUE,
} from '../../text/numbers.js';
import { NORMAL_95 } from '../intervals.js';

/** @typedef {import('../../schema').ProfileGame} ProfileGame */

/** Return the formats of luck in points, or in places. @param {boolean} isInPoints */
export const luckFormats = (isInPoints) => (isInPoints
  ? { formatSigned: formatSignedTenths, formatError: formatTenths }
  : { formatSigned: formatSignedHundredths, formatError: formatHundredths });

/**
 * Return the columns of the result above average, luck and play, which add up.
 * @param {boolean} isInPoints @returns {import('../data-table.js').Column<ProfileGame>[]}
 */
export function luckColumns(isInPoints) {
  const { formatSigned, formatError } = luckFormats(isInPoints);
  /** @param {ProfileGame} game */
  const aboveAverage = ({ luck }) =>
    (luck && !luck.machine && typeof luck.par === 'number' ? luck.result - luck.par : null);
  return [
    { title: t('charts.column.aboveAverage'), cell: (game) => formatSigned(aboveAverage(game)) },
    {
      title: t('charts.column.luck'),
      cell: ({ luck }) => {
        if (!luck) return t('charts.luckNotCounted');
        // The means leave it out, too, and the place is that of a player who gave up.
        if (luck.machine) return t('charts.luckOfMachine');
        if (typeof luck.luck === 'number') return formatSigned(luck.luck);
        return t(luck.luckTable ? 'charts.luckHidden' : 'charts.luckWithoutTable');
      },
    },
    {
      title: t('charts.play'),
      cell: ({ luck }) => (luck && !luck.machine && typeof luck.play === 'number'
        ? t('charts.plusMinus', { value: formatSigned(luck.play), error: formatError(NORMAL_95 * (luck.playError ?? 0)) })
        : NO_VALUE),
    },
  ];
}

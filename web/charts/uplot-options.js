// @ts-check
// Options of uPlot for bars, for points with intervals, and for lines.

import { t } from 'catalogue/charts.js';
import uPlot from 'uplot';
import { axisFormats } from '../text/dates.js';
import { COLOURS, dashPattern, stripePattern } from './colours.js';
import { drawBarValues, drawEstimates, drawLineNames, drawReference, MAX_BAR_WIDTH, PAIR_WIDTH } from './plot-drawing.js';

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {(number | null)[]} values
 * @property {(number | null)[]} [lows] the lower ends of the values' 95 % intervals
 * @property {(number | null)[]} [highs] their upper ends
 * @property {(number | null)[]} [counts] the number of cases of each value with an interval
 *
 * @typedef {object} ChartData
 * @property {string[]} [names] of the bars, or of the points with intervals; without them it is a line chart
 * @property {number[]} [times] of the points of a line chart, in seconds since 1970
 * @property {boolean} [utc] whether times are shown in UTC instead of the reader's zone
 * @property {Series[]} series at most two in a bar chart
 * @property {{ low: number[], high: number[] }} [band] around the first line, in place of its intervals
 * @property {number} [reference] the value of a dashed line
 * @property {[number, number]} [bounds] the lowest and the highest value to show; by default those of the chart
 * @property {(value: number | null | undefined) => string} format
 * @property {'all' | 'part'} [scale] `part` always shows 0 to 1; `all` shows 0 and the values
 * @property {boolean} [fitToData] whether the scale may leave out 0
 *
 * @typedef {import('./colours.js').Colours} Colours
 */

/** Seconds of a day. */
const DAY = 86_400;
/** The width in CSS pixels from which on lines have their names at their ends. */
const WIDE_CHART = 420;

/**
 * Return how a chart shows its values: as bars, as points with intervals, or as lines.
 * @param {ChartData} chartData @returns {'bars' | 'points' | 'lines'}
 */
export const chartKind = ({ names, series }) => (!names ? 'lines' : series[0]?.lows ? 'points' : 'bars');

/** Return the edges of the band of a line chart; null without one. @param {ChartData} chartData */
function bandOf({ names, series: [first], band }) {
  if (names) return null;
  return band ?? (first?.lows && first.highs ? { low: first.lows, high: first.highs } : null);
}

/** Return the lowest and the highest value of a chart. @param {ChartData} chartData @returns {[number, number]} */
export function valueBounds({ series, band, reference }) {
  const values = [
    ...series.flatMap(({ values: own, lows = [], highs = [] }) => [...own, ...lows, ...highs]),
    ...(band ? [...band.low, ...band.high] : []), reference ?? null,
  ].filter((value) => value !== null);
  return values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
}

/** @param {ChartData} chartData @returns {uPlot.AlignedData} */
export function alignedData(chartData) {
  const { names, times, series } = chartData;
  const band = bandOf(chartData);
  const xs = names ? names.map((_, index) => index) : times ?? [];
  const edges = band ? [band.high, band.low] : [];
  return /** @type {uPlot.AlignedData} */ ([xs, ...series.map(({ values }) => values), ...edges]);
}

/** The invisible edge of a band. @type {uPlot.Series} */
const BAND_EDGE = { stroke: 'transparent', points: { show: false } };

/**
 * @param {ChartData} chartData @param {Colours} colours @param {number} width @param {number} height
 * @returns {uPlot.Options}
 */
export function chartOptions(chartData, colours, width, height) {
  const { names, series, utc } = chartData;
  const [kind, band] = [chartKind(chartData), bandOf(chartData)];
  const hasLineLabels = !names && series.length > 1 && width >= WIDE_CHART;
  const labelWidth = hasLineLabels ? 10 + 7 * Math.max(...series.map(({ name }) => name.length)) : 0;
  const drawLabels = { bars: drawBarValues, points: drawEstimates, lines: hasLineLabels ? drawLineNames : null }[kind];
  const draw = [drawReference, drawLabels].filter((each) => each !== null);
  const labels = names ? nameAxis(chartData, height) : { values: timeLabels(utc ? 'UTC' : undefined), space: 72 };
  return {
    width,
    height,
    padding: [12, Math.max(12, labelWidth), 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !names } },
    tzDate: (at) => (utc ? uPlot.tzDate(new Date(at * 1000), 'Etc/UTC') : new Date(at * 1000)),
    scales: {
      x: names ? { time: false, range: [-0.6, names.length - 0.4] } : { time: true, range: timeRange(chartData) },
      y: { range: yRange(chartData) },
    },
    series: [
      {},
      ...series.map((_, index) =>
        (kind === 'bars' ? barSeries(index, series.length, colours)
          : kind === 'lines' ? lineSeries(index, series, colours)
          : { paths: () => null, points: { show: false } })),
      ...(band ? [BAND_EDGE, BAND_EDGE] : []),
    ],
    bands: band ? [{ series: [series.length + 1, series.length + 2], fill: colours.band }] : [],
    axes: [
      { ...axisStyle(colours), grid: { show: false }, ...labels },
      {
        ...axisStyle(colours),
        size: axisSize(chartData),
        values: (_, splits) => splits.map((at) => chartData.format(at)),
        ...(chartData.scale === 'part' ? { splits: () => [0, 0.25, 0.5, 0.75, 1] } : {}),
      },
    ],
    hooks: { draw: draw.map((each) => (/** @type {uPlot} */ plot) => each(plot, chartData, colours)) },
  };
}

/**
 * Return the time from the first point to the last, and for a single point the week that ends with it. uPlot itself
 * continues a single point into the future.
 * @param {ChartData} chartData @returns {uPlot.Scale.Range}
 */
function timeRange({ times = [] }) {
  const [first, last] = [times[0] ?? 0, times[times.length - 1] ?? 0];
  return () => [first < last ? first : last - 7 * DAY, last];
}

/** @param {ChartData} chartData @returns {uPlot.Scale.Range} */
function yRange(chartData) {
  const { scale, fitToData, names, bounds = valueBounds(chartData) } = chartData;
  // A point at the lowest value would cover the names below it.
  const hasPoints = chartKind(chartData) === 'points';
  if (scale === 'part') return [hasPoints ? -0.08 : 0, names ? 1.12 : 1.02];
  const [from, to] = fitToData ? bounds : [Math.min(0, bounds[0]), Math.max(0, bounds[1])];
  const padding = (to - from || 1) * (names ? 0.14 : 0.06);
  return [fitToData || from < 0 || hasPoints ? from - padding : from, to + padding];
}

/** Return the width of the vertical axis. @param {ChartData} chartData @returns {uPlot.Axis.Size} */
const axisSize = ({ format }) => (plot, values) =>
  Math.max(36, 16 + 7 * Math.max(...(values ?? [format(plot.scales.y.max ?? 0)]).map((value) => value?.length ?? 0)));

/** @param {Colours} colours @returns {uPlot.Axis} */
const axisStyle = ({ quiet, hairline, font }) => ({
  stroke: quiet,
  font,
  grid: { stroke: hairline, width: 1 },
  ticks: { stroke: hairline, width: 1, size: 5 },
});

/** The height in CSS pixels from which on there is room for the number of cases below each name. */
const HIGH_CHART = 200;

/** @param {ChartData} chartData @param {number} height @returns {uPlot.Axis} */
function nameAxis({ names = [], series }, height) {
  const [{ counts }] = series;
  // The values of a pair have different cases.
  const hasCounts = counts && series.length === 1 && height >= HIGH_CHART;
  const labels = names.map((name, index) =>
    (hasCounts ? `${name}\n${t('charts.sampleSize', { count: counts[index] ?? 0 })}` : name));
  return {
    splits: (plot) => {
      const room = plot.bbox.width / uPlot.pxRatio / names.length;
      const widest = 10 + 7 * Math.max(...labels.flatMap((label) => label.split('\n').map((line) => line.length)));
      const every = Math.ceil(widest / room);
      return names.map((_, index) => index).filter((index) => index % every === 0);
    },
    values: (_, splits) => splits.map((index) => labels[index] ?? null),
    ticks: { show: false },
    size: hasCounts ? 42 : 28,
  };
}

/** @param {number} index @param {number} count @param {Colours} colours @returns {uPlot.Series} */
function barSeries(index, count, { series, surface }) {
  const colour = series[index % COLOURS];
  const paths = uPlot.paths.bars?.(count > 1
    ? { size: [PAIR_WIDTH, MAX_BAR_WIDTH], align: index ? 1 : -1 }
    : { size: [0.7, 64] });
  const fill = index ? () => stripePattern(colour, surface, uPlot.pxRatio) : colour;
  return { paths, stroke: colour, width: 1, fill: /** @type {uPlot.Series.Fill} */ (fill), points: { show: false } };
}

/** @param {number} index @param {Series[]} allSeries @param {Colours} colours @returns {uPlot.Series} */
function lineSeries(index, allSeries, { series, surface }) {
  const stroke = series[index % COLOURS];
  const { values } = allSeries[index];
  // A value alone has no line, so its point is all that shows it.
  const isAlone = values.filter((value) => value !== null).length === 1;
  const points = { show: isAlone || values.length <= 60, size: isAlone ? 9 : 6, stroke, fill: isAlone ? stroke : surface };
  return { stroke, width: 2, dash: dashPattern(index), spanGaps: true, points };
}

/** @param {string | undefined} timeZone @returns {uPlot.Axis.DynamicValues} */
function timeLabels(timeZone) {
  const { year, month, day, minute, second } = axisFormats(timeZone);
  return (_, splits, __, ___, distance) => {
    const isDaily = distance >= DAY;
    const format = distance >= 300 * DAY ? year
      : distance >= 27 * DAY ? month
      : isDaily ? day
      : distance < 60 ? second : minute;
    /** The format of the second line, which is shown where it changes. */
    const contextFormat = format === year ? null : isDaily ? year : day;
    let lastText = '';
    return splits.map((at) => {
      const text = format(at);
      const contextText = contextFormat?.(at) ?? '';
      const isNew = contextText !== lastText;
      lastText = contextText;
      return isNew ? `${text}\n${contextText}` : text;
    });
  };
}

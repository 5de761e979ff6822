// @ts-check
// Options of uPlot for bar charts and line charts.

import uPlot from 'uplot';
import { axisFormats } from '../text/dates.js';
import { COLOURS, dashPattern, stripePattern } from './colours.js';

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {(number | null)[]} values
 *
 * @typedef {object} ChartData
 * @property {string[]} [names] of the bars; without them it is a line chart
 * @property {number[]} [times] of the points of a line chart, in seconds since 1970
 * @property {boolean} [utc] whether times are shown in UTC instead of the reader's zone
 * @property {Series[]} series at most two in a bar chart
 * @property {{ low: number[], high: number[] }} [band] around the first line
 * @property {(value: number | null | undefined) => string} format
 * @property {'all' | 'part'} [scale] `part` always shows 0 to 1; `all` shows 0 and the values
 * @property {boolean} [fitToData] whether the scale may leave out 0
 *
 * @typedef {import('./colours.js').Colours} Colours
 */

/** The width of each bar of a pair, as a fraction of the distance between pairs. */
const PAIR_WIDTH = 0.38;
/** The largest width of each bar of a pair in CSS pixels. */
const MAX_BAR_WIDTH = 40;
/** Seconds of a day. */
const DAY = 86_400;
/** The width in CSS pixels from which on lines have their names at their ends. */
const WIDE_CHART = 420;

/** @param {ChartData} chartData @returns {uPlot.AlignedData} */
export function alignedData({ names, times, series, band }) {
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
  const { names, series, band, utc } = chartData;
  const hasLineLabels = !names && series.length > 1 && width >= WIDE_CHART;
  const labelWidth = hasLineLabels ? 10 + 7 * Math.max(...series.map(({ name }) => name.length)) : 0;
  const drawLabels = names ? drawBarValues : hasLineLabels ? drawLineNames : null;
  const labels = names ? nameAxis(names) : { values: timeLabels(utc ? 'UTC' : undefined), space: 72 };
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
        (names ? barSeries(index, series.length, colours) : lineSeries(index, series, colours))),
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
    hooks: { draw: drawLabels ? [(plot) => drawLabels(plot, chartData, colours)] : [] },
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
function yRange({ scale, fitToData, names }) {
  if (scale === 'part') return [0, names ? 1.1 : 1.02];
  return (_, least, most) => {
    if (least === null || most === null) return [0, 1];
    const [from, to] = fitToData ? [least, most] : [Math.min(0, least), Math.max(0, most)];
    const padding = (to - from || 1) * (names ? 0.14 : 0.06);
    return [fitToData || from < 0 ? from - padding : from, to + padding];
  };
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

/** @param {string[]} names @returns {uPlot.Axis} */
const nameAxis = (names) => ({
  splits: (plot) => {
    const room = plot.bbox.width / uPlot.pxRatio / names.length;
    const widest = 10 + 7 * Math.max(...names.map((name) => name.length));
    const every = Math.ceil(widest / room);
    return names.map((_, index) => index).filter((index) => index % every === 0);
  },
  values: (_, splits) => splits.map((index) => names[index] ?? null),
  ticks: { show: false },
  size: 28,
});

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
  // A single point would be invisible as a line.
  const points = { show: allSeries[index].values.length <= 60, size: 6, stroke, fill: surface };
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

/**
 * Draw the values above the bars, if there is room for all of them.
 * @param {uPlot} plot @param {ChartData} chartData @param {Colours} colours
 */
function drawBarValues({ ctx, valToPos }, { series, format }, { ink, font }) {
  ctx.save();
  ctx.font = font.replace('12px', `${12 * uPlot.pxRatio}px`);
  ctx.fillStyle = ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  const distance = valToPos(1, 'x', true) - valToPos(0, 'x', true);
  const barWidth = Math.min(PAIR_WIDTH * distance, MAX_BAR_WIDTH * uPlot.pxRatio);
  const room = series.length > 1 ? barWidth : distance;
  const fits = series.every(({ values }) => values.every((value) => ctx.measureText(format(value)).width <= room));
  if (fits) {
    series.forEach(({ values }, seriesIndex) =>
      values.forEach((value, index) => {
        if (value === null) return;
        const offset = series.length > 1 ? (seriesIndex ? barWidth : -barWidth) / 2 : 0;
        const top = valToPos(Math.max(0, value), 'y', true) - 3 * uPlot.pxRatio;
        ctx.fillText(format(value), valToPos(index, 'x', true) + offset, top);
      }),
    );
  }
  ctx.restore();
}

/**
 * Draw the names of lines at their ends, without overlaps.
 * @param {uPlot} plot @param {ChartData} chartData @param {Colours} colours
 */
function drawLineNames({ ctx, bbox, data, valToPos }, { series }, colours) {
  const height = 13 * uPlot.pxRatio;
  const labels = series.flatMap(({ name, values }, index) => {
    const last = values.findLastIndex((value) => value !== null);
    const [x, y] = [valToPos(data[0][last], 'x', true), valToPos(values[last] ?? 0, 'y', true)];
    return last < 0 ? [] : [{ name, index, x, y }];
  });
  labels.sort((one, other) => one.y - other.y);
  labels.forEach((label, index) => (label.y = Math.max(label.y, (labels[index - 1]?.y ?? -Infinity) + height)));
  const overflow = Math.max(0, (labels.at(-1)?.y ?? 0) - bbox.top - bbox.height);
  ctx.save();
  ctx.font = colours.font.replace('12px', `${12 * uPlot.pxRatio}px`);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { name, index, x, y } of labels) {
    ctx.fillStyle = colours.series[index % COLOURS];
    ctx.fillText(name, x + 7 * uPlot.pxRatio, y - overflow);
  }
  ctx.restore();
}

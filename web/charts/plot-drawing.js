// @ts-check
// Drawings upon the plot of a chart: values above bars, points with their intervals, names of lines, and a reference.

import uPlot from 'uplot';
import { COLOURS } from './colours.js';

/**
 * @typedef {import('./uplot-options.js').ChartData} ChartData
 * @typedef {import('./colours.js').Colours} Colours
 */

/** The width of each bar of a pair, as a fraction of the distance between pairs. */
export const PAIR_WIDTH = 0.38;
/** The largest width of each bar of a pair in CSS pixels. */
export const MAX_BAR_WIDTH = 40;
/** Half the width of a point in CSS pixels. */
const POINT_RADIUS = 4.5;

/** Return the font of a chart at the density of its pixels. @param {Colours} colours */
const scaledFont = ({ font }) => font.replace('12px', `${12 * uPlot.pxRatio}px`);

/**
 * Draw each value as a point with a line over its interval, and the value above it if there is room for all of them.
 * @param {uPlot} plot @param {ChartData} chartData @param {Colours} colours
 */
export function drawEstimates({ ctx, valToPos }, { series, format }, colours) {
  const ratio = uPlot.pxRatio;
  const distance = valToPos(1, 'x', true) - valToPos(0, 'x', true);
  const shift = series.length > 1 ? Math.min(PAIR_WIDTH * distance, MAX_BAR_WIDTH * ratio) / 2 : 0;
  const radius = Math.min(POINT_RADIUS * ratio, distance / series.length / 2.5);
  ctx.save();
  ctx.font = scaledFont(colours);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  const room = distance / series.length;
  const fits = series.every(({ values }) => values.every((value) => ctx.measureText(format(value)).width <= room));
  series.forEach(({ values, lows = [], highs = [] }, seriesIndex) => {
    ctx.strokeStyle = colours.series[seriesIndex % COLOURS];
    ctx.fillStyle = seriesIndex ? colours.surface : ctx.strokeStyle;
    ctx.lineWidth = 2.5 * ratio;
    values.forEach((value, index) => {
      if (value === null) return;
      const x = valToPos(index, 'x', true) + (seriesIndex ? shift : -shift);
      const y = valToPos(value, 'y', true);
      const top = valToPos(highs[index] ?? value, 'y', true);
      ctx.beginPath();
      ctx.moveTo(x, valToPos(lows[index] ?? value, 'y', true));
      ctx.lineTo(x, top);
      ctx.stroke();
      ctx.beginPath();
      // The second series differs in its form, too.
      if (seriesIndex) ctx.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      else ctx.arc(x, y, radius, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
      if (!fits) return;
      const fill = ctx.fillStyle;
      ctx.fillStyle = colours.ink;
      ctx.fillText(format(value), x, Math.min(top, y - radius) - 2 * ratio);
      ctx.fillStyle = fill;
    });
  });
  ctx.restore();
}

/** Draw the dashed line. @param {uPlot} plot @param {ChartData} chartData @param {Colours} colours */
export function drawReference({ ctx, bbox, valToPos }, { reference }, { quiet }) {
  if (reference === undefined) return;
  const y = valToPos(reference, 'y', true);
  ctx.save();
  ctx.strokeStyle = quiet;
  ctx.lineWidth = 1.5 * uPlot.pxRatio;
  ctx.setLineDash([5 * uPlot.pxRatio, 4 * uPlot.pxRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/**
 * Draw the values above the bars, if there is room for all of them.
 * @param {uPlot} plot @param {ChartData} chartData @param {Colours} colours
 */
export function drawBarValues({ ctx, valToPos }, { series, format }, colours) {
  ctx.save();
  ctx.font = scaledFont(colours);
  ctx.fillStyle = colours.ink;
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
export function drawLineNames({ ctx, bbox, data, valToPos }, { series }, colours) {
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
  ctx.font = scaledFont(colours);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { name, index, x, y } of labels) {
    ctx.fillStyle = colours.series[index % COLOURS];
    ctx.fillText(name, x + 7 * uPlot.pxRatio, y - overflow);
  }
  ctx.restore();
}

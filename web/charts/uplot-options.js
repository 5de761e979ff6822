// @ts-check
// How a chart is drawn with uPlot: bars for what has names, lines for what has a time.

import uPlot from 'uplot';
import { COLOURS, dashOf, striped } from './colours.js';

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {(number | null)[]} values
 *
 * @typedef {object} Drawing
 * @property {string[]} [names] what bars are called; without them it is lines
 * @property {number[]} [times] of the points of lines, in seconds since 1970
 * @property {boolean} [utc] whether times are of UTC, not of the reader's zone
 * @property {Series[]} series two at most for bars
 * @property {{ low: number[], high: number[] }} [band] around the first line
 * @property {(value: number | null | undefined) => string} format
 * @property {'all' | 'part'} [scale] `part` for parts of one, all of which is shown; otherwise what there is, and 0
 * @property {boolean} [afloat] whether 0 need not be shown
 *
 * @typedef {import('./colours.js').Colours} Colours
 */

/** How wide a bar of two may be: a part of the distance between pairs, and CSS pixels. */
const BESIDE = 0.38;
const WIDEST = 40;
/** From this width on there is room for names at the ends of lines. */
const ROOMY = 420;

/** @param {Drawing} drawing @returns {uPlot.AlignedData} */
export function dataOf({ names, times, series, band }) {
  const xs = names ? names.map((_, place) => place) : times ?? [];
  const edges = band ? [band.high, band.low] : [];
  return /** @type {uPlot.AlignedData} */ ([xs, ...series.map(({ values }) => values), ...edges]);
}

/** The edge of a band, which is not seen itself. @type {uPlot.Series} */
const EDGE = { stroke: 'transparent', points: { show: false } };

/**
 * @param {Drawing} drawing @param {Colours} colours @param {number} width @param {number} height
 * @returns {uPlot.Options}
 */
export function optionsOf(drawing, colours, width, height) {
  const { names, series, band, utc } = drawing;
  const beside = !names && series.length > 1 && width >= ROOMY;
  const told = beside ? 10 + 7 * Math.max(...series.map(({ name }) => name.length)) : 0;
  const write = names ? overBars : beside ? besideLines : null;
  const along = names ? named(names) : { values: timeLabels(utc ? 'UTC' : undefined), space: 72 };
  return {
    width,
    height,
    padding: [12, Math.max(12, told), 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !names } },
    tzDate: (at) => (utc ? uPlot.tzDate(new Date(at * 1000), 'Etc/UTC') : new Date(at * 1000)),
    scales: {
      x: names ? { time: false, range: [-0.6, names.length - 0.4] } : { time: true },
      y: { range: rangeOf(drawing) },
    },
    series: [
      {},
      ...series.map((_, place) => (names ? bars(place, series.length, colours) : line(place, series, colours))),
      ...(band ? [EDGE, EDGE] : []),
    ],
    bands: band ? [{ series: [series.length + 1, series.length + 2], fill: colours.band }] : [],
    axes: [
      { ...axis(colours), grid: { show: false }, ...along },
      {
        ...axis(colours),
        size: measure(drawing),
        values: (_, splits) => splits.map((at) => drawing.format(at)),
        ...(drawing.scale === 'part' ? { splits: () => [0, 0.25, 0.5, 0.75, 1] } : {}),
      },
    ],
    hooks: { draw: write ? [(plot) => write(plot, drawing, colours)] : [] },
  };
}

/** @param {Drawing} drawing @returns {uPlot.Scale.Range} */
function rangeOf({ scale, afloat, names }) {
  if (scale === 'part') return [0, names ? 1.1 : 1.02];
  return (_, least, most) => {
    if (least === null || most === null) return [0, 1];
    const [from, to] = afloat ? [least, most] : [Math.min(0, least), Math.max(0, most)];
    const room = (to - from || 1) * (names ? 0.14 : 0.06);
    return [afloat || from < 0 ? from - room : from, to + room];
  };
}

/** How wide the numbers at the side are. @param {Drawing} drawing @returns {uPlot.Axis.Size} */
const measure = ({ format }) => (plot, values) =>
  Math.max(36, 16 + 7 * Math.max(...(values ?? [format(plot.scales.y.max ?? 0)]).map((value) => value?.length ?? 0)));

/** @param {Colours} colours @returns {uPlot.Axis} */
const axis = ({ quiet, hairline, font }) => ({
  stroke: quiet,
  font,
  grid: { stroke: hairline, width: 1 },
  ticks: { stroke: hairline, width: 1, size: 5 },
});

/** @param {string[]} names @returns {uPlot.Axis} */
const named = (names) => ({
  splits: (plot) => {
    const room = plot.bbox.width / uPlot.pxRatio / names.length;
    const widest = 10 + 7 * Math.max(...names.map((name) => name.length));
    const every = Math.ceil(widest / room);
    return names.map((_, place) => place).filter((place) => place % every === 0);
  },
  values: (_, splits) => splits.map((place) => names[place] ?? null),
  ticks: { show: false },
  size: 28,
});

/** @param {number} place @param {number} count @param {Colours} colours @returns {uPlot.Series} */
function bars(place, count, { series, surface }) {
  const colour = series[place % COLOURS];
  const paths = uPlot.paths.bars?.(count > 1 ? { size: [BESIDE, WIDEST], align: place ? 1 : -1 } : { size: [0.7, 64] });
  const fill = place ? () => striped(colour, surface, uPlot.pxRatio) : colour;
  return { paths, stroke: colour, width: 1, fill: /** @type {uPlot.Series.Fill} */ (fill), points: { show: false } };
}

/** @param {number} place @param {Series[]} all @param {Colours} colours @returns {uPlot.Series} */
function line(place, all, { series, surface }) {
  const stroke = series[place % COLOURS];
  // Where there are few, one sees which are there; one alone would not be a line.
  const show = all[place].values.length <= 60;
  return { stroke, width: 2, dash: dashOf(place), spanGaps: true, points: { show, size: 6, stroke, fill: surface } };
}

/** @param {string | undefined} timeZone @returns {uPlot.Axis.DynamicValues} */
function timeLabels(timeZone) {
  /** @param {Intl.DateTimeFormatOptions} how */
  const written = (how) => new Intl.DateTimeFormat(undefined, { timeZone, ...how });
  const date = written({ day: 'numeric', month: 'short' });
  const year = written({ year: 'numeric' });
  return (_, splits, __, ___, apart) => {
    const long = apart >= 86_400;
    const label = apart >= 300 * 86_400 ? year
      : apart >= 27 * 86_400 ? written({ month: 'short' })
      : long ? date
      : written({ hour: 'numeric', minute: '2-digit', ...(apart < 60 ? { second: '2-digit' } : {}) });
    const above = label === year ? null : long ? year : date;
    let last = '';
    return splits.map((at) => {
      const below = above?.format(at * 1000) ?? '';
      const [text, news] = [label.format(at * 1000), below !== last];
      last = below;
      return news ? `${text}\n${below}` : text;
    });
  };
}

/**
 * Write the numbers over bars, if there is room for all.
 * @param {uPlot} plot @param {Drawing} drawing @param {Colours} colours
 */
function overBars({ ctx, valToPos }, { series, format }, { ink, font }) {
  ctx.save();
  ctx.font = font.replace('12px', `${12 * uPlot.pxRatio}px`);
  ctx.fillStyle = ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  const apart = valToPos(1, 'x', true) - valToPos(0, 'x', true);
  const wide = Math.min(BESIDE * apart, WIDEST * uPlot.pxRatio);
  const room = series.length > 1 ? wide : apart;
  const fits = series.every(({ values }) => values.every((value) => ctx.measureText(format(value)).width <= room));
  if (fits) {
    series.forEach(({ values }, which) =>
      values.forEach((value, place) => {
        if (value === null) return;
        const aside = series.length > 1 ? (which ? wide : -wide) / 2 : 0;
        const above = valToPos(Math.max(0, value), 'y', true) - 3 * uPlot.pxRatio;
        ctx.fillText(format(value), valToPos(place, 'x', true) + aside, above);
      }),
    );
  }
  ctx.restore();
}

/**
 * Write the names of lines at their ends, none over another.
 * @param {uPlot} plot @param {Drawing} drawing @param {Colours} colours
 */
function besideLines({ ctx, bbox, data, valToPos }, { series }, colours) {
  const height = 13 * uPlot.pxRatio;
  const ends = series.flatMap(({ name, values }, place) => {
    const last = values.findLastIndex((value) => value !== null);
    const [x, y] = [valToPos(data[0][last], 'x', true), valToPos(values[last] ?? 0, 'y', true)];
    return last < 0 ? [] : [{ name, place, x, y }];
  });
  ends.sort((one, other) => one.y - other.y);
  ends.forEach((end, place) => (end.y = Math.max(end.y, (ends[place - 1]?.y ?? -Infinity) + height)));
  const below = Math.max(0, (ends.at(-1)?.y ?? 0) - bbox.top - bbox.height);
  ctx.save();
  ctx.font = colours.font.replace('12px', `${12 * uPlot.pxRatio}px`);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { name, place, x, y } of ends) {
    ctx.fillStyle = colours.series[place % COLOURS];
    ctx.fillText(name, x + 7 * uPlot.pxRatio, y - below);
  }
  ctx.restore();
}

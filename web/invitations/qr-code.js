// @ts-check
// A text as a QR code, drawn as one path.

import { correction, generate } from 'lean-qr';
import { html, useMemo } from '../ui/html.js';

/** Light modules around the code that scanners need, by ISO/IEC 18004. */
const QUIET_ZONE = 4;

/**
 * Return the dark modules of a bitmap as a path of horizontal bars.
 * @param {{ readonly size: number, get(x: number, y: number): boolean }} bitmap
 */
export function pathOf(bitmap) {
  const bars = [];
  for (let y = 0; y < bitmap.size; y += 1) {
    for (let x = 0; x < bitmap.size; x += 1) {
      const start = x;
      while (x < bitmap.size && bitmap.get(x, y)) x += 1;
      if (x > start) bars.push(`M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x - start}v1h${start - x}z`);
    }
  }
  return bars.join('');
}

/** @param {{ text: string, label: string }} props */
export function QrCode({ text, label }) {
  const { side, path } = useMemo(() => {
    const bitmap = generate(text, { minCorrectionLevel: correction.M });
    return { side: bitmap.size + 2 * QUIET_ZONE, path: pathOf(bitmap) };
  }, [text]);
  // Black on white in both colour schemes: many scanners do not read light modules on dark ones.
  return html`<svg class="qr" viewBox=${`0 0 ${side} ${side}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${side} height=${side} fill="#fff" />
    <path d=${path} fill="#000" />
  </svg>`;
}

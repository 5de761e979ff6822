// Reads the QR code in a picture: node qr/read_qr.mjs PICTURE.png prints its text.

import { readFileSync } from 'node:fs';
import { argv, exit, stderr, stdout } from 'node:process';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

const { data, width, height } = PNG.sync.read(readFileSync(argv[2]));
const found = jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' });
if (!found) {
  stderr.write('there is no QR code in the picture\n');
  exit(1);
}
stdout.write(found.data);

// Runs clients/verify.mjs on a list of arguments from standard input, and prints the list of results as JSON.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import * as verifier from '../../../clients/verify.mjs';

const { canonical, commitment, describe, fingerprint, headAfter, hex, roll, rootOf } = verifier;
const { seedCommitment, sha256, shuffledOrder, transcript, verify } = verifier;

const TASKS = {
  verify: ({ text, seed, player }) => {
    const report = verify(text, { seed, player });
    return [report, describe(report)];
  },
  /** Return whether the hash of that many bytes is that of Node's own library. */
  sha256: (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    return hex(sha256(bytes)) === createHash('sha256').update(bytes).digest('hex');
  },
  canonical,
  commitment: ([salt, field, value]) => commitment(salt, field, value),
  head: (records) => records.reduce(headAfter, '0'.repeat(64)),
  root: ([head, index, size, hashes]) => rootOf(head, index, size, hashes),
  formulas: ({ deal, seats, player, seed, link, number, deck }) => ({
    commitment: seedCommitment(deal, player, seed),
    transcript: transcript(deal, seats),
    fingerprint: fingerprint(deal, seats),
    roll: roll(deal, seats),
    order: shuffledOrder(fingerprint(deal, seats), link, number, deck),
  }),
};

const results = JSON.parse(readFileSync(0, 'utf8')).map(TASKS[process.argv[2]]);
process.stdout.write(JSON.stringify(results));

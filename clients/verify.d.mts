/** Types of verify.mjs, for programs that import it. */

export type Seat = { player: string, commitment: string | null, seed: string | null };

/** `committed`: it is only known to match its commitment. */
export type Verdict = 'right' | 'wrong' | 'sealed' | 'committed';

/** `status` is the exit status, `findings` what is wrong, `unchecked` what cannot be checked. */
export type Report = {
  status: 0 | 1 | 2 | 3,
  game: string | null,
  seats: { seat: number, player: string, committed: boolean, opened: boolean }[],
  fingerprint: string | null,
  shuffles: { number: number, commitment: string, verdict: Verdict, reason: string }[],
  /** The version is null if the file cannot be read. */
  findings: { version: number | null, reason: string }[],
  /** The head of the game after its last record; null in files of earlier releases. */
  head: string | null,
  unchecked: string[],
  /** What is not checked of the log; it does not change the status. */
  unproven: string[],
  /** Null unless asked for; `used` is null before the start. */
  seed: { used: boolean | null, reason: string } | null,
};

export function sha256(bytes: ArrayLike<number>): Uint8Array<ArrayBuffer>;
export function hex(bytes: Iterable<number>): string;
export function seedCommitment(deal: string, player: string, seed: string): string;
export function transcript(deal: string, seats: readonly Seat[]): string;
export function fingerprint(deal: string, seats: readonly Seat[]): string;
export function roll(deal: string, seats: readonly Seat[]): string;
export function shuffledOrder(fingerprint: string, link: string, number: number, deck: readonly string[]): string[];
export function canonical(value: unknown): string;
export function commitment(salt: string, field: string, value: unknown): string;
export function headAfter(head: string, record: Readonly<Record<string, unknown>>): string;
export function rootOf(head: string, index: number, size: number, hashes: readonly string[]): string | null;
export function verify(text: string, question?: { seed?: string | null, player?: string | null }): Report;
export function describe(report: Report): string[];

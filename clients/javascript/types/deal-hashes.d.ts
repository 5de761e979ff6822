export type SeatInDeal = {
    player: {
        id: string;
    };
    seedCommitment: string | null;
    seed: string | null;
};
/** @typedef {{ player: { id: string }, seedCommitment: string | null, seed: string | null }} SeatInDeal a seat of a game */
/** Return whether SHA-256 is available; browsers have none on pages over plain HTTP. */
export declare const hasSha256: () => boolean;
/** Return the commitment to a player's seed in the game with this foot. @param {string} foot @param {string} player @param {string} seed */
export declare const seedCommitment: (foot: string, player: string, seed: string) => Promise<string>;
/** Return the hash of the foot and of each seat's player, commitment and seed. @param {string} foot @param {readonly SeatInDeal[]} seats */
export declare function fingerprint(foot: string, seats: readonly SeatInDeal[]): Promise<string>;
/** Return the fingerprint without seeds, to which players reveal theirs. @param {string} foot @param {readonly SeatInDeal[]} seats */
export declare const roll: (foot: string, seats: readonly SeatInDeal[]) => Promise<string>;

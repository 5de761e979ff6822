export type GameInDeal = Pick<import('../types/operations.js').GameFragment, 'id' | 'version' | 'stage' | 'you' | 'seats' | 'deal'>;
export type Deal = NonNullable<GameInDeal['deal']>;
export type Seat = GameInDeal['seats'][number];
export type SeedWarningReason = keyof typeof MESSAGES;
export type SeedWarning = {
    game: string;
    reason: SeedWarningReason;
    message: string;
};
export type SeedStep = {
    mutation: 'commitSeed';
    input: {
        commitment: string;
    };
} | {
    mutation: 'revealSeed';
    input: {
        seed: string;
        commandId: string;
    };
};
/** The reasons why a seed is kept secret, or why the deals do not use it, each with a sentence for people. */
declare const MESSAGES: Readonly<{
    COMMITTED_TOO_LATE: "The deals do not use your seed: the seats closed before you committed to it.";
    COMMITMENT_MISSING: "The deals do not use your seed, which this client keeps secret: the seats closed without your commitment.";
    COMMITMENT_CHANGED: "The deals do not use your seed, which this client keeps secret: the seats closed with another commitment of yours, perhaps from another client.";
    FOOT_CHANGED: "The deals do not use your seed, which this client keeps secret: the server replaced its own part of the deals.";
    WRONG_ROLL: "The deals do not use your seed, which this client keeps secret: the server's roll does not match the seats that it shows.";
    SECOND_ROLL: "The server closed the seats a second time, with another roll. This client reveals your seed only once.";
    SEED_MISSING: "The deals do not use your seed: the game started without it.";
    WRONG_FINGERPRINT: "The deals may not use your seed: the fingerprint does not follow from the seeds that the server shows.";
    NO_SHA_256: "This client adds no seed to the deals: the page was loaded over plain HTTP, where browsers have no SHA-256.";
}>;
/**
 * The seed of one player in one game. It decides what to send next, and sends nothing.
 *
 * Pass each state of the game to `nextStep`, one after the other, send the step that it returns, and report the answer
 * with `markCommitted` and `markRevealed`. The seed is revealed once, to the first roll, and only if the client computes
 * the same roll from the seats that it sees.
 */
export declare class GameSeed {
    #private;
    /** The reason why the seed stays secret, or why the deals do not use it. @type {SeedWarning | null} */
    warning: SeedWarning | null;
    /** Whether the deals use the seed; null before the start, and if there is no commitment to it. @type {boolean | null} */
    included: boolean | null;
    /** Whether the server has answered the step that reveals the seed. */
    isRevealed: boolean;
    /** The seed in hexadecimal, for a verifier; null while it is secret. @returns {string | null} */
    get seed(): string | null;
    /** The id of the player, for a verifier; null before the commitment. @returns {string | null} */
    get player(): string | null;
    /** Return the commitment of a player, bound to the foot and the player of the first call. @param {string} foot @param {string} player */
    commitment(foot: string, player: string): Promise<string>;
    /** Return what to send in this state of the game; set `warning` and `included`. @param {GameInDeal} game @returns {Promise<SeedStep | null>} */
    nextStep(game: GameInDeal): Promise<SeedStep | null>;
    /** Record that the server has accepted the commitment, and the version of the game after that. @param {number} version */
    markCommitted(version: number): void;
    /** Record that the server has answered the step that reveals the seed; it is not sent again. */
    markRevealed(): void;
}
export {};

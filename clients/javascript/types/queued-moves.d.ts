export type QueuedMove = {
    mutation: string;
    [field: string]: unknown;
};
export type DropReason = 'NOT_LEGAL' | 'REFUSED' | 'MOVED' | 'ROUND_OVER' | 'GAME_OVER' | 'SEAT_AUTOMATED';
export type DroppedMoves = {
    /**
     * the move that could not be made, and those queued behind it
     */
    moves: readonly QueuedMove[];
    reason: DropReason;
    /**
     * the server's refusal; null unless the reason is `REFUSED`
     */
    refusal: import('./errors.js').Refusal | null;
};
export type GameUpdate = import('./kibitz.js').GameUpdate;
export type Game = GameUpdate['game'];
export type Entry = {
    move: QueuedMove;
    commandId: string;
    sentAt: number | null;
};
/**
 * The queued moves of your seat in one game. Call `observe` with each update of the game. Nothing is sent before an update
 * shows that it is your turn: until then no other player, and not even the server, knows of the moves. A move that is not
 * legal then is dropped together with those behind it, and `onDropped` receives them.
 */
export declare class QueuedMoves {
    #private;
    /**
     * @param {import('./kibitz.js').Kibitz} kibitz @param {string} game its id
     * @param {{ onDropped: (dropped: DroppedMoves) => void }} options
     */
    constructor(kibitz: import('./kibitz.js').Kibitz, game: string, { onDropped }: {
        onDropped: (dropped: DroppedMoves) => void;
    });
    /** The queued moves in the order in which they will be made. */
    get moves(): QueuedMove[];
    /**
     * Queue moves behind the others; the first one is sent at once if it is your turn.
     * @param {...QueuedMove} moves
     */
    add(...moves: QueuedMove[]): Promise<void>;
    /**
     * Remove a move and those behind it, or all moves, and return them. A move that is being sent may still take effect; it
     * is not sent again.
     * @param {QueuedMove} [move]
     */
    cancel(move?: QueuedMove): QueuedMove[];
    /**
     * Drop the queued moves, and make another one at once; throw `Refused` for a refusal.
     * @param {QueuedMove} move @param {{ expectedVersion?: number }} [options]
     */
    makeMove(move: QueuedMove, options?: {
        expectedVersion?: number;
    }): Promise<{
        __typename: 'PlayCardAccepted';
    } & import("../types/operations.js").Accepted_PlayCardAccepted_Fragment>;
    /**
     * Send the queued moves that are due in an update of the game, or drop them. A move whose answer is not known, because
     * this throws `Unreachable`, is sent again with the next update, under the same command id.
     * @param {GameUpdate} update
     */
    observe({ snapshot, game }: GameUpdate): Promise<void>;
}

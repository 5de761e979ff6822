import { GameSeed } from './game-seed.js';
export type Game = import('../types/operations.js').GameFragment;
export type Accepted = import('../types/operations.js').AcceptedFragment;
export type Refusal = import('./errors.js').Refusal;
export type GameUpdate = import('../types/operations.js').GameUpdatesSubscription['gameUpdates'];
export type SeedWarning = import('./game-seed.js').SeedWarning;
export type SeedRequests = {
    send: (mutation: 'CommitSeed' | 'JoinGame' | 'RevealSeed' | 'StartGame', input: object) => Promise<Accepted | Refusal>;
    game: (id: string) => Promise<Game | null>;
    session: () => Promise<{
        player: {
            id: string;
        };
    } | null>;
};
/** Adds a seed of the player to each game. A seed is kept in memory as long as this object, and written nowhere. */
export declare class SeededGames {
    #private;
    /** @param {SeedRequests} requests @param {(warning: SeedWarning) => void} [onWarning] */
    constructor(requests: SeedRequests, onWarning?: (warning: SeedWarning) => void);
    /** Return the seed for a game; null if the connection has none. @param {string} game */
    find(game: string): GameSeed | null;
    /**
     * Commit to the seed or reveal it if the game is ready for that. Return the answer; null if there was nothing to send
     * or the server refused it.
     * @param {Game} game @returns {Promise<Accepted | null>}
     */
    takeStep(game: Game): Promise<Accepted | null>;
    /** Take a seat and commit to a seed in one command. @param {string} id @returns {Promise<Accepted | Refusal>} */
    join(id: string): Promise<Accepted | Refusal>;
    /**
     * Commit to a seed, start the game and reveal the seed; the events are those of the last two.
     * @param {{ game: string, commandId?: string | null, expectedVersion?: number | null }} input @returns {Promise<Accepted | Refusal>}
     */
    start(input: {
        game: string;
        commandId?: string | null;
        expectedVersion?: number | null;
    }): Promise<Accepted | Refusal>;
    /** Start a game without the missing seeds; return whether the game still awaits them. @param {string} game */
    startWithoutMissing(game: string): Promise<boolean>;
}
/** Takes the steps of the seed in a game that is followed, and starts the game once the time for seeds is over. */
export declare class FollowedGame {
    #private;
    /** @param {SeededGames} games */
    constructor(games: SeededGames);
    /**
     * Take the step that is due, and return the update; a snapshot with the game after the step. Requests without an answer
     * are repeated after the next update.
     * @param {GameUpdate} update
     */
    observed(update: GameUpdate): Promise<{
        __typename: 'GameUpdate';
        cursor: string;
        version: number;
        snapshot: boolean;
        events: Array<({
            __typename: 'AbandonVoteWithdrawn';
        } & import("../types/operations.js").Event_AbandonVoteWithdrawn_Fragment) | ({
            __typename: 'AbandonVoted';
        } & import("../types/operations.js").Event_AbandonVoted_Fragment) | ({
            __typename: 'BidCommitted';
        } & import("../types/operations.js").Event_BidCommitted_Fragment) | ({
            __typename: 'BidPlaced';
        } & import("../types/operations.js").Event_BidPlaced_Fragment) | ({
            __typename: 'BidWon';
        } & import("../types/operations.js").Event_BidWon_Fragment) | ({
            __typename: 'BidsRevealed';
        } & import("../types/operations.js").Event_BidsRevealed_Fragment) | ({
            __typename: 'BlindHandDealt';
        } & import("../types/operations.js").Event_BlindHandDealt_Fragment) | ({
            __typename: 'CardPlayed';
        } & import("../types/operations.js").Event_CardPlayed_Fragment) | ({
            __typename: 'CardsDiscarded';
        } & import("../types/operations.js").Event_CardsDiscarded_Fragment) | ({
            __typename: 'CardsDrawn';
        } & import("../types/operations.js").Event_CardsDrawn_Fragment) | ({
            __typename: 'CardsPlayed';
        } & import("../types/operations.js").Event_CardsPlayed_Fragment) | ({
            __typename: 'ClockStarted';
        } & import("../types/operations.js").Event_ClockStarted_Fragment) | ({
            __typename: 'ClockStopped';
        } & import("../types/operations.js").Event_ClockStopped_Fragment) | ({
            __typename: 'DeckRanOut';
        } & import("../types/operations.js").Event_DeckRanOut_Fragment) | ({
            __typename: 'DeckRevealed';
        } & import("../types/operations.js").Event_DeckRevealed_Fragment) | ({
            __typename: 'DeckShuffled';
        } & import("../types/operations.js").Event_DeckShuffled_Fragment) | ({
            __typename: 'DirectionReversed';
        } & import("../types/operations.js").Event_DirectionReversed_Fragment) | ({
            __typename: 'GameClosed';
        } & import("../types/operations.js").Event_GameClosed_Fragment) | ({
            __typename: 'GameCreated';
        } & import("../types/operations.js").Event_GameCreated_Fragment) | ({
            __typename: 'GamePaused';
        } & import("../types/operations.js").Event_GamePaused_Fragment) | ({
            __typename: 'GameResumed';
        } & import("../types/operations.js").Event_GameResumed_Fragment) | ({
            __typename: 'GameStarted';
        } & import("../types/operations.js").Event_GameStarted_Fragment) | ({
            __typename: 'GameWon';
        } & import("../types/operations.js").Event_GameWon_Fragment) | ({
            __typename: 'HandDealt';
        } & import("../types/operations.js").Event_HandDealt_Fragment) | ({
            __typename: 'HandShown';
        } & import("../types/operations.js").Event_HandShown_Fragment) | ({
            __typename: 'InvitationDeclined';
        } & import("../types/operations.js").Event_InvitationDeclined_Fragment) | ({
            __typename: 'InvitationWithdrawn';
        } & import("../types/operations.js").Event_InvitationWithdrawn_Fragment) | ({
            __typename: 'MachineKeyRevealed';
        } & import("../types/operations.js").Event_MachineKeyRevealed_Fragment) | ({
            __typename: 'MissingPlayersChosen';
        } & import("../types/operations.js").Event_MissingPlayersChosen_Fragment) | ({
            __typename: 'PassQueued';
        } & import("../types/operations.js").Event_PassQueued_Fragment) | ({
            __typename: 'PassUnqueued';
        } & import("../types/operations.js").Event_PassUnqueued_Fragment) | ({
            __typename: 'PlayerInvited';
        } & import("../types/operations.js").Event_PlayerInvited_Fragment) | ({
            __typename: 'PlayerJoined';
        } & import("../types/operations.js").Event_PlayerJoined_Fragment) | ({
            __typename: 'PlayerLeft';
        } & import("../types/operations.js").Event_PlayerLeft_Fragment) | ({
            __typename: 'RoundDealt';
        } & import("../types/operations.js").Event_RoundDealt_Fragment) | ({
            __typename: 'RoundPassedOut';
        } & import("../types/operations.js").Event_RoundPassedOut_Fragment) | ({
            __typename: 'RoundScored';
        } & import("../types/operations.js").Event_RoundScored_Fragment) | ({
            __typename: 'SeatAutomated';
        } & import("../types/operations.js").Event_SeatAutomated_Fragment) | ({
            __typename: 'SeatMovedByClock';
        } & import("../types/operations.js").Event_SeatMovedByClock_Fragment) | ({
            __typename: 'SeatReclaimed';
        } & import("../types/operations.js").Event_SeatReclaimed_Fragment) | ({
            __typename: 'SeatSkipped';
        } & import("../types/operations.js").Event_SeatSkipped_Fragment) | ({
            __typename: 'SeatWentOut';
        } & import("../types/operations.js").Event_SeatWentOut_Fragment) | ({
            __typename: 'SeatsClosed';
        } & import("../types/operations.js").Event_SeatsClosed_Fragment) | ({
            __typename: 'SeatsReleased';
        } & import("../types/operations.js").Event_SeatsReleased_Fragment) | ({
            __typename: 'SeedCommitted';
        } & import("../types/operations.js").Event_SeedCommitted_Fragment) | ({
            __typename: 'SeedRevealed';
        } & import("../types/operations.js").Event_SeedRevealed_Fragment) | ({
            __typename: 'TableCleared';
        } & import("../types/operations.js").Event_TableCleared_Fragment) | ({
            __typename: 'TrickWon';
        } & import("../types/operations.js").Event_TrickWon_Fragment) | ({
            __typename: 'TrumpSelected';
        } & import("../types/operations.js").Event_TrumpSelected_Fragment) | ({
            __typename: 'TrumpTurned';
        } & import("../types/operations.js").Event_TrumpTurned_Fragment) | ({
            __typename: 'TurnPassed';
        } & import("../types/operations.js").Event_TurnPassed_Fragment)>;
        game: ({
            __typename: 'Game';
        } & import("../types/operations.js").GameFragment);
    }>;
    /** Stop waiting for the time to start the game. */
    stop(): void;
}

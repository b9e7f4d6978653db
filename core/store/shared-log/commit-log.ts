/**
 * Shared commit log: the five methods that a replicated log must offer so that several servers are one database.
 *
 * A log is an ordered list of records. It may take a record that it is offered again; it never loses one that it has
 * acknowledged, never changes their order, and shows every server the same.
 */

/** Position of a record: greater than those before it, not necessarily by one. 0: before all. */
export type Position = number;

export interface LogRecord {
	readonly position: Position;
	readonly bytes: Uint8Array;
}

export interface CommitLog {
	/** The longest record that the log takes, in bytes. */
	readonly mostRecordBytes: number;
	/**
	 * Appends a record. Repeats until the log has answered; `id` names the record, so that a log can tell a repetition
	 * (`recordId`).
	 *
	 * @returns when the record will never be lost
	 * @throws LogFailure if the log refuses the record, or is closed
	 */
	append(bytes: Uint8Array, id: string): Promise<Position>;
	/**
	 * Calls `take` for each record after a position, in order, each once, until the log is closed.
	 *
	 * @throws LogFailure if records after the position have been trimmed; later failures go to `failed`
	 */
	follow(after: Position, take: (record: LogRecord) => void, failed: (reason: LogFailure) => void): Promise<void>;
	/**
	 * Position of the last record: none that was acknowledged before this was asked has a greater one.
	 *
	 * @throws LogFailure if it is closed
	 */
	tail(): Promise<Position>;
	/** Records up to a position are needed no more; `firstNeeded`: number of the first still needed of each author. */
	trim(upTo: Position, firstNeeded: ReadonlyMap<string, number>): Promise<void>;
	/** For how long the log has not answered, in milliseconds; 0: it has. */
	readonly silentMs: number;
	close(): Promise<void>;
}

/** Id of an author's record. Those of one author are in the order of their numbers. */
export function recordId(author: string, number: number): string {
	return `${author}/${String(number).padStart(12, "0")}`;
}

/** The log cannot be used: it was trimmed, is another one, or refuses records. */
export class LogFailure extends Error {
	override readonly name = "LogFailure";
}

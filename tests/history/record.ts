/**
 * History of transactions on append-only lists and on registers.
 *
 * Every value is written once, so that a read identifies the writer. A register is a list of which only the last
 * value can be read: a transaction that writes it has read the value that it replaces.
 */
export type Level = "read committed" | "repeatable read" | "serializable";

export type Operation =
	| { readonly act: "append"; readonly key: number; readonly value: number }
	/** `values`: all, in order. */
	| { readonly act: "read"; readonly key: number; readonly values: readonly number[] }
	/** A register: the value read, and the one written in its place; null: none was written. */
	| { readonly act: "replace"; readonly key: number; readonly seen: number; readonly value: number | null };

export interface Transaction {
	readonly id: number;
	readonly operations: readonly Operation[];
	readonly isCommitted: boolean;
	/** When it was begun and when its end was answered, by a clock that all servers share; absent in made histories. */
	readonly beganMs?: number;
	readonly endedMs?: number;
}

export interface History {
	readonly transactions: readonly Transaction[];
	/** The lists at the end, by key. */
	readonly lists: ReadonlyMap<number, readonly number[]>;
}

/** Named as Adya and Jepsen do. */
export type AnomalyKind =
	/** Writes of two transactions, each after the other. */
	| "G0"
	/** A value of a transaction that was rolled back. */
	| "G1a"
	/** A value that its transaction replaced itself. */
	| "G1b"
	/** Two transactions that have seen or overwritten each other. */
	| "G1c"
	/** A cycle with one anti-dependency (rw edge). */
	| "G-single"
	/** The same, where the reader has written nothing: its reads were no snapshot. */
	| "read skew"
	/** A cycle with several rw edges. */
	| "G2"
	/** Two transactions have replaced the same value. */
	| "lost update"
	/** A commit that was acknowledged before the transaction began was not seen: not in the order of real time. */
	| "stale read"
	/** A committed value is missing, or lists disagree on the order. */
	| "lost append";

export interface Anomaly {
	readonly kind: AnomalyKind;
	readonly sentence: string;
}

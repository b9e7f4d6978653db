/**
 * What was done and seen: transactions on lists that only grow, and on registers.
 *
 * In: nothing. Out: types. Every value that is written is written once, so that who reads it knows who wrote it. A
 * register is a list of which only the last value can be read: whoever writes it has read what he replaces.
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
}

export interface History {
	readonly transactions: readonly Transaction[];
	/** The lists at the end, by key. */
	readonly lists: ReadonlyMap<number, readonly number[]>;
}

/** Named as Adya and Jepsen do. */
export type AnomalyKind =
	/** Writes of two transactions, each behind the other. */
	| "G0"
	/** A value of a transaction that was undone. */
	| "G1a"
	/** A value that its transaction replaced itself. */
	| "G1b"
	/** Two transactions that have seen or overwritten each other. */
	| "G1c"
	/** A circle with one read of what another has replaced. */
	| "G-single"
	/** The same, where the reader has written nothing: its snapshot was none. */
	| "read skew"
	/** A circle with several such reads. */
	| "G2"
	/** Two have replaced the same value. */
	| "lost update"
	/** A value that was committed is nowhere, or lists don't agree on the order. */
	| "lost append";

export interface Anomaly {
	readonly kind: AnomalyKind;
	readonly sentence: string;
}

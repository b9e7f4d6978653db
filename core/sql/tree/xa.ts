/**
 * Syntax of distributed transactions: XA START, END, PREPARE, COMMIT, ROLLBACK, RECOVER.
 */
import type { ByteString } from "../../types/value/value.ts";

/** A transaction manager's name for a branch of its transaction. */
export interface Xid {
	readonly global: ByteString;
	readonly branch: ByteString;
	readonly format: number;
}

export interface XaStatement {
	readonly kind: "xa";
	readonly action: "start" | "end" | "prepare" | "commit" | "rollback" | "recover";
	/** Undefined for RECOVER only. */
	readonly xid?: Xid;
	/** COMMIT ONE PHASE, RECOVER CONVERT XID; START JOIN and RESUME, END SUSPEND. */
	readonly option?: "one phase" | "convert xid" | "join" | "resume" | "suspend" | "suspend for migrate";
}

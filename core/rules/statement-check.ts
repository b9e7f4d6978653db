/**
 * Hook statement: which statements may run that change something.
 *
 * Asked before a statement changes anything, or commits the open transaction, once its account's privileges are
 * checked; of statements that write rows before they are planned. Statements that only read, and those about the
 * session alone, are not asked about.
 */
import { type AnswerKinds, nothingOrRefusal } from "./answer.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";
import type { Settings } from "./setting/switch.ts";

/** A statement as written: nothing of it has been looked up. */
export interface StatementFacts {
	/** `drop-table`, `rename-table`, `create-user`, `grant`, `insert` ...: the statement's words. */
	readonly kind: string;
	/** The named objects, in the order of the text. */
	readonly objects: readonly StatementObject[];
	/** GRANT and REVOKE: in lower case, `all` for ALL PRIVILEGES. */
	readonly privileges: readonly string[];
	/** IF EXISTS or IF NOT EXISTS was written. */
	readonly conditional: boolean;
	/** TEMPORARY was written. */
	readonly temporary: boolean;
	/** The account that runs it: `root@localhost`. */
	readonly account: string;
	/** The session's current database. */
	readonly database: string | null;
}

/** An object that a statement names. */
export interface StatementObject {
	readonly type: "server" | "database" | "table" | "view" | "index" | "program" | "user" | "variable" | "connection";
	/** `user@host` of users; `*` of the server. */
	readonly name: string;
	/** Of tables, views and programs: as written, else the current one; null where there is none. */
	readonly database?: string | null;
	/** Of an index. */
	readonly table?: string;
	/** `renamed` and `made`: the old and the new name of RENAME; `on`: the level of GRANT and REVOKE. */
	readonly role: "made" | "changed" | "renamed" | "removed" | "read" | "on";
}

/** The question about a statement. */
export class StatementCheck extends Hook {
	static readonly hook: string = "statement";
	static override readonly answers: AnswerKinds = { ...Hook.answers, run: nothingOrRefusal };

	/** @returns a refusal, or undefined to run it */
	run(_statement: StatementFacts, _settings: Settings): Refusal | undefined {
		return undefined;
	}
}

/**
 * Statements of a workload: what an application or its migrations send, with the place that each comes from.
 */
import type { ByteString } from "../../core/index.ts";
import type { Series } from "./series.ts";

/**
 * `schema`: runs once, at the first stop. `traffic`: what the application sends at every stop. `migration`: as traffic,
 * but it may be moved before or behind an upgrade.
 */
export type Role = "schema" | "traffic" | "migration";

export interface WorkloadStatement {
	/** As it was given. */
	readonly file: string;
	/** Where the statement begins in the file, both from 1; columns count characters. */
	readonly line: number;
	readonly column: number;
	readonly role: Role;
	/** Statements of a session share its transaction and variables. */
	readonly session: string;
	/** UTF-8 bytes as the file has them; empty where the session ends. */
	readonly text: ByteString;
	/** The session ends here: COM_QUIT. */
	readonly quits?: true;
	/** The source says so elsewhere than in a statement: `use` of a Connect or Init DB line. It is not reported. */
	readonly implied?: true;
	/** Values of its `?`, as SQL literals. */
	readonly values?: readonly ByteString[];
	/** Why it is listed and not played: the source is ambiguous, or is no SQL. */
	readonly notJudged?: string;
	/** From an ignore comment: the finding is listed apart. */
	readonly ignored?: { readonly reason: string; readonly until?: string };
	/** How often the source counted it; a sample stands for so many. */
	readonly weight?: number;
}

/** Statements as read, and notes of what was changed on the way: `utf8mb3 read as utf8 in 3 statements`. */
export interface Workload {
	readonly statements: Series<WorkloadStatement>;
	readonly notes: readonly string[];
	/** The default database that the source names; sessions begin in it. */
	readonly database?: string;
}

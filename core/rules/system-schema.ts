/**
 * system-schema: what the database `mysql` of a new data directory looks like.
 *
 * In: nothing. Out: clauses for its CREATE statements, and how the table of accounts is shown over HTTP. Accounts
 * themselves are kept alike whatever the answers.
 */
import { type AnswerKinds, nothing, text, plainList, either } from "./answer.ts";
import type { ShownColumn } from "../catalog/shown-table.ts";
import { Hook } from "./hook.ts";

export type { ShownColumn } from "../catalog/shown-table.ts";

export class SystemSchema extends Hook {
	static readonly hook: string = "system-schema";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		databaseClause: text,
		tableClause: text,
		userColumns: either(nothing, plainList),
	};

	/** The clause of CREATE DATABASE mysql. */
	databaseClause(): string {
		return "DEFAULT CHARACTER SET utf8";
	}

	/** The charset clause of its tables. */
	tableClause(): string {
		return "DEFAULT CHARSET=utf8 COLLATE=utf8_bin";
	}

	/** The columns that the metadata record of `mysql.user` shows; undefined: those it has. */
	userColumns(): readonly ShownColumn[] | undefined {
		return undefined;
	}
}

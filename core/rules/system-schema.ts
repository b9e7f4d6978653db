/**
 * Hook system-schema: the database `mysql` of a new data directory.
 *
 * Accounts are stored alike whatever the answers.
 */
import { type AnswerKinds, nothing, text, plainList, either } from "./answer.ts";
import type { ShownColumn } from "../catalog/shown-table.ts";
import { Hook } from "./hook.ts";

export type { ShownColumn } from "../catalog/shown-table.ts";

/** Questions about the database `mysql`. */
export class SystemSchema extends Hook {
	static readonly hook: string = "system-schema";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		databaseClause: text,
		tableClause: text,
		userColumns: either(nothing, plainList),
	};

	/** @returns the clause of CREATE DATABASE mysql */
	databaseClause(): string {
		return "DEFAULT CHARACTER SET utf8";
	}

	/** @returns the charset clause of its tables */
	tableClause(): string {
		return "DEFAULT CHARSET=utf8 COLLATE=utf8_bin";
	}

	/** @returns the columns in the metadata record of `mysql.user`; undefined: those it has */
	userColumns(): readonly ShownColumn[] | undefined {
		return undefined;
	}
}

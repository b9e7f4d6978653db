/**
 * Hook diagnostics: texts of errors and warnings that are not refusals of rules.
 */
import { type AnswerKinds, nothingOrRefusal, yesOrNo, word } from "./answer.ts";
import type { ByteString } from "../types/value/value.ts";
import type { TypeName } from "../types/value/type.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";

/** Questions about texts of errors and warnings. */
export class Diagnostics extends Hook {
	static readonly hook: string = "diagnostics";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		existingTable: word,
		notesExistingTable: yesOrNo,
		wrongElement: nothingOrRefusal,
		ignoredDuplicate: nothingOrRefusal,
	};

	/** @returns the table's name in the error that it exists already */
	existingTable(_database: string, table: string): string {
		return table;
	}

	/** Decides whether CREATE TABLE IF NOT EXISTS records a note where the table exists. */
	notesExistingTable(): boolean {
		return true;
	}

	/**
	 * The error, or without strict mode the warning, for a value that is no element of an ENUM or SET.
	 * @returns undefined: 1265
	 */
	wrongElement(
		_type: TypeName,
		_value: ByteString,
		_column: string,
		_row: number,
		_isStrict: boolean,
	): Refusal | undefined {
		return undefined;
	}

	/** @returns the warning for a duplicate that UPDATE IGNORE skips; undefined: 1062 with the entry */
	ignoredDuplicate(): Refusal | undefined {
		return undefined;
	}
}

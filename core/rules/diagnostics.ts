/**
 * diagnostics: the words of errors and warnings that are not rules' own refusals.
 *
 * In: what an error is about. Out: its words, or nothing where MySQL's stand.
 */
import { type AnswerKinds, nothingOrRefusal, yesOrNo, word } from "./answer.ts";
import type { ByteString } from "../types/value.ts";
import type { TypeName } from "../types/type.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";

export class Diagnostics extends Hook {
	static readonly hook: string = "diagnostics";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		existingTable: word,
		notesExistingTable: yesOrNo,
		wrongElement: nothingOrRefusal,
		ignoredDuplicate: nothingOrRefusal,
	};

	/** The name that a table has in the error that says it exists already. */
	existingTable(_database: string, table: string): string {
		return table;
	}

	/** Does CREATE TABLE IF NOT EXISTS leave a note where the table exists? */
	notesExistingTable(): boolean {
		return true;
	}

	/** A value that is no element of an ENUM or SET, refused or (not strict) warned of; undefined: 1265. */
	wrongElement(
		_type: TypeName,
		_value: ByteString,
		_column: string,
		_row: number,
		_isStrict: boolean,
	): Refusal | undefined {
		return undefined;
	}

	/** The warning of a duplicate that UPDATE IGNORE passed over; undefined: 1062 with the entry. */
	ignoredDuplicate(): Refusal | undefined {
		return undefined;
	}
}

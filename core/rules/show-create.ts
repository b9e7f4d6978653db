/**
 * Hook show-create: the text of SHOW CREATE TABLE and VIEW, above all its charsets.
 */
import { type AnswerKinds, bytes, yesOrNo } from "./answer.ts";
import type { ColumnFacts, TableFacts } from "./facts.ts";
import type { ByteString } from "../types/value/value.ts";
import { Hook } from "./hook.ts";

/** Questions about SHOW CREATE TABLE. */
export class ShowCreate extends Hook {
	static readonly hook: string = "show-create";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		columnCharset: yesOrNo,
		tableText: bytes,
		viewText: bytes,
	};

	/**
	 * The text of SHOW CREATE TABLE, in UTF-8 bytes.
	 * @param text as the kernel prints it
	 */
	tableText(text: ByteString, _table: TableFacts): ByteString {
		return text;
	}

	/**
	 * The text of SHOW CREATE VIEW, in UTF-8 bytes.
	 * @param text as the kernel prints it
	 */
	viewText(text: ByteString, _name: string, _database: string): ByteString {
		return text;
	}

	/** Decides whether CHARSET and COLLATE of a column of a character type are printed. */
	columnCharset(_column: ColumnFacts, _table: TableFacts): boolean {
		return false;
	}
}

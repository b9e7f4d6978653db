/**
 * Hook show-create: charsets in SHOW CREATE TABLE.
 */
import { type AnswerKinds, yesOrNo } from "./answer.ts";
import type { ColumnFacts, TableFacts } from "./facts.ts";
import { Hook } from "./hook.ts";

/** Questions about SHOW CREATE TABLE. */
export class ShowCreate extends Hook {
	static readonly hook: string = "show-create";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		columnCharset: yesOrNo,
	};

	/** Decides whether CHARSET and COLLATE of a column of a character type are printed. */
	columnCharset(_column: ColumnFacts, _table: TableFacts): boolean {
		return false;
	}
}

/**
 * show-create: what SHOW CREATE TABLE prints of charsets.
 *
 * In: facts of a column of a character type and of its table. Out: whether its CHARSET and COLLATE are printed.
 */
import { type AnswerKinds, yesOrNo } from "./answer.ts";
import type { ColumnFacts, TableFacts } from "./facts.ts";
import { Hook } from "./hook.ts";

export class ShowCreate extends Hook {
	static readonly hook: string = "show-create";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		columnCharset: yesOrNo,
	};

	/** Is the column's charset printed? */
	columnCharset(_column: ColumnFacts, _table: TableFacts): boolean {
		return false;
	}
}

/**
 * table-definition: which tables may be.
 *
 * In: a table's columns and keys as a statement would make them. Out: nothing, or a refusal. Asked when all else
 * about the statement is decided; tables that are there already are not asked about until somebody changes them.
 */
import { type AnswerKinds, nothingOrRefusal, yesOrNo } from "./answer.ts";
import type { TableShape } from "./facts.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";

export class TableDefinition extends Hook {
	static readonly hook: string = "table-definition";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		create: nothingOrRefusal,
		limitsRows: yesOrNo,
		change: nothingOrRefusal,
	};

	/** CREATE TABLE, also LIKE and SELECT: may there be such a table? */
	create(_table: TableShape): Refusal | undefined {
		return undefined;
	}

	/**
	 * Is a row limited to 65,535 bytes, and to half a page of InnoDB's? Then 1118 is raised before anybody is asked
	 * about the table.
	 */
	limitsRows(): boolean {
		return true;
	}

	/** ALTER TABLE, CREATE INDEX and DROP INDEX: may the table become such a one? */
	change(_from: TableShape, _to: TableShape): Refusal | undefined {
		return undefined;
	}
}

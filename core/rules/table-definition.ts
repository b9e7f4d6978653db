/**
 * Hook table-definition: which table definitions are allowed.
 *
 * Asked when all other checks of a statement have passed. Existing tables are asked about only when they change.
 */
import { type AnswerKinds, nothingOrRefusal, yesOrNo } from "./answer.ts";
import type { TableShape } from "./facts.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";

/** Questions about the definition of a table. */
export class TableDefinition extends Hook {
	static readonly hook: string = "table-definition";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		create: nothingOrRefusal,
		limitsRows: yesOrNo,
		enforcesForeignKeys: yesOrNo,
		changesSilently: yesOrNo,
		change: nothingOrRefusal,
	};

	/**
	 * Decides whether CREATE TABLE, also LIKE and SELECT, may make such a table.
	 * @returns a refusal, or undefined to allow it
	 */
	create(_table: TableShape): Refusal | undefined {
		return undefined;
	}

	/**
	 * Decides whether rows are limited to 65,535 bytes and to half an InnoDB page; 1118 is raised before other
	 * questions about the table.
	 */
	limitsRows(): boolean {
		return true;
	}

	/**
	 * Decides whether, outside strict mode, a VARCHAR that is too long becomes a TEXT type and a plain key that is too
	 * long a prefix; else both are errors whatever the SQL mode.
	 */
	changesSilently(): boolean {
		return true;
	}

	/** Decides whether foreign keys are enforced; else they are only recorded, as with `foreign_key_checks = 0`. */
	enforcesForeignKeys(): boolean {
		return true;
	}

	/**
	 * Decides whether ALTER TABLE, CREATE INDEX and DROP INDEX may make such a table.
	 * @returns a refusal, or undefined to allow it
	 */
	change(_from: TableShape, _to: TableShape): Refusal | undefined {
		return undefined;
	}
}

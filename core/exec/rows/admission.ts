/**
 * What every value passes on its way into a row: may the column be NULL, and do the rules let the value in?
 *
 * In: a column and a value converted to its type. Out: the value that is stored; errors and warnings. One object
 * serves one statement. It refuses to know expressions and conversions.
 */
import type { Column } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import { isCharacterType } from "../../types/type.ts";
import { encodeText, type Value } from "../../types/value.ts";
import { currentTimestamp, zeroOf } from "./column-default.ts";
import type { Execution } from "../execution.ts";
import { checkedValue, type RowCheck, rowCheck } from "./row-check.ts";

/**
 * What NULL is for an AUTO_INCREMENT column: an id is `drawn` where a row is new; a row that is there is `refused`
 * it, as by any NOT NULL column; ON DUPLICATE KEY UPDATE takes it for `zero`.
 */
type MissingId = "drawn" | "refused" | "zero";

export class Admission {
	readonly #execution: Execution;
	/** NULL for a NOT NULL column is an error even where the statement isn't strict. */
	readonly #nullIsError: boolean;
	readonly #missingId: MissingId;
	/** By column; null: nothing to check. */
	#checks: Map<Column, RowCheck | null> | undefined;

	constructor(execution: Execution, nullIsError: boolean, missingId: MissingId = "drawn") {
		this.#execution = execution;
		this.#nullIsError = nullIsError || execution.strictWrite;
		this.#missingId = missingId;
	}

	admit(column: Column, value: Value): Value {
		if (value === null) {
			return column.nullable ? null : this.#withoutNull(column);
		}
		const check = this.checkOf(column);
		return check === null ? value : check(value);
	}

	/** The same for the only row: nothing is kept for the next one. */
	admitOnly(column: Column, value: Value): Value {
		if (value === null) {
			return column.nullable ? null : this.#withoutNull(column);
		}
		// Of what is no text only ENUM and SET are characters, and they have elements.
		const mayBeText = typeof value === "string" || column.type.elements.length > 0;
		return mayBeText && isCharacterType(column.type) ? checkedValue(column, value, this.#execution) : value;
	}

	/** What `admit` does with values that are not NULL; null: nothing. */
	checkOf(column: Column): RowCheck | null {
		if (!isCharacterType(column.type)) {
			return null;
		}
		let check = this.#checks?.get(column);
		if (check === undefined) {
			check = rowCheck(column, this.#execution) ?? null;
			this.#checks ??= new Map();
			this.#checks.set(column, check);
		}
		return check;
	}

	#withoutNull(column: Column): Value {
		if (column.record.generated !== undefined) {
			// A value will be generated.
			return null;
		}
		if (column.autoIncrement && this.#missingId !== "refused") {
			return this.#missingId === "drawn" ? null : 0;
		}
		if (column.type.name === "timestamp") {
			return currentTimestamp(column.type, this.#execution);
		}
		if (this.#nullIsError) {
			throw sqlError("badNull", encodeText(column.name));
		}
		this.#execution.warn("Warning", "badNull", encodeText(column.name));
		return zeroOf(column.type);
	}
}

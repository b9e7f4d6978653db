/**
 * Checks every value before it enters a row: NOT NULL, and the rules' checks of text. One object serves one
 * statement.
 */
import type { Column } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { isCharacterType } from "../../types/value/type.ts";
import { encodeText, type Value } from "../../types/value/value.ts";
import { currentTimestamp, zeroOf } from "./column-default.ts";
import type { Execution } from "../execution.ts";
import { checkedValue, type RowCheck, rowCheck } from "./row-check.ts";

/**
 * Meaning of NULL for an AUTO_INCREMENT column: `drawn`, an id is generated for a new row; `refused`, as for any NOT
 * NULL column of an existing row; `zero`, in ON DUPLICATE KEY UPDATE.
 */
type MissingId = "drawn" | "refused" | "zero";

export class Admission {
	readonly #execution: Execution;
	/** NULL in a NOT NULL column is an error even outside strict mode. */
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

	/** Like `admit`, for a single row: the check is not cached. */
	admitOnly(column: Column, value: Value): Value {
		if (value === null) {
			return column.nullable ? null : this.#withoutNull(column);
		}
		// Of non-text values only ENUM and SET are characters, and they have elements.
		const mayBeText = typeof value === "string" || column.type.elements.length > 0;
		return mayBeText && isCharacterType(column.type) ? checkedValue(column, value, this.#execution) : value;
	}

	/** Returns the check of non-NULL values; null: none. */
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

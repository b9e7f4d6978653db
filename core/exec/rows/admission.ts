/**
 * Checks every value before it enters a row: NOT NULL, and the rules' checks. One object serves one
 * statement.
 */
import type { Column } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { InsertCheck } from "../../rules/insert-check.ts";
import { isCharacterType, isSpatialType } from "../../types/value/type.ts";
import { encodeText, type Row, type Value } from "../../types/value/value.ts";
import { currentTimestamp, zeroOf } from "./column-default.ts";
import type { Execution } from "../execution.ts";
import { checkedValue, type RowCheck, rowCheck, valueCheck } from "./row-check.ts";

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
	/** A rule asks for values that are not text. */
	readonly #asksValues: boolean;
	/** By column, of NULL and of values that are not text; null: nothing to check. */
	#valueChecks: Map<Column, RowCheck | null> | undefined;
	readonly #defersNull: boolean;
	/** By column; null: nothing to check. */
	#checks: Map<Column, RowCheck | null> | undefined;

	/** `defersNull`: a BEFORE trigger may replace NULL, which is looked at after it (`settleNulls`). */
	constructor(execution: Execution, nullIsError: boolean, missingId: MissingId = "drawn", defersNull = false) {
		this.#execution = execution;
		this.#nullIsError = nullIsError || execution.strictWrite;
		this.#missingId = missingId;
		this.#asksValues = execution.book.isAnswered(InsertCheck, "value");
		this.#defersNull = defersNull;
	}

	admit(column: Column, value: Value): Value {
		if (value === null) {
			return this.#admitNull(column);
		}
		const check = this.checkOf(column);
		return check === null ? value : check(value);
	}

	/** Like `admit`, for a single row: the check is not cached. */
	admitOnly(column: Column, value: Value): Value {
		if (value === null) {
			return this.#admitNull(column);
		}
		// Of non-text values only ENUM and SET are characters, and they have elements.
		const mayBeText = typeof value === "string" || column.type.elements.length > 0;
		if (mayBeText && isCharacterType(column.type)) {
			return checkedValue(column, value, this.#execution);
		}
		const check = this.#asksValues ? this.#valueCheckOf(column) : null;
		return check === null ? value : check(value);
	}

	#admitNull(column: Column): Value {
		const value = column.nullable ? null : this.#withoutNull(column);
		if (value !== null || !this.#asksValues || column.autoIncrement || column.record.generated !== undefined) {
			return value;
		}
		const check = this.#valueCheckOf(column);
		return check === null ? null : check(null);
	}

	#valueCheckOf(column: Column): RowCheck | null {
		let check = this.#valueChecks?.get(column);
		if (check === undefined) {
			check = valueCheck(column, this.#execution) ?? null;
			this.#valueChecks ??= new Map();
			this.#valueChecks.set(column, check);
		}
		return check;
	}

	/** Returns the check of non-NULL values; null: none. */
	checkOf(column: Column): RowCheck | null {
		if (!isCharacterType(column.type)) {
			return this.#asksValues ? this.#valueCheckOf(column) : null;
		}
		let check = this.#checks?.get(column);
		if (check === undefined) {
			check = rowCheck(column, this.#execution) ?? null;
			this.#checks ??= new Map();
			this.#checks.set(column, check);
		}
		return check;
	}

	/** Checks a row whose NULLs were deferred. */
	settleNulls(columns: readonly Column[], row: Row): void {
		for (const column of columns) {
			if (row[column.offset] === null && !column.nullable) {
				row[column.offset] = this.#replaceNull(column);
			}
		}
	}

	#withoutNull(column: Column): Value {
		return this.#defersNull ? null : this.#replaceNull(column);
	}

	#replaceNull(column: Column): Value {
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
		if (this.#nullIsError || isSpatialType(column.type)) {
			throw sqlError("badNull", encodeText(column.name));
		}
		this.#execution.warn("Warning", "badNull", encodeText(column.name));
		return zeroOf(column.type);
	}
}

/**
 * Set of rows in which NULL is unknown: whether one is equal to a row, none is, or one is but for NULLs.
 */
import type { Value } from "../../types/value/value.ts";

/** Columns whose NULLs are noted in one integer. */
export const widestRow = 30;

export function keyed(value: Value, keyOf: (value: Value) => Value): Value {
	return value === null ? null : keyOf(value);
}

/** Which columns are NULL, one bit each. */
function nullsOf(row: readonly Value[]): number {
	return row.reduce<number>((bits, value, at) => (value === null ? bits | (1 << at) : bits), 0);
}

/** One text of the columns that a mask leaves. */
function joined(row: readonly Value[], without: number): string {
	let text = "";
	row.forEach((value, at) => {
		if ((without & (1 << at)) === 0) {
			const part = String(value);
			text += `${typeof value === "string" ? "s" : "n"}${part.length}:${part}`;
		}
	});
	return text;
}

/** Rows by their NULL columns, and sets of what they have in the columns that neither side leaves NULL. */
export class RowSet {
	readonly #byNulls = new Map<number, (readonly Value[])[]>();
	readonly #sets = new Map<string, ReadonlySet<string>>();

	add(row: readonly Value[]): void {
		const nulls = nullsOf(row);
		const rows = this.#byNulls.get(nulls);
		rows === undefined ? this.#byNulls.set(nulls, [row]) : rows.push(row);
	}

	/** 1: equal to a row; NULL: different from none but by NULLs; 0: different from all. */
	holds(row: readonly Value[]): Value {
		const own = nullsOf(row);
		let isUnknown = false;
		for (const nulls of this.#byNulls.keys()) {
			if (this.#set(nulls, own | nulls).has(joined(row, own | nulls))) {
				if ((own | nulls) === 0) {
					return 1;
				}
				isUnknown = true;
			}
		}
		return isUnknown ? null : 0;
	}

	#set(nulls: number, without: number): ReadonlySet<string> {
		const name = `${nulls} ${without}`;
		let set = this.#sets.get(name);
		if (set === undefined) {
			set = new Set(this.#byNulls.get(nulls)!.map((row) => joined(row, without)));
			this.#sets.set(name, set);
		}
		return set;
	}
}

/**
 * Rows of VALUES in a parameterized statement: one plan for any number of rows whose literals were lifted out.
 *
 *     plan     values (?0, ?1), (?2, default)          two forms, of two parameters and of one
 *     rows     (1, 'a'), (2, 'b'), (3, default)        forms 0 0 1; values 1 'a' 2 'b' 3
 */
import type { RowReader } from "../sql/parameterize/row-reader.ts";
import type { TypedValue } from "../types/evaluation/evaluation.ts";
import type { SqlType } from "../types/value/type.ts";
import type { Value } from "../types/value/value.ts";

/** A parameter whose value differs from row to row. */
export interface RowParameter extends TypedValue {
	readonly type: SqlType;
	value: Value;
}

/** The parameters of a statement; `rows` is set where the first of them represent rows. */
export interface ParameterList extends ReadonlyArray<TypedValue> {
	rows?: ValuesRows;
}

export class ValuesRows {
	readonly count: number;
	readonly #formOf: Uint8Array;
	readonly #reader: RowReader;
	/** The first parameter of each form. */
	readonly #firsts: readonly number[];
	readonly #parameters: readonly RowParameter[];
	#at = 0;

	/**
	 * `formOf`: the forms of the first `count` rows; `widths`: the literals of a row of each form; `parameters`: those
	 * of all forms.
	 */
	constructor(
		count: number,
		formOf: Uint8Array,
		reader: RowReader,
		widths: readonly number[],
		parameters: readonly RowParameter[],
	) {
		this.count = count;
		this.#formOf = formOf;
		this.#reader = reader;
		this.#firsts = widths.map((_, form) => widths.slice(0, form).reduce((sum, width) => sum + width, 0));
		this.#parameters = parameters;
	}

	/** Called before the first row, and before a statement is tried again. */
	rewind(): void {
		this.#at = 0;
		this.#reader.rewind();
	}

	/** Advances to the next row and returns its form. */
	next(): number {
		const form = this.#formOf[this.#at++]!;
		this.#reader.read(form, this.#parameters, this.#firsts[form]!);
		return form;
	}
}

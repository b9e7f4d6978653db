/**
 * LIMIT and OFFSET: closes its input after the last row, unless SQL_CALC_FOUND_ROWS counts all of them.
 */
import type { RowSource } from "../row-source.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import type { Execution, Operator, Operators } from "../execution.ts";
import type { Limit } from "../../plan/tree/query-plan.ts";

/** Returns a LIMIT number; beyond the safe integer range it means all. Error 1210 for a negative parameter. */
export function limitOf(compiled: Compiled, row: Row, execution: Execution): number {
	const value = Number(compiled(row, execution) ?? 0);
	if (value < 0) {
		throw sqlError("wrongArguments", "EXECUTE");
	}
	return Number.isFinite(value) ? value : Number.MAX_SAFE_INTEGER;
}

export function limitOperator({ input, count, offset, countAll }: Limit, operators: Operators): Operator {
	const operator = operators.of(input);
	const { execution } = operators;
	const [readCount, readOffset] = [compile(count), offset && compile(offset)];
	return {
		open(base) {
			const skip = readOffset === undefined ? 0 : limitOf(readOffset, base, execution);
			const wanted = limitOf(readCount, base, execution);
			const found = countAll
				? (total: number) => {
						operators.foundRows = total;
					}
				: undefined;
			return new LimitSource(operator.open(base), skip, skip + wanted, found);
		},
	};
}

class LimitSource implements RowSource {
	readonly #input: RowSource;
	readonly #from: number;
	readonly #to: number;
	readonly #found: ((total: number) => void) | undefined;
	#seen = 0;

	/** `found`: receives the total number of rows. */
	constructor(input: RowSource, from: number, to: number, found: ((total: number) => void) | undefined) {
		this.#input = input;
		this.#from = from;
		this.#to = to;
		this.#found = found;
	}

	next(): MaybePromise<Row[] | null> {
		for (;;) {
			if (this.#seen >= this.#to && this.#found === undefined) {
				this.#input.close();
				return null;
			}
			const batch = this.#input.next();
			if (batch instanceof Promise) {
				return batch.then((arrived) => {
					const rows = this.#within(arrived);
					return rows === undefined ? this.next() : rows;
				});
			}
			if (batch === null) {
				this.#within(batch);
				return null;
			}
			const rows = this.#within(batch);
			if (rows !== undefined) {
				return rows;
			}
		}
	}

	close(): void {
		this.#input.close();
	}

	/** Returns the wanted rows of a batch; undefined: none, read on. */
	#within(batch: Row[] | null): Row[] | null | undefined {
		if (batch === null) {
			this.#found?.(this.#seen);
			return null;
		}
		const start = this.#seen;
		this.#seen += batch.length;
		if (this.#seen <= this.#from || start >= this.#to) {
			return undefined;
		}
		const [from, to] = [Math.max(0, this.#from - start), Math.min(batch.length, this.#to - start)];
		if (from === 0 && to === batch.length) {
			return batch;
		}
		return to > from ? batch.slice(from, to) : undefined;
	}
}

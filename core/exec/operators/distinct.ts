/**
 * DISTINCT and UNION: duplicate elimination; the first of equal rows is returned.
 *
 * UNION converts the rows of its parts to common types first (`union-part.ts`). Equality is that of the columns'
 * collations. Beyond memory, `spill/distinct-rows.ts` spills to disk.
 */
import { groupKey } from "../../types/compare/comparison.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator, Operators } from "../execution.ts";
import { joinedKey } from "./group-key.ts";
import { blankRow, ChangedSource, type RowSource } from "../row-source.ts";
import { DistinctRows, placeSorter } from "../spill/distinct-rows.ts";
import { runGivingWay } from "../../async/cooperative-task.ts";
import { unionPart } from "./union-part.ts";
import type { Distinct, UnionNode } from "../../plan/tree/query-plan.ts";

/** Returns a reader of the duplicate key of the first columns. */
function keyReader(types: readonly SqlType[]): (row: Row) => Value {
	const keys = types.map(groupKey);
	return (row) => {
		const first = row[0]!;
		return keys.length === 1
			? first === null
				? null
				: keys[0]!(first)
			: joinedKey(keys.map((keyOf, at) => (row[at] === null ? null : keyOf(row[at]!))));
	};
}

export function distinctOperator({ input, types }: Distinct, operators: Operators): Operator {
	const operator = operators.of(input);
	const keyOf = keyReader(types);
	return { open: (base) => new DistinctSource(operator.open(base), keyOf, operators.execution) };
}

/** Streams new rows, then those whose uniqueness was decided at the end. */
class DistinctSource implements RowSource {
	readonly #input: RowSource;
	readonly #execution: Execution;
	readonly #rows: DistinctRows;
	/** Undefined until the input ends. */
	#rest: RowSource | undefined;

	constructor(input: RowSource, keyOf: (row: Row) => Value, execution: Execution) {
		this.#execution = execution;
		this.#rows = new DistinctRows(keyOf, execution);
		this.#input = new ChangedSource(input, (batch) => batch.filter((row) => this.#rows.offer(row)));
	}

	next(): MaybePromise<Row[] | null> {
		return this.#rest === undefined ? after(this.#input.next(), (batch) => batch ?? this.#end()) : this.#rest.next();
	}

	close(): void {
		this.#input.close();
		this.#rest?.close();
		this.#rows.close();
	}

	#end(): MaybePromise<Row[] | null> {
		if (!this.#rows.hasRest) {
			this.#rows.close();
			return null;
		}
		const sorter = placeSorter(this.#execution);
		return after(runGivingWay(this.#execution, this.#rows.settle(sorter)), () => {
			this.#rest = sorter.source();
			return this.#rest.next();
		});
	}
}

export function unionOperator({ parts, types, distinctParts }: UnionNode, operators: Operators): Operator {
	const opened = parts.map(({ plan, from }) => {
		const operator = operators.of(plan.node);
		const convert = unionPart(from, types, operators.execution);
		return (): RowSource => {
			const source = operator.open(blankRow(plan.width));
			return convert === undefined ? source : new ChangedSource(source, (batch) => batch.map(convert));
		};
	});
	const keyOf = keyReader(types);
	return {
		open() {
			const once = opened.slice(0, distinctParts);
			const all = opened.slice(distinctParts);
			const { execution } = operators;
			return new Concatenated(
				once.length === 0
					? all
					: [() => new DistinctSource(new Concatenated(once, execution), keyOf, execution), ...all],
				execution,
			);
		},
	};
}

/** Opened before others are served. */
const partsInTurn = 16;

class Concatenated implements RowSource {
	readonly #parts: readonly (() => RowSource)[];
	readonly #execution: Execution;
	#at = 0;
	#current: RowSource | undefined;

	constructor(parts: readonly (() => RowSource)[], execution: Execution) {
		this.#parts = parts;
		this.#execution = execution;
	}

	next(): MaybePromise<Row[] | null> {
		for (;;) {
			if (this.#current === undefined) {
				const open = this.#parts[this.#at];
				if (open === undefined) {
					return null;
				}
				this.#at++;
				const turn = this.#at % partsInTurn === 0 ? this.#execution.giveWay() : undefined;
				if (turn instanceof Promise) {
					return turn.then(() => {
						this.#current = open();
						return this.next();
					});
				}
				this.#current = open();
			}
			const batch = this.#current.next();
			if (batch instanceof Promise) {
				return batch.then((rows) => rows ?? this.#nextPart());
			}
			if (batch !== null) {
				return batch;
			}
			this.#current = undefined;
		}
	}

	close(): void {
		this.#current?.close();
		this.#at = this.#parts.length;
		this.#current = undefined;
	}

	#nextPart(): MaybePromise<Row[] | null> {
		this.#current = undefined;
		return this.next();
	}
}

/**
 * Distinct and union: rows that are there once.
 *
 * In: inputs of like columns. Out: the first of equal rows. A union brings its parts' values to common types first.
 * Equal is what the columns' collations call equal. It refuses to spill: the keys of all rows are in memory.
 */
import { groupKey } from "../types/comparison.ts";
import { converter, identity } from "../types/conversion.ts";
import type { SqlType } from "../types/type.ts";
import type { Answer } from "../store/store.ts";
import type { Row } from "../types/value.ts";
import type { Distinct, UnionNode } from "../plan/node.ts";
import type { Execution, RowSource } from "./execution.ts";
import { joinedKey } from "./group-key.ts";
import { blankRow, ChangedSource, type Operator, type Operators } from "./operator.ts";

/** Tells of each row whether it is new. */
function newRows(types: readonly SqlType[]): (row: Row) => boolean {
	const keys = types.map(groupKey);
	const seen = new Set<unknown>();
	return (row) => {
		const first = row[0]!;
		const key = keys.length === 1
			? (first === null ? null : keys[0]!(first))
			: joinedKey(keys.map((keyOf, at) => (row[at] === null ? null : keyOf(row[at]!))));
		const { size } = seen;
		return seen.add(key).size > size;
	};
}

export function distinctOperator({ input, types }: Distinct, operators: Operators): Operator {
	const operator = operators.of(input);
	return {
		open(base) {
			const isNew = newRows(types);
			return new ChangedSource(operator.open(base), (batch) => batch.filter(isNew));
		},
	};
}

export function unionOperator({ parts, types, distinctParts }: UnionNode, operators: Operators): Operator {
	const opened = parts.map(({ plan, from }) => {
		const operator = operators.of(plan.node);
		const convert = rowConverter(from, types, operators.execution);
		return (): RowSource => {
			const source = operator.open(blankRow(plan.width));
			return convert === undefined ? source : new ChangedSource(source, (batch) => batch.map(convert));
		};
	});
	return {
		open() {
			const isNew = newRows(types);
			return new Concatenated(opened.map((open, at) => () =>
				at < distinctParts ? new ChangedSource(open(), (batch) => batch.filter(isNew)) : open()));
		},
	};
}

/** undefined: nothing has to be converted. */
function rowConverter(from: readonly SqlType[], to: readonly SqlType[], execution: Execution): ((row: Row) => Row) | undefined {
	const converters = from.map((type, at) => converter(type, to[at]!));
	if (converters.every((convert) => convert === identity)) {
		return undefined;
	}
	return (row) => row.map((value, at) => (value === null ? null : converters[at]!(value, execution)));
}

/** Sources one after the other. */
class Concatenated implements RowSource {
	readonly #parts: (() => RowSource)[];
	#current: RowSource | undefined;

	constructor(parts: readonly (() => RowSource)[]) {
		this.#parts = [...parts];
	}

	next(): Answer<Row[] | null> {
		for (;;) {
			this.#current ??= this.#parts.shift()?.();
			if (this.#current === undefined) {
				return null;
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
		this.#parts.length = 0;
		this.#current = undefined;
	}

	#nextPart(): Answer<Row[] | null> {
		this.#current = undefined;
		return this.next();
	}
}

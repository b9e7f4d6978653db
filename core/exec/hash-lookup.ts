/**
 * Rows kept in a hash table, to be looked up again and again: the inner side of a join without an index, and tables of
 * a subquery that runs for many outer rows.
 *
 * In: an input that does not depend on the row it is opened with, read once a statement. Out: for each row it is opened
 * with, that row extended by those whose keys equal its probes; without keys, by all. It refuses to spill: the whole
 * input is kept in memory.
 */
import { compile, compileCondition } from "../plan/compile.ts";
import { operandOf, type BoundExpression } from "../plan/bound.ts";
import type { HashLookup } from "../plan/node.ts";
import { converted } from "../functions/definition.ts";
import type { Compiled } from "../functions/function.ts";
import { groupKey } from "../types/comparison.ts";
import type { SqlType } from "../types/type.ts";
import type { Answer } from "../store/store.ts";
import type { Row, Value } from "../types/value.ts";
import { after } from "./answer.ts";
import { joinedKey } from "./group-key.ts";
import { blankRow, drain, LateSource, type Operator, type Operators } from "./operator.ts";
import { eachRow } from "./waiting.ts";

const none: readonly Row[] = [];

export function hashLookupOperator(node: HashLookup, operators: Operators): Operator {
	const { execution } = operators;
	const table = new HashTable(node, operators);
	const probes = keyParts(node.probes, node.types);
	const holds = node.condition && compileCondition(node.condition);
	const { firstSlot, endSlot } = node;
	const all = (base: Row): Answer<readonly Row[]> => after(table.fill(base.length), () => {
		const rows: Row[] = [];
		const found = probes.length === 0 ? table.rows : table.find(keyOf(probes, base, execution));
		return after(eachRow(found as Row[], (inner) => {
			const row = base.slice();
			for (let slot = firstSlot; slot < endSlot; slot++) {
				row[slot] = inner[slot - firstSlot]!;
			}
			if (holds === undefined || holds(row, execution)) {
				rows.push(row);
			}
		}), () => rows);
	});
	return { open: (base) => new LateSource(() => all(base)), all };
}

interface KeyPart {
	readonly compiled: Compiled;
	readonly key: (value: Value) => Value;
}

function keyParts(expressions: readonly BoundExpression[], types: readonly SqlType[]): KeyPart[] {
	return expressions.map((expression, at) => ({
		compiled: converted(compile(expression), operandOf(expression), types[at]),
		key: groupKey(types[at]!),
	}));
}

/** null: a part is NULL, which equals nothing. */
function keyOf(parts: readonly KeyPart[], row: Row, execution: Operators["execution"]): Value {
	if (parts.length === 1) {
		const value = parts[0]!.compiled(row, execution);
		return value === null ? null : parts[0]!.key(value);
	}
	const values: Row = [];
	for (const { compiled, key } of parts) {
		const value = compiled(row, execution);
		if (value === null) {
			return null;
		}
		values.push(key(value));
	}
	return joinedKey(values);
}

class HashTable {
	/** The kept slots of every row, where there are no keys. */
	readonly rows: Row[] = [];
	readonly #node: HashLookup;
	readonly #operators: Operators;
	readonly #keys: readonly KeyPart[];
	readonly #byKey = new Map<Value, Row[]>();
	#filled: Promise<void> | boolean = false;

	constructor(node: HashLookup, operators: Operators) {
		this.#node = node;
		this.#operators = operators;
		this.#keys = keyParts(node.keys, node.types);
	}

	/** `width`: of the rows that the input fills slots of. */
	fill(width: number): Answer<void> {
		if (this.#filled === true) {
			return;
		}
		if (this.#filled === false) {
			const { firstSlot, endSlot, input } = this.#node;
			const source = this.#operators.of(input).open(blankRow(width));
			const filled = after(drain(source, (batch) => eachRow(batch, (row) => {
				const key = this.#keys.length === 0 ? 0 : keyOf(this.#keys, row, this.#operators.execution);
				if (key !== null) {
					this.#add(key, row.slice(firstSlot, endSlot));
				}
			})), () => {
				this.#filled = true;
			});
			this.#filled = filled instanceof Promise ? filled : true;
		}
		return this.#filled === true ? undefined : this.#filled;
	}

	find(key: Value): readonly Row[] {
		return key === null ? none : (this.#byKey.get(key) ?? none);
	}

	#add(key: Value, row: Row): void {
		if (this.#keys.length === 0) {
			this.rows.push(row);
			return;
		}
		const others = this.#byKey.get(key);
		if (others === undefined) {
			this.#byKey.set(key, [row]);
		} else {
			others.push(row);
		}
	}
}

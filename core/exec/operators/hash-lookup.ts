/**
 * Hash join, build and probe side: an uncorrelated input in a hash table, probed once per outer row.
 *
 * Serves joins without an index, and tables of a subquery that runs for many outer rows. The input is read once a
 * statement. Without keys all rows match. Beyond memory rows are stored on disk (`spill/lookup-table.ts`,
 * `spill/row-list.ts`).
 */
import type { Operator, Operators } from "../execution.ts";
import { compile, compileCondition } from "../../plan/compile/compile.ts";
import { operandOf, type BoundExpression } from "../../plan/tree/bound-expression.ts";
import { converted } from "../../functions/definition/definition.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import { groupKey } from "../../types/compare/comparison.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { joinedKey } from "./group-key.ts";
import { blankRow, drain, rowsInBatch } from "../row-source.ts";
import { LookupTable } from "../spill/lookup-table.ts";
import { type RowList, rowList } from "../spill/row-list.ts";
import { runGivingWay } from "../../async/cooperative-task.ts";
import { eachRow, eachRowUntilFull, retrying } from "../../async/suspension.ts";
import type { HashLookup } from "../../plan/tree/query-plan.ts";

/** Matches that are returned in one piece, as a multiple of a batch. */
const batchesAtOnce = 4;
/** Above this the event loop may have to run: the caller yields row by row. */
const rowsInTurn = 128;

export function hashLookupOperator(node: HashLookup, operators: Operators): Operator {
	const { execution } = operators;
	const table = new HashTable(node, operators);
	const probes = keyParts(node.probes, node.types);
	const extended = extending(node, execution);
	/** Evaluated before the build: a probe with a subquery may wait and is then retried. */
	const probed = (base: Row): MaybePromise<Value> =>
		retrying(() => (probes.length === 0 ? 0 : keyOf(probes, base, execution)));
	return {
		open: (base) => {
			const most = rowsInBatch(base.length);
			let rows: Iterator<Row> | undefined;
			const next = (): MaybePromise<Row[] | null> => {
				const batch: Row[] = [];
				for (let found = rows!.next(); found.done !== true; found = rows!.next()) {
					if (batch.push(found.value) >= most) {
						break;
					}
				}
				return batch.length === 0
					? null
					: after(execution.giveWay(), () => after(extended(base, batch), (made) => (made.length > 0 ? made : next())));
			};
			return {
				next: () =>
					rows !== undefined
						? next()
						: after(table.fill(base.length), () =>
								after(probed(base), (key) => {
									rows = table.rows(key)[Symbol.iterator]();
									return next();
								}),
							),
				close: () => {
					rows = [][Symbol.iterator]();
				},
			};
		},
		all: (base) =>
			after(table.fill(base.length), () =>
				after(probed(base), (key) => {
					const rows = table.kept(key);
					if (rows === undefined || rows.length > batchesAtOnce * rowsInBatch(base.length)) {
						return undefined;
					}
					return rows.length <= rowsInTurn
						? extended(base, rows)
						: after(execution.giveWay(), () => extended(base, rows));
				}),
			),
	};
}

/** Extends the base row by matching rows that meet the condition. */
function extending(
	{ condition, firstSlot, endSlot }: HashLookup,
	execution: Operators["execution"],
): (base: Row, found: readonly Row[]) => MaybePromise<Row[]> {
	const holds = condition && compileCondition(condition);
	return (base, found) => {
		const rows: Row[] = [];
		return after(
			eachRow(
				found,
				(inner) => {
					const row = base.slice();
					for (let slot = firstSlot; slot < endSlot; slot++) {
						row[slot] = inner[slot - firstSlot]!;
					}
					if (holds === undefined || holds(row, execution)) {
						rows.push(row);
					}
				},
				execution,
			),
			() => rows,
		);
	};
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

/** Returns null if a part is NULL, which equals nothing. */
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

/** Rows by key; without keys a list. */
class HashTable {
	readonly #node: HashLookup;
	readonly #operators: Operators;
	readonly #keys: readonly KeyPart[];
	readonly #byKey: LookupTable;
	readonly #list: RowList<Row>;
	#filled: Promise<void> | boolean = false;

	constructor(node: HashLookup, operators: Operators) {
		this.#node = node;
		this.#operators = operators;
		this.#keys = keyParts(node.keys, node.types);
		this.#byKey = new LookupTable(operators.execution);
		this.#list = rowList(operators.execution, true);
	}

	/** `width`: of the rows whose slots the input fills. */
	fill(width: number): MaybePromise<void> {
		if (this.#filled === true) {
			return;
		}
		if (this.#filled === false) {
			const { input } = this.#node;
			const { execution } = this.#operators;
			const source = this.#operators.of(input).open(blankRow(width));
			const read = drain(source, (batch) => this.#take(batch));
			const filled = after(
				after(read, () => runGivingWay(execution, this.#byKey.settle())),
				() => {
					this.#filled = true;
				},
			);
			this.#filled = filled instanceof Promise ? filled : true;
		}
		return this.#filled === true ? undefined : this.#filled;
	}

	/** Returns the matches of a key if they are in memory. */
	kept(key: Value): readonly Row[] | undefined {
		return this.#keys.length === 0 ? this.#list.kept : key === null ? [] : this.#byKey.kept(key);
	}

	rows(key: Value): Iterable<Row> {
		return this.#keys.length === 0 ? this.#list : key === null ? [] : this.#byKey.rows(key);
	}

	#take(batch: readonly Row[]): MaybePromise<void> {
		const { execution } = this.#operators;
		const { firstSlot, endSlot } = this.#node;
		return eachRowUntilFull(
			batch,
			(row) => {
				if (this.#keys.length === 0) {
					this.#list.add(row.slice(firstSlot, endSlot));
					return false;
				}
				const key = keyOf(this.#keys, row, execution);
				return key !== null && this.#byKey.add(key, row.slice(firstSlot, endSlot));
			},
			() => runGivingWay(execution, this.#byKey.relieving()),
			execution,
		);
	}
}

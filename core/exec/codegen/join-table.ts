/**
 * The right side of a join, kept by key.
 *
 * In: its rows, once a run. Out: for a key the first row that has it, and from each row the next. It refuses to
 * spill: a run that keeps too much gives way to the general path, which can.
 *
 *     key ──► number ──► firsts[number] ──► row 7 ──► nexts[7] ──► row 2 ──► 0: no more
 *
 * The first rows are kept as they are, all further ones as bytes, which are read where they find a partner: that
 * costs 0.2 us, and rows that live on cost pauses, see ../spill/README.md.
 */
import { converted } from "../../functions/definition.ts";
import type { Compiled } from "../../functions/function.ts";
import { operandOf } from "../../plan/tree/bound-expression.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { MaybePromise } from "../../store/store.ts";
import { groupKey } from "../../types/compare/comparison.ts";
import type { Integer, Row, Value } from "../../types/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { joinedKey } from "../operators/group-key.ts";
import { blankRow, drainWhile } from "../row-source.ts";
import { KeyNumbers } from "../spill/key-numbers.ts";
import { NumberedRows } from "../spill/numbered-rows.ts";
import { eachRow } from "../../async/suspension.ts";
import { densityOfArrays, type Part } from "./fused-run.ts";
import type { HashJoin } from "./hash-join.ts";
import { IntegerTable } from "./integer-table.ts";

interface KeyPart {
	readonly compiled: Compiled;
	readonly key: (value: Value) => Value;
}

/** What a row takes that is kept as it is, besides its values. */
const rowBytes = 96;
/** So many are. */
const mostPlain = 1 << 14;

export class JoinTable implements Part {
	/** From 1; the row 0 is one of NULLs. */
	readonly #rows: Row[];
	/** Those behind them. */
	readonly #further = new NumberedRows();
	readonly nexts: number[] = [0];
	/** By number of the key. */
	readonly firsts: number[] = [];
	/** Numbers of keys, where they are whole numbers; else they are found in `#numbers`. */
	readonly integers: IntegerTable | undefined;
	readonly #numbers = new KeyNumbers();
	readonly #join: HashJoin;
	readonly #keys: readonly KeyPart[];
	/** Of keys that several rows have. */
	readonly #lasts = new Map<number, number>();
	#plainBytes = 0;
	isCut = false;

	constructor(join: HashJoin, isInteger: boolean) {
		this.#join = join;
		this.#rows = [blankRow(join.endSlot - join.firstSlot)];
		this.integers = isInteger ? new IntegerTable(false) : undefined;
		this.#keys = join.keys.map((key, at) => ({
			compiled: converted(compile(key), operandOf(key), join.types[at]),
			key: groupKey(join.types[at]!),
		}));
	}

	get bytes(): number {
		return (
			this.#plainBytes +
			this.#further.bytes +
			this.#numbers.bytes +
			(this.integers?.bytes ?? 0) +
			16 * this.nexts.length
		);
	}

	close(): void {
		this.#further.close();
		this.#numbers.close();
	}

	row(at: number): Row {
		return at < mostPlain ? this.#rows[at]! : this.#further.row(at - mostPlain);
	}

	/** To its end, or until it keeps more than it may: then the run is given up. */
	fill(execution: Execution, base: Row): MaybePromise<void> {
		const { input, firstSlot, endSlot } = this.#join;
		const source = execution.operators!.of(input).open(blankRow(base.length));
		const allowance = execution.scratch.allowance(densityOfArrays);
		let counted = 0;
		const filled = drainWhile(source, (batch) =>
			after(
				eachRow(batch, (row) => {
					const key = keyOf(
						this.#keys.map(({ compiled }) => compiled(row, execution)),
						this.#keys,
					);
					if (key !== null) {
						this.#add(key, row.slice(firstSlot, endSlot));
					}
				}),
				() => {
					const more = this.bytes - counted;
					counted = this.bytes;
					this.isCut = !allowance.take(more);
					return !this.isCut;
				},
			),
		);
		// From here on the run counts it among all that it keeps.
		return after(filled, () => allowance.release());
	}

	/** The number of a key that is no whole number, or -1. */
	find(values: Row): number {
		const key = keyOf(values, this.#keys);
		return key === null ? -1 : this.#numbers.find(key);
	}

	#add(key: Value, row: Row): void {
		const number = this.#numberOf(key);
		const at = this.nexts.push(0) - 1;
		if (at < mostPlain) {
			this.#rows.push(row);
			this.#plainBytes += rowBytes + 24 * row.length;
		} else {
			this.#further.add(row);
		}
		const first = this.firsts[number];
		if (first === undefined) {
			this.firsts[number] = at;
			return;
		}
		// Behind the others, so that partners come in their order: the last one is kept beside the first.
		this.nexts[this.#lasts.get(number) ?? first] = at;
		this.#lasts.set(number, at);
	}

	#numberOf(key: Value): number {
		const { integers } = this;
		if (integers !== undefined) {
			const found = integers.find(key as Integer);
			return found >= 0 ? found : typeof key === "bigint" ? integers.beyond(key) : integers.add(key as number);
		}
		return this.#numbers.number(key);
	}
}

/** null: a part is NULL, which equals nothing. */
function keyOf(values: Row, parts: readonly KeyPart[]): Value {
	if (values.includes(null)) {
		return null;
	}
	const keys = values.map((value, at) => parts[at]!.key(value));
	return keys.length === 1 ? keys[0]! : joinedKey(keys);
}

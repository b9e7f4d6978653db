/**
 * Build side of a hash join: rows in memory, chained by key.
 *
 *     key ──► number ──► firsts[number] ──► row 7 ──► nexts[7] ──► row 2 ──► 0: no more
 *
 * It does not spill: a run that exceeds memory falls back to the general path, which does.
 *
 * Why: the first rows are stored as objects, all further ones as bytes and decoded on a match, because surviving
 * objects cause garbage collection pauses (see ../spill/README.md). Measured: decoding costs 0.2 us a match.
 */
import { converted } from "../../functions/definition/definition.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import { operandOf } from "../../plan/tree/bound-expression.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { groupKey } from "../../types/compare/comparison.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
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

/** Bytes of a row object besides its values. */
const rowBytes = 96;
/** Maximum number of row objects. */
const mostPlain = 1 << 14;

export class JoinTable implements Part {
	/** From 1; row 0 is all NULL. */
	readonly #rows: Row[];
	/** The rows after them, as bytes. */
	readonly #further = new NumberedRows();
	readonly nexts: number[] = [0];
	/** By key number. */
	readonly firsts: number[] = [];
	/** Numbers of integer keys; other keys are in `#numbers`. */
	readonly integers: IntegerTable | undefined;
	readonly #numbers = new KeyNumbers();
	readonly #join: HashJoin;
	readonly #keys: readonly KeyPart[];
	/** The last row of each key that has several. */
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

	/** Reads the build side to its end, or until it exceeds memory: then the run is abandoned. */
	fill(execution: Execution, base: Row): MaybePromise<void> {
		const { input, firstSlot, endSlot } = this.#join;
		const source = execution.operators!.of(input).open(blankRow(base.length));
		const allowance = execution.scratch.allowance(densityOfArrays);
		let counted = 0;
		const filled = drainWhile(source, (batch) =>
			after(
				eachRow(
					batch,
					(row) => {
						const key = keyOf(
							this.#keys.map(({ compiled }) => compiled(row, execution)),
							this.#keys,
						);
						if (key !== null) {
							this.#add(key, row.slice(firstSlot, endSlot));
						}
					},
					execution,
				),
				() => {
					const more = this.bytes - counted;
					counted = this.bytes;
					this.isCut = !allowance.take(more);
					return !this.isCut;
				},
			),
		);
		// From here on the run accounts for its memory.
		return after(filled, () => allowance.release());
	}

	/** Returns the number of a non-integer key, or -1. */
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
		// Appended to the chain, so that matches keep their order.
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

/** Returns null if a part is NULL, which equals nothing. */
function keyOf(values: Row, parts: readonly KeyPart[]): Value {
	if (values.includes(null)) {
		return null;
	}
	const keys = values.map((value, at) => parts[at]!.key(value));
	return keys.length === 1 ? keys[0]! : joinedKey(keys);
}

/**
 * GROUP BY as a generated loop: scan, decode, filter, group and accumulate without creating rows.
 *
 * Not for WITH ROLLUP or expressions that may wait; these run in `group.ts`. If the groups exceed memory, the general
 * operator starts over and spills.
 *
 * Why: general operators create an array and call a closure per expression for every row. Lower bound: `fusion.ts`.
 *
 * Measured: rows of 100 bytes in blocks, ns a row including page reads: sum with a filter 35, group by an integer 45;
 * closures 600.
 */
import type { RowSource } from "../row-source.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator } from "../execution.ts";
import type { NumberList } from "../spill/number-list.ts";
import { NumberedRows } from "../spill/numbered-rows.ts";
import { runGivingWay, type CooperativeTask } from "../../async/cooperative-task.ts";
import { aggregateCode, type AggregatePlace } from "./aggregate-codegen.ts";
import type { ResultPart } from "./aggregate-part.ts";
import { ExpressionCode } from "./expression-codegen.ts";
import { groupOrder } from "./group-order.ts";
import { type FusedRun, type Program, stepThrough } from "./fused-run.ts";
import { type Fused, fusedOrNone } from "./fusion.ts";
import { keySource, numberText } from "./key-codegen.ts";
import { LoopCode } from "./loop-codegen.ts";
import type { PageLoop } from "./page-loop.ts";
import { sourceReader } from "./page-source.ts";
import { lookedUpBy, pipelineOf, type Pipeline } from "./pipeline.ts";
import { openPipeline } from "./pipeline-codegen.ts";
import type { Group } from "../../plan/tree/query-plan.ts";

const batchRows = 512;

interface GroupProgram extends Program {
	readonly aggregates: readonly AggregatePlace[];
	/** Stored columns of each group's first row; undefined: a single group. */
	readonly first: KeptPlace | undefined;
}

/** The part that stores rows, and the position of each slot that later operators read. */
interface KeptPlace {
	readonly part: number;
	readonly places: readonly number[];
}

export function fusedGroup(node: Group, general: () => Operator, execution: Execution): Operator | undefined {
	return fusedOrNone(node, () => fusedOf(node), general, execution);
}

function fusedOf(node: Group): Fused<GroupProgram> | undefined {
	const expressions = [
		...node.keys,
		...node.aggregates.flatMap(({ operands, order }) => [...operands, ...order.map((key) => key.expression)]),
	];
	const pipeline = node.rollup ? undefined : pipelineOf(node.input, expressions);
	return (
		pipeline && {
			source: sourceReader(pipeline.table),
			write: () => writeGroups(node, pipeline),
			lookedUp: lookedUpBy(pipeline),
			run: (program, run, loop, base) => groups(node, program, run, loop, base),
		}
	);
}

function writeGroups(node: Group, pipeline: Pipeline): GroupProgram {
	const loop = new LoopCode();
	const expressions = new ExpressionCode(loop);
	openPipeline(pipeline, expressions);
	if (node.keys.length === 0) {
		const first = node.kept.length === 0 ? undefined : keepFirst(node, expressions, "0", []);
		const aggregates = node.aggregates.map((aggregate) => aggregateCode(aggregate, undefined, expressions));
		return { ...loop.build(), aggregates, first };
	}
	const keys = node.keys.map((key) => keySource(key, undefined, expressions));
	const values = keys.map(({ term }) => expressions.textOf(term));
	const { number } = numberText(keys, expressions);
	const first = keepFirst(node, expressions, number, values);
	const aggregates = node.aggregates.map((aggregate) => aggregateCode(aggregate, number, expressions));
	return { ...loop.build(), aggregates, first };
}

/** Stores a new group's row, its keys first. A column that is a key is stored once. */
function keepFirst({ kept }: Group, expressions: ExpressionCode, number: string, keys: readonly string[]): KeptPlace {
	const { loop } = expressions;
	const { name, at } = loop.part(() => new NumberedRows());
	const values = [...keys];
	const places = kept.map((column) => {
		const text = expressions.textOf(expressions.value(column));
		const key = values.indexOf(text);
		return key >= 0 ? key : values.push(text) - 1;
	});
	loop.line(`if (${number} === ${name}.count) {`);
	loop.line(`${name}.add([${values.join(", ")}]);`);
	loop.line(`run.begin(${number}); ${loop.reload}`);
	loop.line("}");
	return { part: at, places };
}

function groups(
	node: Group,
	program: GroupProgram,
	run: FusedRun,
	loop: PageLoop,
	base: Row,
): MaybePromise<RowSource | undefined> {
	run.grow(0);
	if (node.keys.length === 0) {
		run.begin(0);
	}
	let isWithin = true;
	const goesOn = (): boolean => {
		isWithin = run.isWithin;
		return isWithin;
	};
	const read = loop.run((page) => stepThrough(program, page, run, goesOn));
	return after(read, () => {
		if (!isWithin) {
			loop.close();
			return undefined;
		}
		const rows = new GroupRows(node, program, run, base);
		return after(runGivingWay(run.execution, rows.settle()), () => rows);
	});
}

/** The groups as rows, created on request. */
class GroupRows implements RowSource {
	readonly #node: Group;
	readonly #program: GroupProgram;
	readonly #run: FusedRun;
	readonly #base: Row;
	readonly #first: NumberedRows | undefined;
	readonly #count: number;
	#order: NumberList | undefined;
	#at = 0;

	constructor(node: Group, program: GroupProgram, run: FusedRun, base: Row) {
		this.#node = node;
		this.#program = program;
		this.#run = run;
		this.#base = base;
		this.#first = program.first === undefined ? undefined : (run.parts[program.first.part] as NumberedRows);
		this.#count = node.keys.length === 0 ? 1 : this.#first!.count;
	}

	/** Runs after the last row of the table. */
	*settle(): CooperativeTask {
		for (const { part } of this.#program.aggregates) {
			yield* (this.#run.parts[part] as ResultPart).settle?.() ?? [];
		}
		this.#order = yield* groupOrder(
			this.#node,
			this.#count,
			(number) => this.#first?.row(number) ?? [],
			this.#run.execution,
		);
	}

	next(): MaybePromise<Row[] | null> {
		return after(this.#at === 0 ? undefined : this.#run.execution.giveWay(), () => {
			const batch: Row[] = [];
			while (this.#at < this.#count && batch.length < batchRows) {
				batch.push(this.#row(this.#order?.at(this.#at) ?? this.#at));
				this.#at++;
			}
			if (batch.length > 0) {
				return batch;
			}
			this.close();
			return null;
		});
	}

	close(): void {
		this.#at = this.#count;
		this.#run.release();
	}

	#row(number: number): Row {
		const row = this.#base.slice();
		const { kept, keySlots } = this.#node;
		// The single group of an empty input has no first row.
		const values = number < (this.#first?.count ?? 0) ? this.#first!.row(number) : undefined;
		for (let at = 0; values !== undefined && at < kept.length; at++) {
			row[kept[at]!.slot] = values[this.#program.first!.places[at]!]!;
		}
		for (let at = 0; at < keySlots.length; at++) {
			row[keySlots[at]!] = values![at]!;
		}
		for (const { part, slot } of this.#program.aggregates) {
			row[slot] = (this.#run.parts[part] as ResultPart).result(number);
		}
		return row;
	}
}

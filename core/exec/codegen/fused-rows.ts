/**
 * Filter and projection of a table as a generated loop, and SELECT DISTINCT of it.
 *
 * Rows are returned page by page, so a LIMIT reads little more than it needs. If DISTINCT exceeds memory, the general
 * operator takes over: it returns rows in the same order, and those already returned are skipped.
 *
 * Why: rows that fail the condition are never created. Lower bound: `fusion.ts`.
 */
import type { RowSource } from "../row-source.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator } from "../execution.ts";
import { ExpressionCode } from "./expression-codegen.ts";
import type { FusedRun, Program } from "./fused-run.ts";
import { fusedOperator } from "./fusion.ts";
import { numberText, type KeySource } from "./key-codegen.ts";
import { LoopCode } from "./loop-codegen.ts";
import type { PageLoop } from "./page-loop.ts";
import { sourceReader } from "./page-source.ts";
import { lookedUpBy, mayBePaged, pipelineOf, type Pipeline } from "./pipeline.ts";
import { openPipeline } from "./pipeline-codegen.ts";
import type { Distinct, Project } from "../../plan/tree/query-plan.ts";

interface RowsProgram extends Program {
	readonly out: number;
}

class Out {
	rows: Row[] = [];
	/** Distinct rows so far. */
	count = 0;
}

export function fusedProject(node: Project, general: () => Operator, execution: Execution): Operator | undefined {
	return fusedRows(node, { input: node.input, expressions: node.expressions, types: undefined }, general, execution);
}

export function fusedDistinct(node: Distinct, general: () => Operator, execution: Execution): Operator | undefined {
	const { input, types } = node;
	return input.kind === "project" && input.expressions.length === types.length
		? fusedRows(node, { input: input.input, expressions: input.expressions, types }, general, execution)
		: undefined;
}

interface Wanted {
	readonly input: Project["input"];
	readonly expressions: readonly BoundExpression[];
	/** Column types for DISTINCT. */
	readonly types: readonly SqlType[] | undefined;
}

function fusedRows(
	node: Project | Distinct,
	wanted: Wanted,
	general: () => Operator,
	execution: Execution,
): Operator | undefined {
	const pipeline = mayBePaged(wanted.input) ? pipelineOf(wanted.input, wanted.expressions) : undefined;
	return (
		pipeline &&
		fusedOperator<RowsProgram>(
			node,
			{
				source: sourceReader(pipeline.table),
				write: () => writeRows(wanted, pipeline),
				lookedUp: lookedUpBy(pipeline),
				run: (program, run, loop, base) => new PagedRows(program, run, loop, () => general().open(base)),
			},
			general,
			execution,
		)
	);
}

function writeRows({ expressions: wanted, types }: Wanted, pipeline: Pipeline): RowsProgram {
	const loop = new LoopCode();
	const expressions = new ExpressionCode(loop);
	const { name, at } = loop.part(() => new Out());
	openPipeline(pipeline, expressions);
	const terms = wanted.map((expression) => expressions.value(expression));
	if (types !== undefined) {
		const keys = terms.map((term, key): KeySource => ({ term, type: types[key]! }));
		const { number } = numberText(keys, expressions);
		loop.line(`if (${number} !== ${name}.count) continue;`);
		loop.line(`${name}.count++;`);
	}
	loop.line(`${name}.rows.push([${terms.map((term) => expressions.textOf(term)).join(", ")}]);`);
	return { ...loop.build(), out: at };
}

class PagedRows implements RowSource {
	readonly #program: RowsProgram;
	readonly #run: FusedRun;
	readonly #loop: PageLoop;
	readonly #general: () => RowSource;
	#handedOver = 0;
	/** Rows returned before the general operator took over. */
	#skipped = 0;
	#instead: RowSource | undefined;

	constructor(program: RowsProgram, run: FusedRun, loop: PageLoop, general: () => RowSource) {
		this.#program = program;
		this.#run = run;
		this.#loop = loop;
		this.#general = general;
	}

	next(): MaybePromise<Row[] | null> {
		if (this.#instead !== undefined) {
			return this.#rest(this.#instead);
		}
		const out = this.#run.parts[this.#program.out] as Out;
		let isWithin = true;
		const read = this.#loop.run((page) => {
			this.#program.step(page, this.#run);
			isWithin = this.#run.isWithin;
			return isWithin && out.rows.length === 0;
		});
		return after(read, () => {
			const { rows } = out;
			out.rows = [];
			this.#handedOver += rows.length;
			if (!isWithin) {
				this.#loop.close();
				this.#run.release();
				this.#instead = this.#general();
			}
			if (rows.length > 0) {
				return rows;
			}
			if (!isWithin) {
				return this.next();
			}
			this.#run.release();
			return null;
		});
	}

	close(): void {
		this.#loop.close();
		this.#run.release();
		this.#instead?.close();
	}

	#rest(source: RowSource): MaybePromise<Row[] | null> {
		return after(source.next(), (batch) => {
			if (batch === null || this.#skipped >= this.#handedOver) {
				return batch;
			}
			const rows = batch.slice(this.#handedOver - this.#skipped);
			this.#skipped += batch.length;
			return rows.length > 0 ? rows : this.#rest(source);
		});
	}
}

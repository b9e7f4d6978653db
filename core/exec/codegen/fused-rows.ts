/**
 * Filter and projection of a table as a generated loop, and SELECT DISTINCT of it.
 *
 * Rows are returned page by page, so a LIMIT reads little more than it needs. If DISTINCT exceeds memory, the general
 * operator takes over: it returns rows in the same order, and those already returned are skipped.
 *
 * Why: rows that fail the condition are never created. Lower bound: `fusion.ts`.
 */
import { type RowSource, rowsInStep } from "../row-source.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Page } from "../../store/page/page.ts";
import { partOfPage } from "../../store/page/page-part.ts";
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
import { lookedUpBy, mayBePaged, mostColumns, pipelineOf, type Pipeline } from "./pipeline.ts";
import { openPipeline } from "./pipeline-codegen.ts";
import type { Distinct, Project } from "../../plan/tree/query-plan.ts";

interface RowsProgram extends Program {
	readonly out: number;
	/** Columns of a row. */
	readonly width: number;
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
	const isUsual = wanted.expressions.length <= mostColumns && mayBePaged(wanted.input);
	const pipeline = isUsual ? pipelineOf(wanted.input, wanted.expressions) : undefined;
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
	return { ...loop.build(), out: at, width: terms.length };
}

class PagedRows implements RowSource {
	readonly #program: RowsProgram;
	readonly #run: FusedRun;
	readonly #loop: PageLoop;
	readonly #general: () => RowSource;
	readonly #execution: Execution;
	/** Rows of a page in one step. */
	readonly #mostRows: number;
	/** A page of more rows than that, and the first of them that is not read. */
	#page: Page | undefined;
	#at = 0;
	/** The page, or its part, whose rows have more matches. */
	#paused: Page | undefined;
	#handedOver = 0;
	/** Rows returned before the general operator took over. */
	#skipped = 0;
	#instead: RowSource | undefined;

	constructor(program: RowsProgram, run: FusedRun, loop: PageLoop, general: () => RowSource) {
		this.#program = program;
		this.#run = run;
		this.#loop = loop;
		this.#general = general;
		this.#execution = run.execution;
		this.#mostRows = rowsInStep(program.width);
		run.mostMatches = Math.min(run.mostMatches, this.#mostRows);
	}

	next(): MaybePromise<Row[] | null> {
		if (this.#instead !== undefined) {
			return this.#further(this.#instead);
		}
		const out = this.#run.parts[this.#program.out] as Out;
		let isWithin = true;
		const step = (page: Page): boolean => {
			const part = this.#paused ?? this.#partOf(page);
			this.#program.step(part, this.#run);
			this.#paused = this.#run.isPaused ? part : undefined;
			isWithin = this.#run.isWithin;
			return isWithin && out.rows.length === 0 && this.#rest === undefined;
		};
		const page = this.#rest;
		const read: MaybePromise<unknown> =
			page === undefined ? this.#loop.run(step) : after(this.#execution.giveWay(), () => this.#loop.take(page, step));
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
			// The rest of a page had no row; further pages may have.
			if (!isWithin || page !== undefined || this.#rest !== undefined) {
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

	/** The rows of a page for one step; what it has beyond them is read on. */
	#partOf(page: Page): Page {
		const from = this.#at;
		const to = Math.min(from + this.#mostRows, page.count);
		const isLast = to === page.count;
		this.#page = isLast ? undefined : page;
		this.#at = isLast ? 0 : to;
		return isLast && from === 0 ? page : partOfPage(page, from, to);
	}

	/** Of the page at hand, what is left. */
	get #rest(): Page | undefined {
		return this.#paused ?? this.#page;
	}

	#further(source: RowSource): MaybePromise<Row[] | null> {
		return after(source.next(), (batch) => {
			if (batch === null || this.#skipped >= this.#handedOver) {
				return batch;
			}
			const rows = batch.slice(this.#handedOver - this.#skipped);
			this.#skipped += batch.length;
			return rows.length > 0 ? rows : this.#further(source);
		});
	}
}

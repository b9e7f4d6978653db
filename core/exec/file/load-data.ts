/**
 * LOAD DATA: writes the fields of a file as rows, one a line, as INSERT does.
 *
 * Nothing of the file stays in memory but the write set. Too few fields are 1261, too many 1262, NULL in a NOT NULL
 * column 1263: warnings, or errors in strict mode.
 */
import type { Column } from "../../catalog/table.ts";
import { catalogue, SqlError, sqlError } from "../../errors/catalogue.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { fault } from "../../types/print/fault.ts";
import { isSpatialType } from "../../types/value/type.ts";
import type { ByteString, Row, Value } from "../../types/value/value.ts";
import { encodeText } from "../../types/value/value.ts";
import { Admission } from "../rows/admission.ts";
import { mayReplaceNull } from "../write/row-triggers.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import type { ColumnAssignment } from "../rows/column-assignment.ts";
import { currentTimestamp, zeroOf } from "../rows/column-default.ts";
import type { Execution } from "../execution.ts";
import { packetLimit } from "../../functions/operand/text-operand.ts";
import { blankRow } from "../dml/insert-draft.ts";
import { InsertRun } from "../dml/insert-run.ts";
import type { StatementResult } from "../statement-result.ts";
import type { RowCheck } from "../rows/row-check.ts";
import { ignoreViolation } from "../write/ignorable-violation.ts";
import { retrying } from "../../async/suspension.ts";
import type { ByteSource } from "../file-access.ts";
import { FixedReader } from "./fixed-reader.ts";
import { LineReader } from "./line-reader.ts";
import type { FieldTarget, LoadPlan } from "./load-plan.ts";

const linesInStep = 16;
/** A line may have so many bytes, or a packet's. */
const usualLongest = 16 * 1024 * 1024;

export async function loadData(plan: LoadPlan, execution: Execution): Promise<StatementResult> {
	const run = new LoadRun(plan, execution);
	const source = plan.isLocal ? execution.files.openLocal(plan.path) : await execution.files.open(plan.path);
	try {
		await readLines(source, run, execution);
	} finally {
		await source.close();
	}
	return run.outcome();
}

async function readLines(source: ByteSource, run: LoadRun, execution: Execution): Promise<void> {
	for (;;) {
		const piece = await source.next();
		if (piece === null) {
			run.lines.finish();
			await run.writeLines();
			return;
		}
		run.lines.feed(piece);
		const written = run.writeLines();
		if (written instanceof Promise) {
			await written;
		}
		await execution.giveWay();
	}
}

class LoadRun {
	readonly lines: LineReader | FixedReader;
	readonly #plan: LoadPlan;
	readonly #execution: Execution;
	readonly #rows: InsertRun;
	readonly #admission: Admission;
	readonly #blank: Row;
	readonly #cells: readonly ColumnAssignment[];
	/** By target. */
	readonly #checks: readonly (RowCheck | null)[];
	#records = 0;
	/** Lines that IGNORE skips because they are no rows of the view: not counted. */
	#outsideView = 0;

	constructor(plan: LoadPlan, execution: Execution) {
		this.#plan = plan;
		this.#execution = execution;
		this.#rows = new InsertRun(plan, execution);
		this.#admission = new Admission(execution, false, "drawn", mayReplaceNull(plan.table, "insert"));
		this.#checks = plan.targets.map((target) =>
			target.kind === "column" ? this.#admission.checkOf(target.column) : null,
		);
		this.#blank = blankRow(plan.table, plan.omitted, execution);
		for (const target of plan.targets) {
			this.#setVariable(target, null);
		}
		this.#cells = plan.planCells();
		const { format, targets, linesToSkip, widths } = plan;
		const longest = Math.max(packetLimit(execution), usualLongest);
		this.lines =
			widths === undefined
				? new LineReader(format, targets.length, linesToSkip, longest)
				: new FixedReader(format, widths, linesToSkip, longest);
	}

	/** Writes all lines received so far. */
	writeLines(): MaybePromise<void> {
		while (this.lines.next() === "line") {
			this.#records++;
			this.#execution.rowNumber = this.#records;
			const written = this.#writeLine();
			// A piece of a megabyte may hold a million lines.
			const done = this.#records % linesInStep === 0 ? after(written, () => this.#execution.giveWay()) : written;
			if (done instanceof Promise) {
				return done.then(() => this.writeLines());
			}
		}
	}

	outcome(): StatementResult {
		const { copied, deleted, firstGenerated } = this.#rows.counts;
		const records = this.#records - this.#outsideView;
		return {
			kind: "ok",
			affectedRows: copied + deleted,
			insertId: 0,
			info:
				`Records: ${records}  Deleted: ${deleted}  Skipped: ${records - copied}  Warnings: ` +
				this.#execution.warningCount,
			...(firstGenerated === 0 ? {} : { generatedId: firstGenerated }),
		};
	}

	#writeLine(): MaybePromise<void> {
		const row = this.#rowOfLine();
		const assigned = this.#cells.length === 0 ? row : retrying(() => this.#assign(row));
		const written = assigned instanceof Promise ? assigned.then((done) => this.#write(done)) : this.#write(assigned);
		if (!this.lines.excess) {
			return written;
		}
		return after(written, () => fault(this.#execution, "tooManyFields", this.#records));
	}

	#write(row: Row): MaybePromise<void> {
		return this.#plan.ignore
			? attempt(
					() => this.#rows.write(row),
					(failure) => this.#leaveOut(failure),
				)
			: this.#rows.write(row);
	}

	#leaveOut(failure: unknown): void {
		ignoreViolation(failure, this.#execution);
		this.#outsideView += failure instanceof SqlError && failure.code === catalogue.viewCheckFailed[0] ? 1 : 0;
	}

	#rowOfLine(): Row {
		const { fields, count } = this.lines;
		const row = this.#blank.slice();
		const { targets } = this.#plan;
		for (let at = 0; at < targets.length; at++) {
			const target = targets[at]!;
			if (at >= count) {
				this.#missing(target, row);
			} else if (target.kind === "column") {
				const { column } = target;
				const field = fields[at]!;
				row[column.offset] =
					field === null ? this.#null(column) : this.#admitted(at, column, target.convert(field, this.#execution));
			} else {
				this.#setVariable(target, fields[at]!);
			}
		}
		return row;
	}

	#admitted(target: number, column: Column, value: Value): Value {
		const check = this.#checks[target]!;
		return value === null ? this.#admission.admit(column, null) : check === null ? value : check(value);
	}

	/** The line ended before this field. */
	#missing(target: FieldTarget, row: Row): void {
		this.#setVariable(target, null);
		if (target.kind !== "column") {
			return;
		}
		const { column } = target;
		fault(this.#execution, "tooFewFields", this.#records);
		if (!column.nullable && column.type.name === "timestamp") {
			row[column.offset] = currentTimestamp(column.type, this.#execution);
		} else if (isSpatialType(column.type)) {
			// No geometry is implied.
			if (!column.nullable) {
				throw sqlError("nullToNotNull", encodeText(column.name), this.#records);
			}
		} else if ((row[column.offset] === null) === (this.#plan.widths !== undefined)) {
			// Not the default, against the manual: only a NULL one is kept, and among fields of fixed size all others.
			row[column.offset] = zeroOf(column.type);
		}
	}

	#null(column: Column): Value {
		if (column.nullable || column.autoIncrement) {
			return null;
		}
		if (column.type.name === "timestamp") {
			return currentTimestamp(column.type, this.#execution);
		}
		const words = [encodeText(column.name), this.#records] as const;
		if (this.#execution.strictWrite || isSpatialType(column.type)) {
			throw sqlError("nullToNotNull", ...words);
		}
		this.#execution.warn("Warning", "nullToNotNull", ...words);
		return zeroOf(column.type);
	}

	#setVariable(target: FieldTarget, value: ByteString | null): void {
		if (target.kind === "variable") {
			this.#execution.session.setUserVariable(target.name, { type: this.#plan.fieldType, value });
		}
	}

	#assign(row: Row): Row {
		const assigned = row.slice();
		for (const { column, compute } of this.#cells) {
			assigned[column.offset] = this.#admission.admit(column, compute(assigned, this.#execution));
		}
		return assigned;
	}
}

/**
 * SELECT ... INTO OUTFILE and INTO DUMPFILE: writes a server file completely or not at all; counts its rows.
 *
 * DUMPFILE writes the values of one row without separators: 1172 for more rows.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { QueryPlan } from "../../plan/tree/query-plan.ts";
import { beginningOf } from "../../types/print/readable.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { openQuery } from "../query/open-query.ts";
import type { ByteTarget } from "../file-access.ts";
import { fileFormat } from "./format.ts";
import { linePrinter, type NoteLoss, type PrintLine, valuePrinter } from "./line-printer.ts";
import type { IntoTarget } from "../../sql/tree/into-target.ts";

type FileTarget = Exclude<IntoTarget, { kind: "variables" }>;

export async function selectIntoFile(
	into: FileTarget,
	plan: QueryPlan,
	execution: Execution,
): Promise<StatementResult> {
	const print =
		into.kind === "dumpfile"
			? dumpPrinter(plan)
			: linePrinter(plan.columns, fileFormat(into.fields ?? {}, "binary", execution.mode), lossNote(execution));
	const target = await execution.files.create(into.path);
	try {
		const count = await writeRows(plan, print, target, execution);
		await target.end();
		return done(count);
	} catch (failure) {
		await target.discard();
		throw failure;
	}
}

async function writeRows(plan: QueryPlan, print: PrintLine, target: ByteTarget, execution: Execution): Promise<number> {
	const source = openQuery(plan, execution);
	let count = 0;
	try {
		for (let batch = await source.next(); batch !== null; batch = await source.next()) {
			let lines = "";
			for (const row of batch) {
				count++;
				execution.rowNumber = count;
				lines += print(row);
			}
			await target.write(lines);
			await execution.giveWay();
		}
	} catch (failure) {
		source.close();
		throw failure;
	}
	return count;
}

/** 1366: a character that the file's charset does not have is written as `?`. */
function lossNote(execution: Execution): NoteLoss {
	return (column, rest) =>
		execution.warn("Warning", "wrongColumnValue", "string", beginningOf(rest), encodeText(column), execution.rowNumber);
}

function dumpPrinter({ columns }: QueryPlan): PrintLine {
	const printers = columns.map(({ type }) => valuePrinter(type, "binary"));
	let count = 0;
	return (row: Row) => {
		count++;
		if (count > 1) {
			throw sqlError("tooManyRows");
		}
		return row.map((value, at) => (value === null ? "" : printers[at]!(value))).join("");
	};
}

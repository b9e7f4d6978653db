/**
 * SELECT ... PROCEDURE ANALYSE(): returns a row per column of a query with its value range and a suggested type.
 *
 * Deprecated, as in MySQL. `analysed-column.ts` examines the values.
 */
import type { QueryPlan } from "../../plan/tree/query-plan.ts";
import { type ResultColumn, fixedColumn } from "../../plan/tree/result-column.ts";
import { sqlType } from "../../types/value/type.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { type AnalysedColumn, analysedColumn } from "./analysed-column.ts";
import type { Execution } from "../execution.ts";
import { answeredRows, type StatementResult } from "../statement-result.ts";
import { openQuery } from "../query/open-query.ts";
import type { Analyse } from "../../sql/tree/into-target.ts";

const text = sqlType("varchar", { length: 255, charset: "utf8", collation: "utf8_general_ci" });
const long = sqlType("longtext", { charset: "utf8", collation: "utf8_general_ci" });
const count = sqlType("bigint", { length: 11 });

export const analyseColumns: readonly ResultColumn[] = [
	fixedColumn("Field_name", text, false),
	fixedColumn("Min_value", text),
	fixedColumn("Max_value", text),
	fixedColumn("Min_length", count, false),
	fixedColumn("Max_length", count, false),
	fixedColumn("Empties_or_zeros", count, false),
	fixedColumn("Nulls", count, false),
	fixedColumn("Avg_value_or_avg_length", text, false),
	fixedColumn("Std", text),
	fixedColumn("Optimal_fieldtype", long, false),
];

export async function analyse(
	{ maximumElements, maximumBytes }: Analyse,
	plan: QueryPlan,
	execution: Execution,
): Promise<StatementResult> {
	execution.warn("Warning", "deprecatedWord", "PROCEDURE ANALYSE");
	const columns = plan.columns.map((column) => analysedColumn(column, maximumElements, maximumBytes));
	const source = openQuery(plan, execution);
	let rows = 0;
	try {
		for (;;) {
			const answer = source.next();
			const batch = answer instanceof Promise ? await answer : answer;
			if (batch === null) {
				break;
			}
			await execution.giveWay();
			rows += batch.length;
			for (const row of batch) {
				columns.forEach((column, at) => column.add(row[at]!));
			}
		}
	} finally {
		source.close();
	}
	return answeredRows(
		analyseColumns,
		columns.map((column, at) => report(column, plan.columns[at]!, rows)),
	);
}

function report(column: AnalysedColumn, { database, table, name, originalName }: ResultColumn, rows: number): Row {
	const { least, greatest, minimumLength, maximumLength, empties, nulls } = column;
	const called = table === "" ? name : [database, table, originalName].filter((part) => part !== "").join(".");
	return [
		encodeText(called),
		least,
		greatest,
		minimumLength,
		maximumLength,
		empties,
		nulls,
		column.average(rows),
		column.deviation(rows),
		`${column.fieldType(rows)}${nulls === 0 ? " NOT NULL" : ""}`,
	];
}

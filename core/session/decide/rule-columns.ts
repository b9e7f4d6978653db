/**
 * Result columns of EXPLAIN RULES.
 */
import { type ResultColumn, fixedColumn } from "../../plan/tree/result-column.ts";
import { sqlType } from "../../types/value/type.ts";

function column(name: string, length: number, nullable = false): ResultColumn {
	return fixedColumn(
		name,
		sqlType("varchar", { length, charset: "utf8mb4", collation: "utf8mb4_general_ci" }),
		nullable,
	);
}

export const ruleColumns: readonly ResultColumn[] = [
	column("hook", 64),
	column("question", 64),
	column("answer", 16383, true),
	column("rule", 128),
	column("origin", 256),
	column("since", 64, true),
	column("facts", 16383),
	column("passed_on_by", 1024, true),
];

/** Of several releases: those that give the answer come first; a statement may fail by no rule. */
export const releaseColumns: readonly ResultColumn[] = [
	column("releases", 1024),
	...ruleColumns.map((each) => ({ ...each, nullable: true })),
];

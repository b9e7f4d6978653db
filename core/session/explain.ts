/**
 * EXPLAIN: a statement planned and not run, as a table or as JSON.
 *
 * In: a statement that reads or writes rows. Out: MySQL's twelve columns, a row for each table reference. It refuses to know how
 * access is described (`plan/explain.ts`).
 */
import { sqlError } from "../errors.ts";
import { planDelete } from "../exec/delete.ts";
import { planInsert } from "../exec/insert-plan.ts";
import { answeredRows, type StatementOutcome } from "../exec/outcome.ts";
import { planUpdate } from "../exec/update.ts";
import { explainRows, explainTargets, type ExplainRow } from "../plan/explain.ts";
import type { Planning } from "../plan/planning.ts";
import type { ResultColumn } from "../plan/result-column.ts";
import type { Explain } from "../sql/tree/session.ts";
import { sqlType, type SqlType } from "../types/type.ts";
import { encodeText, type Row } from "../types/value.ts";

export function explain(statement: Explain, planning: Planning): StatementOutcome {
	const rows = rowsOf(statement.statement, planning);
	const format = statement.format?.toLowerCase() ?? "traditional";
	if (format === "json") {
		return answeredRows([column("EXPLAIN", text(4294967295))], [[encodeText(JSON.stringify(jsonOf(rows), undefined, 2))]]);
	}
	if (format !== "traditional") {
		throw sqlError("unknownExplainFormat", encodeText(statement.format ?? ""));
	}
	return answeredRows(columns, rows.map(tableRow));
}

function rowsOf(statement: Explain["statement"], planning: Planning): readonly ExplainRow[] {
	switch (statement.kind) {
		case "select":
		case "union":
			return explainRows(planning.planQuery(statement, planning));
		case "update":
			return explainTargets(planUpdate(statement, planning).targets, "UPDATE");
		case "delete":
			return explainTargets(planDelete(statement, planning).targets, "DELETE");
		case "insert": {
			const { table, query } = planInsert(statement, planning);
			const target: ExplainRow = {
				id: 1, selectType: statement.replace ? "REPLACE" : "INSERT", table: table.name, type: "ALL", possibleKeys: null, key: null, keyLength: null,
				ref: null, rows: null, filtered: null, extra: null,
			};
			return query === undefined ? [target] : [target, ...explainRows(query)];
		}
		default:
			throw sqlError("notSupportedYet", "EXPLAIN of this statement");
	}
}

function text(length: number): SqlType {
	return sqlType("varchar", { length, charset: "utf8", collation: "utf8_general_ci" });
}

function column(name: string, type: SqlType): ResultColumn {
	return {
		database: "", table: "", originalTable: "", name, originalName: name, type, nullable: true,
		primaryKey: false, uniqueKey: false, multipleKey: false, autoIncrement: false, noDefault: false,
	};
}

const columns: readonly ResultColumn[] = [
	column("id", sqlType("bigint", { length: 3 })), column("select_type", text(19)), column("table", text(64)), column("partitions", text(196)),
	column("type", text(10)), column("possible_keys", text(4096)), column("key", text(64)), column("key_len", text(4096)), column("ref", text(2048)),
	column("rows", sqlType("bigint", { length: 10 })), column("filtered", sqlType("double", { length: 5, scale: 2 })), column("Extra", text(255)),
];

function tableRow({ id, selectType, table, type, possibleKeys, key, keyLength, ref, rows, filtered, extra }: ExplainRow): Row {
	const words = [table, null, type, possibleKeys, key, keyLength, ref].map((word) => (word === null ? null : encodeText(String(word))));
	return [id, selectType, ...words, rows, filtered, extra === null ? null : encodeText(extra)];
}

function jsonOf(rows: readonly ExplainRow[]): object {
	const tables = rows.map(({ table, type, possibleKeys, key, keyLength, ref, rows: count, filtered, extra, selectType, id }) => ({
		select_id: id, select_type: selectType, table_name: table, access_type: type, possible_keys: possibleKeys, key, key_length: keyLength, ref,
		rows_examined_per_scan: count, filtered, message: extra,
	}));
	return { query_block: { select_id: 1, tables: tables.map((table) => Object.fromEntries(Object.entries(table).filter(([, value]) => value !== null))) } };
}

/**
 * CHECKSUM TABLE: a checksum of a table's rows that depends on neither their order nor their encoding.
 *
 * The result has a row for each table: `database.table` and the checksum, or NULL with a warning that gives the
 * reason. The checksum is the sum of row checksums, each over the checksums of the row's values in printed form, so
 * that a query computes it in one pass. QUICK would need a checksum stored with the table, which does not exist:
 * NULL.
 */
import { fold } from "../../catalog/identifier.ts";
import type { Table } from "../../catalog/table.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { sequentially } from "../../async/sequential.ts";
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { type ResultColumn, fixedColumn, fixedTextColumn } from "../../plan/tree/result-column.ts";
import { assertUniqueNames } from "../../plan/bind/table-name.ts";
import { createParser } from "../../sql/parse/index.ts";
import { printName } from "../../sql/print/index.ts";
import type { MaintainTable } from "../../sql/tree/session.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { sqlType } from "../../types/value/type.ts";
import { encodeText, type Row, type Value } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { evaluate } from "../data-statements/evaluate.ts";
import { refusalOf } from "../locks/opened-tables.ts";
import type { Query } from "../../sql/tree/expression.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

export const checksumColumns: readonly ResultColumn[] = [
	fixedTextColumn("Table", 128),
	fixedColumn("Checksum", sqlType("bigint", { length: 21 })),
];

export function checksumTables(
	{ tables, options = [] }: MaintainTable,
	conversation: SessionContext,
	planning: Planning,
	execution: Execution,
): MaybePromise<StatementResult> {
	assertUniqueNames(tables, planning.database);
	const rows: Row[] = [];
	const checksum = (name: TableName): MaybePromise<Value> =>
		options.includes("quick") ? null : checksumOf(name, conversation, planning, execution);
	return after(
		sequentially(tables, (name) =>
			after(
				checksum(name),
				(sum) => void rows.push([encodeText(`${name.database ?? planning.database}.${name.name}`), sum]),
			),
		),
		() => answeredRows(checksumColumns, rows),
	);
}

function checksumOf(
	written: TableName,
	conversation: SessionContext,
	planning: Planning,
	execution: Execution,
): MaybePromise<Value> {
	const { database = "", name } = written;
	const { warnings } = conversation;
	const refusal = refusalOf(written, "read", conversation, planning.schema);
	if (refusal !== undefined) {
		warnings.record({ level: "Error", code: refusal.code, message: refusal.bytes });
		return null;
	}
	const found = planning.schema.databases.get(fold(database === "" ? (planning.database ?? "") : database));
	const table = found?.tables.get(fold(name));
	const words = [encodeText(database === "" ? (planning.database ?? "") : database), encodeText(name)] as const;
	if (table === undefined) {
		if (found?.views.has(fold(name)) === true) {
			warnings.add("Error", "wrongObject", [...words, "BASE TABLE"]);
		} else {
			warnings.add("Error", "noSuchTable", words);
		}
		return null;
	}
	const query = createParser().parseFirst(checksumQuery(table), planning.parserMode).first?.statement as Query;
	return after(evaluate({ kind: "subquery", query }, planning, execution), ({ value }) => value);
}

/** Combines numbers only: values of all types and charsets have a numeric checksum. */
function checksumQuery({ database, name, columns }: Table): string {
	const values = columns.map((column) => `CRC32(QUOTE(CAST(${printName(column.name)} AS BINARY)))`);
	return (
		`SELECT IFNULL(SUM(CRC32(CONCAT_WS(',', ${values.join(", ")}))), 0) % 4294967296 FROM ` +
		`${printName(database)}.${printName(name)}`
	);
}

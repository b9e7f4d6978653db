/**
 * EXPLAIN: the plan of a statement, without running it.
 *
 * In: the statement and what planning may know. Out: MySQL's table of the plan (`plan/explain.ts`). It refuses other formats.
 */
import { sqlError } from "../errors.ts";
import { answeredRows, type StatementOutcome } from "../exec/outcome.ts";
import { explainRows, explainTargets, type ExplainRow } from "../plan/explain.ts";
import type { Planning } from "../plan/planning.ts";
import type { ResultColumn } from "../plan/result-column.ts";
import { planTargets } from "../plan/target.ts";
import type { Explain } from "../sql/tree/session.ts";
import { sqlType, type SqlType } from "../types/type.ts";
import { encodeText, type Row, type Value } from "../types/value.ts";

const text = (length: number): SqlType => sqlType("varchar", { length, charset: "utf8", collation: "utf8_general_ci" });
const number = sqlType("bigint", { length: 10, unsigned: true });

const columns: readonly (readonly [name: string, type: SqlType, read: (row: ExplainRow) => string | number | null])[] = [
	["id", number, (row) => row.id],
	["select_type", text(19), (row) => row.selectType],
	["table", text(64), (row) => row.table],
	["partitions", text(1024), () => null],
	["type", text(10), (row) => row.type],
	["possible_keys", text(4096), (row) => row.possibleKeys],
	["key", text(64), (row) => row.key],
	["key_len", text(4096), (row) => row.keyLength],
	["ref", text(2048), (row) => row.ref],
	["rows", number, (row) => row.rows],
	["filtered", sqlType("double", { scale: 2 }), (row) => row.filtered],
	["Extra", text(255), (row) => row.extra],
];

export const explainColumns: readonly ResultColumn[] = columns.map(([name, type]) => ({
	database: "", table: "", originalTable: "", name, originalName: "", type, nullable: name !== "select_type",
	primaryKey: false, uniqueKey: false, multipleKey: false, autoIncrement: false, noDefault: false,
}));

export function explain(statement: Explain, planning: Planning): StatementOutcome {
	if (statement.format !== undefined && statement.format !== "traditional") {
		throw sqlError("notSupportedYet", `EXPLAIN FORMAT=${encodeText(statement.format)}`);
	}
	return answeredRows(explainColumns, describe(statement, planning).map(valuesOf));
}

function describe({ statement }: Explain, planning: Planning): ExplainRow[] {
	switch (statement.kind) {
		case "select":
		case "union":
			return explainRows(planning.planQuery(statement, planning));
		case "update": {
			const { tables: from, where, orderBy, limit } = statement;
			return explainTargets(planTargets({ from, where, orderBy, limit }, planning), "UPDATE");
		}
		case "delete": {
			const { from, where, orderBy, limit, targets } = statement;
			return explainTargets(planTargets({ from, where, orderBy, limit, targets }, planning), "DELETE");
		}
		case "insert": {
			const inserted: ExplainRow = {
				id: 1, selectType: statement.replace ? "REPLACE" : "INSERT", table: statement.table.name, type: "ALL",
				possibleKeys: null, key: null, keyLength: null, ref: null, rows: null, filtered: null, extra: null,
			};
			return statement.query === undefined ? [inserted] : [inserted, ...explainRows(planning.planQuery(statement.query, planning))];
		}
		default:
			throw sqlError("notSupportedYet", "EXPLAIN of this statement");
	}
}

function valuesOf(row: ExplainRow): Row {
	return columns.map(([, , read]): Value => {
		const value = read(row);
		return typeof value === "string" ? encodeText(value) : value;
	});
}

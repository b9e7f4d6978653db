/**
 * ANALYZE, CHECK, OPTIMIZE and REPAIR TABLE, CACHE INDEX and LOAD INDEX: statistics, consistency check, or no-op.
 *
 * The result has a row for each table, as in MySQL. ANALYZE and OPTIMIZE sample all indexes again. CHECK walks rows
 * and index entries, as `verso check` does, and reports the first that are inconsistent. CACHE INDEX and LOAD INDEX
 * concern key caches, which InnoDB does not have; an unknown key cache is an error (1284).
 */
import { fold } from "../../catalog/identifier.ts";
import { leavesOf } from "../../catalog/partition-leaf.ts";
import type { Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { Findings } from "../../exec/check/report.ts";
import { checkTable } from "../../exec/check/table.ts";
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { type ResultColumn, fixedTextColumn } from "../../plan/tree/result-column.ts";
import { assertUniqueNames, findView, isThere } from "../../plan/bind/table-name.ts";
import { parsePartitioning } from "../../sql/parse/index.ts";
import type { PartNames } from "../../sql/tree/partitioning.ts";
import type { CacheAction, MaintainTable } from "../../sql/tree/session.ts";
import type { FastSnapshot } from "../../store/fast-store.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { checksumColumns } from "./checksum-table.ts";
import type { SessionContext } from "../api/session-context.ts";
import { eachNamedTable } from "../locks/named-tables.ts";
import { refusalOf } from "../locks/opened-tables.ts";

/** Inconsistencies reported of one table. */
const maximumTold = 10;

const columns = [
	fixedTextColumn("Table", 128),
	fixedTextColumn("Op", 10),
	fixedTextColumn("Msg_type", 10),
	fixedTextColumn("Msg_text", 512),
];

/** Returns the result columns for PREPARE. */
export function maintainColumns({ action }: MaintainTable): readonly ResultColumn[] {
	return action === "checksum" ? checksumColumns : columns;
}

export async function maintainTables(
	{ action, tables, partitions, cache }: MaintainTable,
	conversation: SessionContext,
	planning: Planning,
): Promise<StatementResult> {
	if (cache !== undefined && !conversation.server.globals.hasKeyCache(cache)) {
		throw sqlError("unknownKeyCache", encodeText(cache));
	}
	assertUniqueNames(tables, planning.database);
	const rows: Row[] = [];
	for (const table of tables) {
		const there = isThere(table, planning);
		const { database = planning.database ?? "", name } = table;
		const full = encodeText(`${database}.${name}`);
		const refusal =
			refusalOf(table, action === "optimize" || action === "repair" ? "write" : "read", conversation, planning.schema)
				?.bytes ??
			(there ? undefined : `Table '${full}' doesn't exist`) ??
			(action === "check" || findView(table, planning) === undefined
				? undefined
				: sqlError("wrongObject", encodeText(database), encodeText(name), "BASE TABLE").bytes);
		if (refusal !== undefined) {
			rows.push([full, action, "Error", refusal], [full, action, "status", "Operation failed"]);
			continue;
		}
		if (partitions !== undefined) {
			const complaint = await partitionComplaint(partitions, database, name, conversation);
			if (complaint !== undefined) {
				rows.push([full, action, "error", complaint]);
				continue;
			}
		}
		if (action === "analyze" || action === "optimize") {
			await renewStatistics(database, name, conversation);
		}
		if (action === "optimize") {
			rows.push(
				[
					full,
					action,
					"note",
					partitions === undefined
						? "Table does not support optimize, doing recreate + analyze instead"
						: "Table does not support optimize on partitions. All partitions will be rebuilt and analyzed.",
				],
				[full, action, "status", "OK"],
			);
		} else if (action === "repair" || isOfCache(action)) {
			rows.push([full, action, "note", `The storage engine for the table doesn't support ${action}`]);
		} else if (action === "check") {
			const view = findView(table, planning);
			const checked =
				view === undefined ? await checkedRows(database, name, conversation) : checkedView(view, planning);
			rows.push(...checked.map(([kind, message]) => [full, action, kind, message]));
		} else {
			rows.push([full, action, "status", "OK"]);
		}
	}
	return answeredRows(columns, rows);
}

function isOfCache(action: MaintainTable["action"]): action is CacheAction {
	return action === "assign_to_keycache" || action === "preload_keys";
}

/** Returns the message for an unknown partition name. */
async function partitionComplaint(
	names: PartNames,
	database: string,
	table: string,
	conversation: SessionContext,
): Promise<string | undefined> {
	let complaint: string | undefined;
	await withTable(database, table, conversation, (found) => {
		const { partitionText } = found.record;
		if (partitionText === undefined) {
			throw sqlError("unpartitionedTable");
		}
		const leaves = leavesOf(parsePartitioning(encodeText(partitionText))!);
		const known = new Set(leaves.flatMap(({ part, below }) => [fold(part.name), fold(below?.name ?? part.name)]));
		complaint =
			names !== "all" && names.some((name) => !known.has(fold(name)))
				? `Error in list of partitions to ${encodeText(`${database}.${found.name}`)}`
				: undefined;
	});
	return complaint;
}

/** A view has no statistics. */
function renewStatistics(database: string, name: string, conversation: SessionContext): Promise<void> {
	return withTable(database, name, conversation, (table) => conversation.server.statistics.renew(table));
}

type Checked = readonly (readonly [kind: string, message: string])[];

/** A view passes if all tables that it reads exist. */
function checkedView(view: View, planning: Planning): Checked {
	const missing = missingBehind(view, planning, []);
	return missing === undefined
		? [["status", "OK"]]
		: [
				["Error", missing],
				["Error", sqlError("viewInvalid", encodeText(view.database), encodeText(view.name)).bytes],
				["error", "Corrupt"],
			];
}

/** Returns the message for the first missing table of a view. */
function missingBehind(view: View, planning: Planning, outer: readonly View[]): string | undefined {
	const within = { ...planning, database: view.database };
	let missing: string | undefined;
	eachNamedTable(view.query, (table) => {
		const inner = findView(table, within);
		if (!isThere(table, within)) {
			missing ??= sqlError("noSuchTable", encodeText(table.database ?? view.database), encodeText(table.name)).bytes;
		} else if (inner !== undefined && !outer.includes(inner)) {
			missing ??= missingBehind(inner, planning, [...outer, view]);
		}
	});
	return missing;
}

async function checkedRows(database: string, name: string, conversation: SessionContext): Promise<Checked> {
	const findings = new Findings();
	await withTable(database, name, conversation, (table, snapshot) => checkTable(table, snapshot, findings));
	if (findings.isSound) {
		return [["status", "OK"]];
	}
	const found = findings
		.report(0, [])
		.findings.slice(0, maximumTold)
		.map(({ where, sentence }) => ["Warning", encodeText(`${where}: ${sentence}`)] as const);
	return [...found, ["error", "Corrupt"]];
}

/** Calls the step with the newest definition of the table; not for a view. */
async function withTable(
	database: string,
	name: string,
	{ server, temporary }: SessionContext,
	act: (table: Table, snapshot: FastSnapshot) => unknown,
): Promise<void> {
	const snapshot = server.store.snapshot();
	try {
		const schema = temporary.overlay(await server.schemas.at(snapshot));
		const table = schema.databases.get(fold(database))?.tables.get(fold(name));
		await (table === undefined ? undefined : act(table, snapshot));
	} finally {
		snapshot.release();
	}
}

/**
 * Prints statements about transactions, views and the session.
 */
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type {
	Begin,
	CachedIndexes,
	CommitStatement,
	CreateView,
	Describe,
	ExplainConnection,
	Flush,
	LockTables,
	MaintainTable,
	Rollback,
	SetTransaction,
} from "../tree/session.ts";
import { printAccount } from "./account.ts";
import { printName, printTableName, printText, printUserVariable } from "./name.ts";
import { list, parenthesised, type Printer, words } from "./printer.ts";
import { printNamedTable } from "./table-reference.ts";
import type { Explain, ExplainRules } from "../tree/statement.ts";
import type { Execute } from "../tree/prepared-statement.ts";

export function printBegin(node: Begin): ByteString {
	const characteristics = [
		...(node.consistentSnapshot ? ["WITH CONSISTENT SNAPSHOT"] : []),
		...(node.readOnly === undefined ? [] : [node.readOnly ? "READ ONLY" : "READ WRITE"]),
	];
	return words("START TRANSACTION", characteristics.join(", "));
}

export function printCommit(node: CommitStatement | Rollback): ByteString {
	const isRollback = node.kind === "rollback";
	return words(
		isRollback ? "ROLLBACK" : "COMMIT",
		isRollback && node.savepoint !== undefined && `TO SAVEPOINT ${printName(node.savepoint)}`,
		node.chain && "AND CHAIN",
		node.release && "RELEASE",
	);
}

export function printSetTransaction(node: SetTransaction): ByteString {
	const characteristics = [
		...(node.isolation === undefined ? [] : [`ISOLATION LEVEL ${node.isolation.toUpperCase()}`]),
		...(node.readOnly === undefined ? [] : [node.readOnly ? "READ ONLY" : "READ WRITE"]),
	];
	return words("SET", node.scope !== "next" && node.scope.toUpperCase(), "TRANSACTION", characteristics.join(", "));
}

export function printExecute(node: Execute): ByteString {
	return words(
		"EXECUTE",
		printName(node.name),
		node.using.length > 0 && `USING ${list(node.using, printUserVariable)}`,
	);
}

export function printExplain(printer: Printer, node: Explain): ByteString {
	return words("EXPLAIN", node.extended && "EXTENDED", explainFormat(node), printer.statement(node.statement));
}

function printReleases(releases: readonly string[] | "all"): ByteString {
	return releases === "all" ? "FOR ALL RELEASES" : `FOR RELEASES ${list(releases, printText)}`;
}

export function printExplainConnection(printer: Printer, node: ExplainConnection): ByteString {
	return words("EXPLAIN", explainFormat(node), "FOR CONNECTION", printer.expression(node.connection));
}

function explainFormat(node: { readonly format?: string }): ByteString {
	return node.format === undefined ? "" : `FORMAT=${printText(node.format)}`;
}

export function printExplainRules(printer: Printer, { releases, statement }: ExplainRules): ByteString {
	return words("EXPLAIN RULES", releases !== undefined && printReleases(releases), printer.statement(statement));
}

export function printDescribe(node: Describe): ByteString {
	return words("DESCRIBE", printTableName(node.table), node.column !== undefined && printText(node.column));
}

export function printLockTables(node: LockTables): ByteString {
	return `LOCK TABLES ${list(node.tables, ({ table, mode }) => `${printNamedTable(table)} ${mode.toUpperCase()}`)}`;
}

export function printMaintainTable(node: MaintainTable): ByteString {
	const { partitions, cached } = node;
	if (cached !== undefined) {
		return printCachedIndexes(node, cached);
	}
	if (partitions !== undefined) {
		return (
			`ALTER TABLE ${list(node.tables, printTableName)} ${node.action.toUpperCase()} PARTITION ` +
			(partitions === "all" ? "ALL" : list(partitions, printName))
		);
	}
	return words(
		node.action.toUpperCase(),
		"TABLE",
		list(node.tables, printTableName),
		...(node.options ?? []).map((option) => option.toUpperCase()),
	);
}

function printCachedIndexes(
	{ action, tables, partitions, cache }: MaintainTable,
	cached: readonly CachedIndexes[],
): ByteString {
	const parts =
		partitions === undefined ? "" : `PARTITION (${partitions === "all" ? "ALL" : list(partitions, printName)})`;
	const printed = tables
		.map((table, at) => {
			const { indexes, ignoresLeaves } = cached[at]!;
			return words(
				printTableName(table),
				parts,
				indexes !== undefined && `INDEX (${list(indexes, (name) => (name === "PRIMARY" ? name : printName(name)))})`,
				ignoresLeaves && "IGNORE LEAVES",
			);
		})
		.join(", ");
	return action === "preload_keys"
		? words("LOAD INDEX INTO CACHE", printed)
		: words("CACHE INDEX", printed, "IN", cache === undefined ? "DEFAULT" : printName(cache));
}

export function printFlush({ what, tables }: Flush): ByteString {
	if (tables !== undefined) {
		return words("FLUSH TABLES", list(tables, printTableName), encodeText(what.slice("tables ".length).toUpperCase()));
	}
	return /^(reset|purge) /.test(what) ? encodeText(what) : `FLUSH ${encodeText(what)}`;
}

export function printCreateView(printer: Printer, node: CreateView): ByteString {
	return words(
		node.alter === true ? "ALTER" : node.orReplace ? "CREATE OR REPLACE" : "CREATE",
		node.algorithm && `ALGORITHM=${node.algorithm.toUpperCase()}`,
		node.definer && `DEFINER=${printAccount(node.definer)}`,
		node.security && `SQL SECURITY ${node.security.toUpperCase()}`,
		"VIEW",
		printTableName(node.view),
		node.columns && parenthesised(node.columns, printName),
		`AS ${printer.query(node.query)}`,
		node.checkOption && `WITH ${node.checkOption.toUpperCase()} CHECK OPTION`,
	);
}

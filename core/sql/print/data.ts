/**
 * Prints INSERT, REPLACE, UPDATE, DELETE and LOAD DATA.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { Assignment, Delete, Insert, LoadData, Update } from "../tree/data.ts";
import { printColumnName, printTableName, printText, printUserVariable } from "./name.ts";
import { list, orderList, parenthesised, type Printer, words } from "./printer.ts";
import { printFieldFormat, printLimit } from "./query.ts";
import { printNamedTable, printReferences } from "./table-reference.ts";

export function printInsert(printer: Printer, node: Insert): ByteString {
	return words(
		node.replace ? "REPLACE" : "INSERT",
		node.priority?.toUpperCase(),
		node.ignore && "IGNORE",
		"INTO",
		printNamedTable(node.table),
		node.columns && parenthesised(node.columns, printColumnName),
		node.rows && `VALUES ${list(node.rows, (row) => parenthesised(row, (value) => printer.expression(value)))}`,
		node.query && printer.query(node.query),
		node.onDuplicate && `ON DUPLICATE KEY UPDATE ${assignments(printer, node.onDuplicate)}`,
	);
}

function assignments(printer: Printer, items: readonly Assignment[]): ByteString {
	return list(items, (item) => `${printColumnName(item.column)} = ${printer.expression(item.value)}`);
}

/** WHERE, ORDER BY and LIMIT. */
function condition(printer: Printer, node: Update | Delete): ByteString {
	return words(
		node.where && `WHERE ${printer.expression(node.where)}`,
		node.orderBy && `ORDER BY ${orderList(printer, node.orderBy)}`,
		printLimit(printer, node.limit),
	);
}

export function printUpdate(printer: Printer, node: Update): ByteString {
	return words(
		"UPDATE",
		node.ignore && "IGNORE",
		printReferences(printer, node.tables),
		`SET ${assignments(printer, node.assignments)}`,
		condition(printer, node),
	);
}

export function printDelete(printer: Printer, node: Delete): ByteString {
	return words(
		"DELETE",
		node.ignore && "IGNORE",
		node.multiple && list(node.targets, printTableName),
		`FROM ${printReferences(printer, node.from)}`,
		condition(printer, node),
	);
}

export function printLoadData(printer: Printer, node: LoadData): ByteString {
	return words(
		"LOAD DATA",
		node.local && "LOCAL",
		`INFILE ${printText(node.path)}`,
		node.onDuplicate?.toUpperCase(),
		`INTO TABLE ${printNamedTable(node.table)}`,
		printFieldFormat(node.format),
		node.ignoreLines > 0 && `IGNORE ${node.ignoreLines} LINES`,
		node.targets &&
			parenthesised(node.targets, (target) =>
				target.kind === "column" ? printColumnName(target) : printUserVariable(target.name),
			),
		node.assignments && `SET ${assignments(printer, node.assignments)}`,
	);
}

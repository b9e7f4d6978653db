/**
 * Prints CREATE, DROP, RENAME and TRUNCATE TABLE, CREATE and DROP INDEX.
 */
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { CreateIndex, CreateTable, DropIndex, DropTable, RenameTable } from "../tree/table.ts";
import { printOnlineOption } from "./alter-table.ts";
import { printName, printTableName } from "./name.ts";
import { list, parenthesised, type Printer, words } from "./printer.ts";
import { printElement, printIndexOptions, printIndexParts } from "./table-element.ts";
import { printTableOption } from "./table-option.ts";

export function printCreateTable(printer: Printer, node: CreateTable): ByteString {
	return words(
		"CREATE",
		node.temporary && "TEMPORARY",
		"TABLE",
		node.ifNotExists && "IF NOT EXISTS",
		printTableName(node.table),
		node.like && `LIKE ${printTableName(node.like)}`,
		node.elements.length > 0 && parenthesised(node.elements, (element) => printElement(printer, element)),
		...node.options.map(printTableOption),
		node.partitionText !== undefined && encodeText(node.partitionText),
		node.onDuplicate?.toUpperCase(),
		node.query && `AS ${printer.query(node.query)}`,
	);
}

export function printDropTable(node: DropTable): ByteString {
	return words(
		"DROP",
		node.temporary && "TEMPORARY",
		"TABLE",
		node.ifExists && "IF EXISTS",
		list(node.tables, printTableName),
	);
}

export function printRenameTable(node: RenameTable): ByteString {
	return `RENAME TABLE ${list(node.renames, ({ from, to }) => `${printTableName(from)} TO ${printTableName(to)}`)}`;
}

export function printCreateIndex({ index, table, online }: CreateIndex): ByteString {
	return words(
		"CREATE",
		index.type !== "plain" && index.type.toUpperCase(),
		"INDEX",
		printName(index.name ?? ""),
		"ON",
		printTableName(table),
		printIndexParts(index.parts),
		printIndexOptions(index),
		...(online ?? []).map(printOnlineOption),
	);
}

export function printDropIndex(node: DropIndex): ByteString {
	return words(
		`DROP INDEX ${printName(node.name)} ON ${printTableName(node.table)}`,
		...(node.online ?? []).map(printOnlineOption),
	);
}

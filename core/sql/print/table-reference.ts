/**
 * Prints FROM items; only a join on the right side of another needs parentheses.
 */
import type { ByteString } from "../../types/value/value.ts";
import { printName, printTableName } from "./name.ts";
import { list, parenthesised, type Printer, words } from "./printer.ts";
import type { Join, TableReference } from "../tree/expression.ts";
import type { IndexHint, TableName } from "../tree/table-name.ts";

export function printReferences(printer: Printer, references: readonly TableReference[]): ByteString {
	return list(references, (reference) => printReference(printer, reference));
}

function printReference(printer: Printer, reference: TableReference): ByteString {
	switch (reference.kind) {
		case "table":
			return printNamedTable(reference);
		case "derived":
			return words(`(${printer.query(reference.query)})`, alias(reference.alias));
		case "join":
			return join(printer, reference);
	}
}

/** A table with partitions, alias and index hints. */
export function printNamedTable(table: TableName): ByteString {
	return words(
		printTableName(table),
		table.partitions && `PARTITION ${parenthesised(table.partitions, printName)}`,
		alias(table.alias),
		...(table.indexHints ?? []).map(indexHint),
	);
}

function alias(name: string | undefined): ByteString {
	return name === undefined ? "" : `AS ${printName(name)}`;
}

function indexHint(hint: IndexHint): ByteString {
	return words(
		hint.action.toUpperCase(),
		"INDEX",
		hint.purpose && `FOR ${hint.purpose.toUpperCase()}`,
		parenthesised(hint.indexes, printName),
	);
}

const joinWords = { inner: "JOIN", left: "LEFT JOIN", right: "RIGHT JOIN", straight: "STRAIGHT_JOIN" } as const;

function join(printer: Printer, node: Join): ByteString {
	const right = printReference(printer, node.right);
	return words(
		printReference(printer, node.left),
		node.natural && "NATURAL",
		joinWords[node.type],
		node.right.kind === "join" ? `(${right})` : right,
		node.on && `ON ${printer.expression(node.on)}`,
		node.using && `USING ${parenthesised(node.using, printName)}`,
	);
}

/**
 * Prints columns, indexes, foreign keys and checks.
 */
import type { ByteString } from "../../types/value/value.ts";
import type {
	CheckDefinition,
	ColumnDefinition,
	ForeignKeyDefinition,
	IndexDefinition,
	IndexPart,
	References,
	TableElement,
} from "../tree/table.ts";
import { printDataType } from "./data-type.ts";
import { printCharset, printName, printTableName, printText } from "./name.ts";
import { parenthesised, type Printer, words } from "./printer.ts";

export function printElement(printer: Printer, element: TableElement): ByteString {
	switch (element.kind) {
		case "column-definition":
			return printColumn(printer, element);
		case "index-definition":
			return printIndex(element);
		case "foreign-key-definition":
			return printForeignKey(element);
		case "check-definition":
			return printCheck(printer, element);
	}
}

export function printColumn(printer: Printer, node: ColumnDefinition): ByteString {
	return words(
		printName(node.name),
		printDataType(node.type),
		node.type.collation !== undefined && `COLLATE ${printCharset(node.type.collation)}`,
		node.generated && `GENERATED ALWAYS AS (${printer.expression(node.generated.expression)})`,
		node.generated && (node.generated.stored ? "STORED" : "VIRTUAL"),
		node.nullable === undefined ? "" : node.nullable ? "NULL" : "NOT NULL",
		node.default && `DEFAULT ${printer.expression(node.default)}`,
		node.onUpdate && `ON UPDATE ${printer.expression(node.onUpdate)}`,
		node.autoIncrement && "AUTO_INCREMENT",
		(node.key === "unique" || node.alsoUnique) && "UNIQUE",
		node.key === "primary" && "PRIMARY KEY",
		node.comment !== undefined && `COMMENT ${printText(node.comment)}`,
		node.references && references(node.references),
		...(node.checks ?? []).map((check) => printCheck(printer, check)),
	);
}

function constraint(name: string | undefined): ByteString {
	return name === undefined ? "" : `CONSTRAINT ${printName(name)}`;
}

/** Of a key in a definition. */
export const indexWords = {
	primary: "PRIMARY KEY",
	unique: "UNIQUE KEY",
	plain: "KEY",
	fulltext: "FULLTEXT KEY",
	spatial: "SPATIAL KEY",
} as const;

export function printIndex(node: IndexDefinition): ByteString {
	return words(
		constraint(node.constraint),
		indexWords[node.type],
		node.name !== undefined && printName(node.name),
		printIndexParts(node.parts),
		printIndexOptions(node),
	);
}

export function printIndexParts(parts: readonly IndexPart[]): ByteString {
	return parenthesised(parts, (part) =>
		words(printName(part.column) + (part.length === undefined ? "" : `(${part.length})`), part.descending && "DESC"),
	);
}

export function printIndexOptions(node: IndexDefinition): ByteString {
	return words(
		node.using && `USING ${node.using.toUpperCase()}`,
		node.keyBlockSize !== undefined && `KEY_BLOCK_SIZE=${node.keyBlockSize}`,
		node.parser !== undefined && `WITH PARSER ${printName(node.parser)}`,
		node.comment !== undefined && `COMMENT ${printText(node.comment)}`,
	);
}

export function printForeignKey(node: ForeignKeyDefinition): ByteString {
	return words(
		constraint(node.constraint),
		"FOREIGN KEY",
		node.name !== undefined && printName(node.name),
		node.parts === undefined ? parenthesised(node.columns, printName) : printIndexParts(node.parts),
		references(node.references),
	);
}

function references(node: References): ByteString {
	return words(
		`REFERENCES ${printTableName(node.table)}`,
		node.columns.length > 0 && parenthesised(node.columns, printName),
		node.onDelete && `ON DELETE ${node.onDelete.toUpperCase()}`,
		node.onUpdate && `ON UPDATE ${node.onUpdate.toUpperCase()}`,
	);
}

export function printCheck(printer: Printer, node: CheckDefinition): ByteString {
	return words(
		constraint(node.constraint),
		`CHECK (${printer.expression(node.expression)})`,
		!node.enforced && "NOT ENFORCED",
	);
}

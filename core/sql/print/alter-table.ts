/**
 * Prints ALTER TABLE.
 */
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { AlterChange, AlterTable, ColumnPosition, OnlineOption } from "../tree/table.ts";
import { printCharset, printName, printTableName } from "./name.ts";
import { list, type Printer, words } from "./printer.ts";
import { printCheck, printColumn, printForeignKey, printIndex } from "./table-element.ts";
import { printTableOption } from "./table-option.ts";

export function printAlterTable(printer: Printer, node: AlterTable): ByteString {
	const last = node.changes.at(-1);
	const isBehindAll = last?.change === "partitioning" && /^(partition|remove)/i.test(last.text);
	const changes = isBehindAll ? node.changes.slice(0, -1) : node.changes;
	return words(
		"ALTER",
		node.ignore && "IGNORE",
		"TABLE",
		printTableName(node.table),
		changes.map((one, at) => `${at === 0 ? "" : isContinued(one) ? " " : ", "}${change(printer, one)}`).join(""),
		isBehindAll && encodeText(last.text),
	);
}

/** Table options without commas between them are one change. */
function isContinued(node: AlterChange): boolean {
	return node.change === "option" && node.continued === true;
}

function change(printer: Printer, node: AlterChange): ByteString {
	switch (node.change) {
		case "add-column":
			return words("ADD COLUMN", printColumn(printer, node.column), position(node.position));
		case "add-index":
			return `ADD ${printIndex(node.index)}`;
		case "add-foreign-key":
			return `ADD ${printForeignKey(node.foreignKey)}`;
		case "add-check":
			return `ADD ${printCheck(printer, node.check)}`;
		case "change-column":
			return words(
				node.modify ? "MODIFY COLUMN" : `CHANGE COLUMN ${printName(node.name)}`,
				printColumn(printer, node.column),
				position(node.position),
			);
		case "set-default":
			return `ALTER COLUMN ${printName(node.column)} SET DEFAULT ${printer.expression(node.default)}`;
		case "drop-default":
			return `ALTER COLUMN ${printName(node.column)} DROP DEFAULT`;
		case "option":
			return printTableOption(node.option);
		case "convert":
			return words(
				`CONVERT TO CHARACTER SET ${printCharset(node.charset)}`,
				node.collation !== undefined && `COLLATE ${printCharset(node.collation)}`,
			);
		default:
			return plainChange(node);
	}
}

function position(where: ColumnPosition | undefined): ByteString {
	if (where === undefined) {
		return "";
	}
	return "first" in where ? "FIRST" : `AFTER ${printName(where.after)}`;
}

type PlainChange = Exclude<
	AlterChange,
	{
		change:
			| "add-column"
			| "add-index"
			| "add-foreign-key"
			| "add-check"
			| "change-column"
			| "set-default"
			| "drop-default"
			| "option"
			| "convert";
	}
>;

function plainChange(node: PlainChange): ByteString {
	switch (node.change) {
		case "rename-column":
			return `RENAME COLUMN ${printName(node.from)} TO ${printName(node.to)}`;
		case "rename-index":
			return `RENAME INDEX ${printName(node.from)} TO ${printName(node.to)}`;
		case "rename-table":
			return `RENAME TO ${printTableName(node.to)}`;
		case "drop-column":
			return `DROP COLUMN ${printName(node.name)}`;
		case "drop-index":
			return `DROP INDEX ${printName(node.name)}`;
		case "drop-primary-key":
			return "DROP PRIMARY KEY";
		case "drop-foreign-key":
			return `DROP FOREIGN KEY ${printName(node.name)}`;
		case "drop-check":
			return `DROP CHECK ${printName(node.name)}`;
		case "alter-check":
			return `ALTER CHECK ${printName(node.name)} ${node.enforced ? "" : "NOT "}ENFORCED`;
		case "order-by":
			return `ORDER BY ${list(node.columns, printName)}`;
		case "keys":
			return node.enable ? "ENABLE KEYS" : "DISABLE KEYS";
		case "force":
			return "FORCE";
		case "tablespace":
			return `${node.action.toUpperCase()} TABLESPACE`;
		case "partitioning":
			return encodeText(node.text);
		case "online":
			return printOnlineOption(node);
		case "validation":
			return node.isWanted ? "WITH VALIDATION" : "WITHOUT VALIDATION";
	}
}

export function printOnlineOption({ option, value }: OnlineOption): ByteString {
	return `${option.toUpperCase()}=${value.toUpperCase()}`;
}

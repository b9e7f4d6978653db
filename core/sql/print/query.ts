/**
 * Prints SELECT and UNION; parts of a UNION with clauses of their own get parentheses.
 */
import type { ByteString } from "../../types/value/value.ts";
import { encodeString } from "../lex/string.ts";
import { printCharset, printName, printPath, printText, printVariableTarget } from "./name.ts";
import { list, orderList, type Printer, words } from "./printer.ts";
import { printReferences } from "./table-reference.ts";
import type { Limit, Query, Select, SelectItem, Union } from "../tree/expression.ts";
import type { FieldFormat, IntoTarget } from "../tree/into-target.ts";

export function printQuery(printer: Printer, node: Query): ByteString {
	return words(node.kind === "select" ? select(printer, node) : union(printer, node), tail(printer, node));
}

function select(printer: Printer, node: Select): ByteString {
	const needsFrom = node.where !== undefined || node.groupBy !== undefined || node.having !== undefined;
	return words(
		"SELECT",
		node.maximumMs !== undefined && `/*+ MAX_EXECUTION_TIME(${node.maximumMs}) */`,
		node.distinct && "DISTINCT",
		...node.modifiers.map((modifier) => modifier.toUpperCase()),
		list(node.items, (item) => selectItem(printer, item)),
		node.from ? `FROM ${printReferences(printer, node.from)}` : needsFrom && "FROM DUAL",
		node.where && `WHERE ${printer.expression(node.where)}`,
		node.groupBy && `GROUP BY ${orderList(printer, node.groupBy)}`,
		node.rollup === true && "WITH ROLLUP",
		node.having && `HAVING ${printer.expression(node.having)}`,
	);
}

function selectItem(printer: Printer, item: SelectItem): ByteString {
	if (item.kind === "star") {
		return item.table === undefined ? "*" : `${printPath(item.database, item.table)}.*`;
	}
	return words(printer.expression(item.expression), item.alias !== undefined && `AS ${printName(item.alias)}`);
}

function union(printer: Printer, node: Union): ByteString {
	return words(
		...node.parts.flatMap((part, at) => {
			const operator = at === 0 ? "" : node.operators[at - 1] === "all" ? "UNION ALL" : "UNION";
			const text = printer.query(part);
			return [operator, part.kind === "union" || tail(printer, part) !== "" ? `(${text})` : text];
		}),
	);
}

function tail(printer: Printer, node: Query): ByteString {
	return words(
		node.orderBy && `ORDER BY ${orderList(printer, node.orderBy)}`,
		printLimit(printer, node.limit),
		node.kind === "select" &&
			node.analyse !== undefined &&
			`PROCEDURE ANALYSE(${node.analyse.maximumElements}, ${node.analyse.maximumBytes})`,
		node.into && `INTO ${into(node.into)}`,
		node.lock === "update" && "FOR UPDATE",
		node.lock === "share" && "LOCK IN SHARE MODE",
	);
}

export function printLimit(printer: Printer, limit: Limit | undefined): ByteString {
	if (limit === undefined) {
		return "";
	}
	const count = printer.expression(limit.count);
	if (limit.offset === undefined) {
		return `LIMIT ${count}`;
	}
	const offset = printer.expression(limit.offset);
	return isOffsetFirst(limit) ? `LIMIT ${offset}, ${count}` : `LIMIT ${count} OFFSET ${offset}`;
}

/** Parameters must keep the order of their numbers. */
function isOffsetFirst({ count, offset }: Limit): boolean {
	return count.kind === "parameter" && offset?.kind === "parameter" && offset.index < count.index;
}

function into(target: IntoTarget): ByteString {
	if (target.kind === "variables") {
		return list(target.targets, printVariableTarget);
	}
	return words(target.kind.toUpperCase(), printText(target.path), target.fields && printFieldFormat(target.fields));
}

/** CHARACTER SET, FIELDS and LINES. */
export function printFieldFormat(format: FieldFormat): ByteString {
	const fields = words(
		format.terminatedBy !== undefined && `TERMINATED BY ${encodeString(format.terminatedBy)}`,
		format.enclosedBy !== undefined &&
			`${format.optionallyEnclosed === true ? "OPTIONALLY " : ""}ENCLOSED BY ${encodeString(format.enclosedBy)}`,
		format.escapedBy !== undefined && `ESCAPED BY ${encodeString(format.escapedBy)}`,
	);
	const lines = words(
		format.linesStartingBy !== undefined && `STARTING BY ${encodeString(format.linesStartingBy)}`,
		format.linesTerminatedBy !== undefined && `TERMINATED BY ${encodeString(format.linesTerminatedBy)}`,
	);
	return words(
		format.charset !== undefined && `CHARACTER SET ${printCharset(format.charset)}`,
		fields !== "" && `FIELDS ${fields}`,
		lines !== "" && `LINES ${lines}`,
	);
}

/**
 * Printer: syntax tree to SQL text that the parser reads as the same tree.
 *
 * Property `parse(print(tree)) = tree` in plain mode, except for members that hold source text.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { Expression, Query } from "../tree/expression.ts";
import type { PartBound, Partitioning } from "../tree/partitioning.ts";
import type { Statement } from "../tree/statement.ts";
import { printNode } from "./expression.ts";
import { printBound, printPartitioning as printPartitioningNode } from "./partitioning.ts";
import type { Printer } from "./printer.ts";
import { printQuery as printQueryNode } from "./query.ts";
import { printAnyStatement } from "./statement.ts";

export { eventStatusWords } from "./event.ts";
export { printName } from "./name.ts";
export { indexWords } from "./table-element.ts";

const printer: Printer = {
	expression: (node, level = 0) => printNode(printer, node, level),
	query: (node) => printQueryNode(printer, node),
	statement: (node) => printAnyStatement(printer, node),
};

export function printStatement(statement: Statement): ByteString {
	return printer.statement(statement);
}

export function printQuery(query: Query): ByteString {
	return printer.query(query);
}

export function printPartitioning(partitioning: Partitioning): ByteString {
	return printPartitioningNode(printer, partitioning);
}

/** A partition's values, without keywords. */
export function printPartBound(bound: PartBound): ByteString {
	return printBound(printer, bound);
}

/** Without outer parentheses. */
export function printExpression(expression: Expression): ByteString {
	return printer.expression(expression);
}

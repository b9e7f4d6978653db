/**
 * The printer: a tree back to SQL text.
 *
 * In: a statement or an expression. Out: text as a byte string, which the kernel's parser reads as the same tree in
 * its plain mode. The law `parse(print(tree)) = tree` holds but for the members that hold source text.
 */
import type { ByteString } from "../../types/value.ts";
import type { Expression, Query } from "../tree/expression.ts";
import type { PartBound, Partitioning } from "../tree/partitioning.ts";
import type { Statement } from "../tree/statement.ts";
import { printNode } from "./expression.ts";
import { printBound, printPartitioning as printPartitioningNode } from "./partitioning.ts";
import type { Printer } from "./printer.ts";
import { printQuery as printQueryNode } from "./query.ts";
import { printAnyStatement } from "./statement.ts";

export { printName } from "./name.ts";

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

/** A partition's values, without the words around them. */
export function printPartBound(bound: PartBound): ByteString {
	return printBound(printer, bound);
}

/** Without parentheses around the whole. */
export function printExpression(expression: Expression): ByteString {
	return printer.expression(expression);
}

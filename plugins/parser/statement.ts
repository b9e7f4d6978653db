/**
 * Converts statements by kind, and counts their `?`.
 */
import { createParser, plainMode } from "../../core/sql/parse/index.ts";
import type { Statement } from "../../core/sql/tree/statement.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { deleteOf, insertOf, updateOf } from "./data.ts";
import type { Carrier } from "./carrier.ts";
import { expressionOf } from "./expression.ts";
import { isNode, type PackageNode, refuse } from "./package-node.ts";
import { queryOf } from "./query.ts";
import { describeOf, explainOf, lockOf, setOf, transactionOf, useOf } from "./session.ts";
import { alterOf, createOf, dropOf, renameOf, truncateOf } from "./table.ts";

const kernel = createParser();

interface CarriedStatement {
	readonly statement: Statement;
	readonly parameterCount: number;
}

/** @param text the statement as JavaScript text, which the package's locations refer to */
export function statementOf(node: PackageNode, text: string): CarriedStatement {
	let parameterCount = 0;
	let assigned: ReadonlySet<string> | undefined;
	const carrier: Carrier = {
		query: (inner) => queryOf(inner, carrier),
		expression: (inner) => expressionOf(inner, carrier),
		parameter: () => ({ kind: "parameter", index: parameterCount++ }),
		isAssigned: (name) => (assigned ??= assignedNames(node)).has(name.toLowerCase()),
		text: (inner) => textBetween(inner, text),
	};
	return { statement: carried(node, text, carrier), parameterCount };
}

/** User variables assigned with `:=` anywhere below. */
function assignedNames(value: unknown): ReadonlySet<string> {
	if (typeof value !== "object" || value === null) {
		return new Set();
	}
	const names = Object.values(value).flatMap((part) => [...assignedNames(part)]);
	const target = isNode(value) && value.type === "assign" && isNode(value.left) ? value.left : undefined;
	return new Set(target === undefined ? names : [...names, String(target.name).toLowerCase()]);
}

function textBetween(node: PackageNode, text: string): string | undefined {
	const { loc } = node;
	if (!isNode(loc) || !isNode(loc.start) || !isNode(loc.end)) {
		return undefined;
	}
	const [start, end] = [Number(loc.start.offset), Number(loc.end.offset)];
	return encodeText(text.slice(start, end).trim());
}

function carried(node: PackageNode, text: string, carrier: Carrier): Statement {
	switch (node.type) {
		case "select":
			return queryOf(node, carrier);
		case "insert":
		case "replace":
			return insertOf(node, carrier);
		case "update":
			return updateOf(node, carrier);
		case "delete":
			return deleteOf(node, carrier);
		case "create":
			return createOf(node, carrier);
		case "alter":
			return alterOf(node, carrier);
		case "drop":
			return dropOf(node);
		case "rename":
			return renameOf(node);
		case "truncate":
			return truncateOf(node);
		case "use":
			return useOf(node);
		case "transaction":
			return transactionOf(node);
		case "set":
			return setOf(node, carrier);
		case "explain":
			return explainOf(node, (inner) => carried(inner, text, carrier));
		case "desc":
		case "describe":
			return describeOf(node);
		case "lock":
			return lockOf(node);
		case "unlock":
			return { kind: "unlock-tables" };
		case "show":
			return shown(text);
		default:
			return refuse(`a statement of kind ${String(node.type)}`);
	}
}

/** The package keeps too little of SHOW, so the kernel parses the text. */
function shown(text: string): Statement {
	const [read] = kernel.parse(encodeText(text), plainMode);
	return read === undefined ? refuse(`the statement ${text}`) : read.statement;
}

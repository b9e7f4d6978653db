/**
 * Converts USE, SET, transactions, SHOW, EXPLAIN and locks.
 *
 * The kernel parses SHOW from the source text, since the package loses the order of its words.
 */
import type { SetAssignment } from "../../core/sql/tree/session.ts";
import type { Statement } from "../../core/sql/tree/statement.ts";
import { targetOf } from "./data.ts";
import type { Carrier } from "./carrier.ts";
import { expressionOf } from "./expression.ts";
import { isNode, isThere, listOf, nameOf, nodeOf, type PackageNode, refuse, wordOf } from "./package-node.ts";

export function transactionOf(node: PackageNode): Statement {
	const expression = nodeOf(node.expr, "a transaction");
	const modes = listOf(expression.modes).map((mode) => wordOf(isNode(mode) ? mode.value : mode));
	switch (wordOf(expression.action)) {
		case "begin":
			return { kind: "begin", consistentSnapshot: false };
		case "start": {
			const readOnly = modes.includes("read only") ? true : modes.includes("read write") ? false : undefined;
			return {
				kind: "begin",
				...(readOnly === undefined ? {} : { readOnly }),
				consistentSnapshot: modes.includes("with consistent snapshot"),
			};
		}
		case "commit":
			return { kind: "commit", chain: false, release: false };
		case "rollback":
			return { kind: "rollback", chain: false, release: false };
		default:
			return refuse(`the transaction statement ${wordOf(expression.action)}`);
	}
}

export function setOf(node: PackageNode, carrier: Carrier): Statement {
	const assignments = listOf(node.expr).map((each): SetAssignment => {
		const assignment = nodeOf(each, "an assignment");
		const target = nodeOf(assignment.left, "a variable");
		const value = expressionOf(assignment.right, carrier);
		const members = listOf(target.members).map(String);
		const name = nameOf(target.name);
		if (target.prefix === "@") {
			return { target: "user", name, value };
		}
		const scope = name.toLowerCase();
		const isScoped = members.length > 0 && ["session", "global", "local"].includes(scope);
		const word =
			value.kind === "column" && value.table === undefined
				? { kind: "literal" as const, type: "string" as const, bytes: value.name }
				: value;
		return {
			target: "system",
			scope: isScoped && scope === "global" ? "global" : wordOf(node.keyword) === "global" ? "global" : "session",
			name: isScoped ? members.join(".") : name,
			value: word,
		};
	});
	return { kind: "set", assignments };
}

export function explainOf(node: PackageNode, statement: (node: PackageNode) => Statement): Statement {
	return { kind: "explain", extended: false, statement: statement(nodeOf(node.expr, "what is explained")) };
}

export function describeOf(node: PackageNode): Statement {
	return { kind: "describe", table: targetOf({ table: nameOf(node.table) }) };
}

export function lockOf(node: PackageNode): Statement {
	const tables = listOf(node.tables).map((each) => {
		const { table, lock_type: lock } = nodeOf(each, "a locked table");
		const mode = isNode(lock) ? wordOf(lock.type) : "";
		return {
			table: targetOf(table),
			mode: mode === "write" ? ("write" as const) : mode === "read" ? ("read" as const) : refuse(`the lock ${mode}`),
		};
	});
	return { kind: "lock-tables", tables };
}

export function useOf(node: PackageNode): Statement {
	return isThere(node.db) ? { kind: "use", database: nameOf(node.db) } : refuse("USE without a name");
}

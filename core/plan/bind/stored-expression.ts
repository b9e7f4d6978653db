/**
 * Stored expressions of table definitions: generated columns, CHECK, partitioning functions.
 *
 * Binds the printed text over one row of the table, the same in every session.
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { englishNames } from "../../functions/locale/time-names.ts";
import { parseExpression, plainMode } from "../../sql/parse/index.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import { someNode } from "../../sql/tree/node.ts";
import { defaultSqlModeText, parseSqlMode } from "../../types/evaluation/sql-mode.ts";
import { encodeText } from "../../types/value/value.ts";
import { bindExpression } from "./bind-expression.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { someBound } from "../tree/bound-tree.ts";
import { callNamed } from "./function-call.ts";
import { unknownWhilePlanning } from "../compile/planning-evaluation.ts";
import type { Planning } from "../tree/planning.ts";
import { emptyScope, tableScope } from "./scope.ts";

/** Independent of any session. `database`: only messages name it. */
const planningIn = (database: string | null): Planning => ({
	schema: { version: 0, databases: new Map(), references: new Map() },
	database,
	mode: parseSqlMode(defaultSqlModeText),
	parserMode: plainMode,
	resolution: {
		connectionCharset: "utf8mb4",
		connectionCollation: "utf8mb4_general_ci",
		divisionPrecisionIncrement: 4,
		defaultWeekFormat: 0,
		timeNames: englishNames,
		noUnsignedSubtraction: false,
		groupConcatMaximumLength: 1024,
	},
	lockingReads: "never",
	parameterTypes: [],
	get session(): never {
		return unknownWhilePlanning();
	},
	planQuery: unknownWhilePlanning,
	computedTable: () => undefined,
});

const planning = planningIn(null);

export function parseStored(text: string): Expression {
	return parseExpression(encodeText(text), plainMode);
}

/** Throws 1054 and other binding errors. */
export function bindStored(expression: Expression, table: Table, clause: string): BoundExpression {
	return bindExpression(expression, tableScope(table), planningIn(table.database), clause);
}

/** Binds an expression that reads no row. */
export function bindConstantExpression(expression: Expression, clause: string): BoundExpression {
	return bindExpression(expression, emptyScope(), planning, clause);
}

/** NOT of a condition: true where it is false, not where it is NULL. */
export function negated(bound: BoundExpression): BoundExpression {
	return callNamed("not", [bound], planning);
}

const foreignKinds = new Set([
	"parameter",
	"user-variable",
	"system-variable",
	"assign-variable",
	"subquery",
	"select",
	"union",
	"exists",
	"quantified",
	"aggregate",
	"match",
	"values-of",
	"default-of",
]);

/** Whether it contains anything but columns, constants and calls. */
export function readsBeyondRow(expression: Expression): boolean {
	return someNode(expression, ({ kind }) => kind !== undefined && foreignKinds.has(kind));
}

/** Whether it aggregates. */
export function readsGroup(expression: Expression): boolean {
	return someNode(expression, ({ kind }) => kind === "aggregate");
}

/** Whether it reads a user or system variable. */
export function readsVariable(expression: Expression): boolean {
	return someNode(expression, ({ kind }) => kind?.endsWith("-variable") === true);
}

/** Whether it may have different values for the same row. */
export function isNondeterministic(bound: BoundExpression): boolean {
	return someBound(
		bound,
		(node) =>
			node.kind === "subquery" ||
			(node.kind === "call" && (node.resolution.volatile === true || node.resolution.statementConstant === true)),
	);
}

/** Names of the columns it reads. */
export function columnNames(expression: Expression): readonly string[] {
	const names = new Set<string>();
	someNode(expression, (node) => {
		if (node.kind === "column" && node.name !== undefined) {
			names.add(node.name);
		}
		return false;
	});
	return [...names];
}

/** A column it names that the table lacks. */
export function missingColumn(expression: Expression, table: Table): string | undefined {
	return columnNames(expression).find((name) => !table.columnsByName.has(name.toLowerCase()));
}

/** Throws 1054 for a column that the table lacks. */
export function refuseUnknown(expression: Expression, table: Table, clause: string): void {
	const missing = missingColumn(expression, table);
	if (missing !== undefined) {
		throw sqlError("unknownColumn", encodeText(missing), clause);
	}
}

/**
 * Expressions that are kept in a table's definition: of generated columns and CHECK.
 *
 * In: an expression's text as the kernel printed it, and its table. Out: the expression bound over one row of the
 * table, the same in every session. It refuses to know rows: `exec/write/row-rules.ts` runs it.
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import { englishNames } from "../../functions/date/time-names.ts";
import { parseExpression, plainMode } from "../../sql/parse/index.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import { someNode } from "../../sql/tree/node.ts";
import { defaultSqlModeText, parseSqlMode } from "../../types/sql-mode.ts";
import { encodeText } from "../../types/value.ts";
import { bindExpression } from "./bind-expression.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { someBound } from "../tree/bound-tree.ts";
import { callNamed } from "./function-call.ts";
import { unknownWhilePlanning } from "../compile/planning-evaluation.ts";
import type { Planning } from "../tree/planning.ts";
import { emptyScope, tableScope } from "./scope.ts";

/** No session's. */
const planning: Planning = {
	schema: { version: 0, databases: new Map() },
	database: null,
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
};

export function parseStored(text: string): Expression {
	return parseExpression(encodeText(text), plainMode);
}

/** Throws 1054, and whatever else binding does. */
export function bindStored(expression: Expression, table: Table, clause: string): BoundExpression {
	return bindExpression(expression, tableScope(table), planning, clause);
}

/** An expression that reads no row. */
export function bindConstantExpression(expression: Expression, clause: string): BoundExpression {
	return bindExpression(expression, emptyScope(), planning, clause);
}

/** NOT of a condition: true where the condition is false, not where it is NULL. */
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
	"values-of",
	"default-of",
]);

/** Does it hold anything but columns, constants and calls? */
export function readsBeyondRow(expression: Expression): boolean {
	return someNode(expression, ({ kind }) => kind !== undefined && foreignKinds.has(kind));
}

/** Does it read a variable, of the user's or of the session? */
export function readsVariable(expression: Expression): boolean {
	return someNode(expression, ({ kind }) => kind?.endsWith("-variable") === true);
}

/** May it answer differently for the same row? */
export function isNondeterministic(bound: BoundExpression): boolean {
	return someBound(
		bound,
		(node) =>
			node.kind === "subquery" ||
			(node.kind === "call" && (node.resolution.volatile === true || node.resolution.statementConstant === true)),
	);
}

/** The names of the columns it reads. */
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

/** The column that an expression names and the table doesn't have. */
export function missingColumn(expression: Expression, table: Table): string | undefined {
	return columnNames(expression).find((name) => !table.columnsByName.has(name.toLowerCase()));
}

/** Throws where a column of the table is not there. */
export function refuseUnknown(expression: Expression, table: Table, clause: string): void {
	const missing = missingColumn(expression, table);
	if (missing !== undefined) {
		throw sqlError("unknownColumn", encodeText(missing), clause);
	}
}

/**
 * Rows of VALUES that are bound while they are written: many rows of literals and built-in functions of them.
 *
 * 200,000 rows bound in one piece took seconds and a kilobyte each. Bound late, an error in a row is found after the
 * rows before it were written, which are rolled back; so only what can't read a table, a privilege or the session's
 * routines is bound late.
 */
import { work } from "../../async/work-meter.ts";
import { functionNamed } from "../../functions/registry.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { ColumnAssignment } from "../rows/column-assignment.ts";

/** Fewer rows are bound at once. */
const fewRows = 1024;

/** Binding a cell takes about as long as so much work. */
const cellUnits = 3000;

export class LateRows {
	readonly length: number;
	readonly #rows: readonly (readonly Expression[])[];
	readonly #bind: (row: readonly Expression[]) => readonly ColumnAssignment[];

	constructor(
		rows: readonly (readonly Expression[])[],
		bind: (row: readonly Expression[]) => readonly ColumnAssignment[],
	) {
		this.length = rows.length;
		this.#rows = rows;
		this.#bind = bind;
	}

	/** Binds a row. */
	at(index: number): readonly ColumnAssignment[] {
		const row = this.#rows[index]!;
		work.units += row.length * cellUnits;
		return this.#bind(row);
	}
}

export function mayBeLate(rows: readonly (readonly Expression[])[]): boolean {
	return rows.length > fewRows && rows.every((row) => row.every(readsNothing));
}

function readsNothing(expression: Expression): boolean {
	switch (expression.kind) {
		case "literal":
			return true;
		case "default-of":
			return expression.column === undefined;
		case "unary":
			return readsNothing(expression.operand);
		case "binary":
			return readsNothing(expression.left) && readsNothing(expression.right);
		case "call":
			return (
				expression.database === undefined &&
				isPlainFunction(expression.name) &&
				expression.arguments.every((argument) => argument.kind === "word" || readsNothing(argument))
			);
		case "interval":
			return readsNothing(expression.amount);
		case "cast":
			return readsNothing(expression.operand);
		default:
			return false;
	}
}

/** Built in, and without a note about its name while it is bound. */
function isPlainFunction(name: string): boolean {
	const definition = functionNamed(name);
	return definition !== undefined && definition.replacedBy === undefined;
}

/**
 * Compiles the assignment of an expression to a column: VALUES, SET, ON DUPLICATE KEY UPDATE.
 *
 * The result converts to the column's type; whether the column accepts the value is checked by `admission.ts`.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { sourceOf } from "../../functions/definition/definition.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import { isTextual } from "../../functions/definition/result.ts";
import { bindExpression } from "../../plan/bind/bind-expression.ts";
import { boundConstant, type BoundExpression, fullPrecision, operandOf } from "../../plan/tree/bound-expression.ts";
import { compile } from "../../plan/compile/compile.ts";
import { numberOfBytes } from "../../plan/bind/literal.ts";
import type { Planning, Scope } from "../../plan/tree/planning.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import { assignBits } from "../../types/assign/assign-document.ts";
import { type Converter, identity, storeConverter } from "../../types/assign/conversion.ts";
import { familyOf, sqlType, type SqlType } from "../../types/value/type.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import { columnDefault } from "./column-default.ts";

export interface ColumnAssignment {
	readonly column: Column;
	readonly compute: Compiled;
	/** The expression; undefined: a default, which reads no columns. */
	readonly bound: BoundExpression | undefined;
}

/**
 * `rewrite`: maps the scope's slots to those of the rows. `table`: the column's table, where the scope may name a
 * view.
 */
export function planColumnAssignment(
	expression: Expression,
	column: Column,
	scope: Scope,
	planning: Planning,
	rewrite?: (bound: BoundExpression) => BoundExpression,
	table?: Table,
): ColumnAssignment {
	const isDefault = expression.kind === "default-of" && expression.column === undefined;
	if (column.record.generated !== undefined) {
		return isDefault
			? { column, bound: undefined, compute: () => null }
			: generatedCell(column, scope, planning, table);
	}
	if (isDefault) {
		return { column, bound: undefined, compute: (_row, evaluation) => columnDefault(column, evaluation) };
	}
	const named =
		isBits(expression) && isCounted(column.type)
			? numberOfBits(expression.bytes)
			: bindExpression(expression, scope, planning, "field list");
	const bound = fineFor(column, rewrite === undefined ? named : rewrite(named));
	if (bound.kind === "row") {
		throw sqlError("operandColumns", 1);
	}
	const convert =
		column.type.name === "json" && isBits(expression)
			? assignBits
			: columnConverter(column, bound.type, sourceOf(operandOf(bound)));
	if (bound.kind === "constant") {
		const { value } = bound;
		return {
			column,
			bound,
			compute: convert === identity ? () => value : (_row, evaluation) => convert(value, evaluation),
		};
	}
	const compiled = compile(bound);
	return {
		column,
		bound,
		compute: convert === identity ? compiled : (row, evaluation) => convert(compiled(row, evaluation), evaluation),
	};
}

/** True for `0x4D` and `b'101'` without a character set introducer. */
function isBits(
	expression: Expression,
): expression is Expression & { readonly kind: "literal"; readonly type: "hex" | "bit" } {
	return (
		expression.kind === "literal" &&
		(expression.type === "hex" || expression.type === "bit") &&
		expression.charset === undefined
	);
}

/** More bytes than an integer has exceed every range. */
function numberOfBits(bytes: ByteString): BoundExpression {
	return bytes.length > 8 ? boundConstant(2n ** 64n, sqlType("decimal", { length: 20 })) : numberOfBytes(bytes);
}

/** True if such a literal is assigned as the number of its bytes; BIT, text and dates take the bytes. */
function isCounted(type: SqlType): boolean {
	const family = familyOf(type);
	return family === "integer" || family === "decimal" || family === "float";
}

/** A quotient is assigned to a number with all its digits, and to text as it is printed. */
function fineFor(column: Column, bound: BoundExpression): BoundExpression {
	return isTextual(column.type) ? bound : fullPrecision(bound);
}

/**
 * Generated columns accept only DEFAULT: throws 3105. Outside strict mode the value is ignored with a warning,
 * because MariaDB's `mysqldump` writes such values, and its dumps set that sql_mode.
 */
function generatedCell(column: Column, scope: Scope, { mode }: Planning, table: Table | undefined): ColumnAssignment {
	const source = scope.tables.find(({ table }) => table?.columns.includes(column));
	const words = [encodeText(column.name), encodeText(source?.name ?? table?.name ?? "")];
	if (mode.strict) {
		throw sqlError("generatedNotAllowed", ...words);
	}
	return {
		column,
		bound: undefined,
		compute: (_row, evaluation) => {
			evaluation.warn("Warning", "generatedNotAllowed", ...words);
			return null;
		},
	};
}

const converters = new WeakMap<Column, Map<string, Converter>>();

/**
 * Returns the conversion from a type into a column, shared by thousands of literals. `source`: the column or function
 * that produced JSON.
 */
export function columnConverter(column: Column, from: SqlType, source = ""): Converter {
	if (from.name === "json") {
		return storeConverter(from, column.type, column.name, source);
	}
	let byType = converters.get(column);
	if (byType === undefined) {
		byType = new Map();
		converters.set(column, byType);
	}
	const key = `${from.name} ${from.length} ${from.scale} ${from.unsigned} ${from.collation}`;
	let convert = from.elements.length === 0 ? byType.get(key) : undefined;
	if (convert === undefined) {
		convert = storeConverter(from, column.type, column.name);
		if (from.elements.length === 0 && byType.size < 256) {
			byType.set(key, convert);
		}
	}
	return convert;
}

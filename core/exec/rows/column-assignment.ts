/**
 * One value on its way into one column: an expression of VALUES, SET or ON DUPLICATE KEY UPDATE.
 *
 * In: an expression, its column, and what names mean around it. Out: a function from the row at hand to a value of
 * the column's type. It refuses to know whether the column takes the value (`admission.ts`).
 */
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import { sourceOf } from "../../functions/definition.ts";
import type { Compiled } from "../../functions/function.ts";
import { isTextual } from "../../functions/result.ts";
import { bindExpression } from "../../plan/bind/bind-expression.ts";
import { boundConstant, type BoundExpression, fullPrecision, operandOf } from "../../plan/tree/bound-expression.ts";
import { compile } from "../../plan/compile/compile.ts";
import { numberOfBytes } from "../../plan/bind/literal.ts";
import type { Planning, Scope } from "../../plan/tree/planning.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import { type Converter, identity, storeConverter } from "../../types/convert/conversion.ts";
import { familyOf, sqlType, type SqlType } from "../../types/type.ts";
import { type ByteString, encodeText } from "../../types/value.ts";
import { columnDefault } from "./column-default.ts";

export interface ColumnAssignment {
	readonly column: Column;
	readonly compute: Compiled;
	/** What is computed; undefined: a default, which reads no columns. */
	readonly bound: BoundExpression | undefined;
}

/**
 * `rewrite`: from the scope's slots to those of the rows. `table`: the column's, where the scope may know a view
 * instead.
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
	const convert = columnConverter(column, bound.type, sourceOf(operandOf(bound)));
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

/** `0x4D`, `b'101'`, without a charset in front. */
function isBits(
	expression: Expression,
): expression is Expression & { readonly kind: "literal"; readonly type: "hex" | "bit" } {
	return (
		expression.kind === "literal" &&
		(expression.type === "hex" || expression.type === "bit") &&
		expression.charset === undefined
	);
}

/** More bytes than an integer has are beyond any. */
function numberOfBits(bytes: ByteString): BoundExpression {
	return bytes.length > 8 ? boundConstant(2n ** 64n, sqlType("decimal", { length: 20 })) : numberOfBytes(bytes);
}

/** Such a literal goes into a number as the number its bytes make; BIT, text and dates take the bytes. */
function isCounted(type: SqlType): boolean {
	const family = familyOf(type);
	return family === "integer" || family === "decimal" || family === "float";
}

/** A quotient goes into a number with all its digits, and into text with those it shows. */
function fineFor(column: Column, bound: BoundExpression): BoundExpression {
	return isTextual(column.type) ? bound : fullPrecision(bound);
}

/**
 * A generated column is given DEFAULT or nothing: throws 3105. Outside strict mode the value is passed over with a
 * warning, since MariaDB's `mysqldump` writes such values down and its dumps say so in their sql_mode.
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
 * The conversion of values of a type into a column: literals by the thousand share it. `source`: the column or
 * function that JSON is of.
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

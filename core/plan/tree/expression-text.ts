/**
 * Prints bound expressions for EXPLAIN and for error messages.
 *
 * The text is not meant to be parsed: functions are printed by name, subqueries by number.
 */
import { printer } from "../../types/print/print.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { decodeText, type Value } from "../../types/value/value.ts";
import type { BoundCall, BoundExpression } from "./bound-expression.ts";
import { isSearch, searchedColumns } from "./fulltext-search.ts";
import type { ScopeColumn } from "./scope-table.ts";

export interface BoundNames {
	column(column: ScopeColumn): string;
	/** Names a subquery: `select #2`. */
	subquery(bound: BoundExpression & { kind: "subquery" }): string;
	/** Parameter values known so far. */
	readonly parameters: readonly { readonly value: Value; readonly type?: SqlType }[];
	/** Prints constants as written, before constant folding. */
	readonly asWritten?: boolean;
}

const infix = new Set([
	"=",
	"<=>",
	"<",
	"<=",
	">",
	">=",
	"<>",
	"+",
	"-",
	"*",
	"/",
	"%",
	"div",
	"and",
	"or",
	"xor",
	"like",
	"regexp",
	"|",
	"&",
	"^",
	"<<",
	">>",
	"is",
]);

export function printBound(bound: BoundExpression, names: BoundNames): string {
	switch (bound.kind) {
		case "column":
		case "outer":
			return bound.origin === undefined ? printComputed(bound, names) : names.column(bound.origin);
		case "constant":
			return names.asWritten === true && bound.folded !== undefined
				? printCall(bound.folded, names)
				: printConstant(bound.value, bound, names);
		case "parameter": {
			const given = names.parameters[bound.index];
			return given === undefined ? "?" : printConstant(given.value, { type: given.type ?? bound.type }, names);
		}
		case "word":
			return bound.word;
		case "row":
			return `(${bound.items.map((item) => printBound(item, names)).join(",")})`;
		case "subquery":
			return printSubquery(bound, names);
		case "call":
			return isSearch(bound) ? printSearch(bound, names) : printCall(bound, names);
	}
}

const searchWords: Readonly<Record<string, string>> = {
	boolean: " in boolean mode",
	expansion: " with query expansion",
};

function printSearch(search: BoundCall, names: BoundNames): string {
	const columns = searchedColumns(search).map((column) => printBound(column, names));
	const mode = searchWords[search.definition.name.slice("match ".length)] ?? "";
	return `(match ${columns.join(",")} against (${printBound(search.operands[0]!, names)}${mode}))`;
}

function printComputed(bound: BoundExpression, names: BoundNames): string {
	if (bound.kind !== "column" || bound.aggregate === undefined || names.asWritten !== true) {
		return "<computed>";
	}
	const { name, distinct, operands } = bound.aggregate;
	return (
		`${name}(${distinct ? "distinct " : ""}` +
		`${operands.length === 0 ? "0" : operands.map((operand) => printBound(operand, names)).join(",")})`
	);
}

/** A written sign is an operator of its own. */
function printConstant(value: Value, typed: { readonly type: SqlType }, { asWritten = false }: BoundNames): string {
	const text = printValue(value, typed);
	return asWritten && text.startsWith("-") && value !== null ? `-(${text.slice(1)})` : text;
}

function printValue(value: Value, { type }: { readonly type: SqlType }): string {
	if (value === null) {
		return "NULL";
	}
	if (typeof value === "number" && familyOf(type) === "float") {
		return printer(type)(value);
	}
	return typeof value === "string" && (familyOf(type) === "text" || familyOf(type) === "bytes")
		? `'${decodeText(value).replaceAll("'", "''")}'`
		: printNumber(value, type.scale, familyOf(type) === "decimal");
}

/** Decimal values are stored as scaled integers, without the point. */
function printNumber(value: Value, scale: number, isDecimal: boolean): string {
	const digits = String(value);
	if (!isDecimal || scale === 0) {
		return digits;
	}
	const [sign, plain] = digits.startsWith("-") ? ["-", digits.slice(1)] : ["", digits];
	const padded = plain.padStart(scale + 1, "0");
	return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

function printCall({ definition: { name }, operands, type }: BoundCall, names: BoundNames): string {
	const texts = operands.map((operand) => printBound(operand, names));
	const [first = "", second = "", third = ""] = texts;
	switch (name) {
		case "between":
			return `(${first} between ${second} and ${third})`;
		case "in":
			return `(${first} in (${texts.slice(1).join(",")}))`;
		case "is null":
		case "is not null":
			return `(${first} ${name})`;
		case "not":
			return `(not(${first}))`;
		case "cast":
			return `cast(${first} as ${castWords(type)})`;
		case "case":
			return `(case ${printBranches(texts)} end)`;
		case "case-of":
			return `(case ${first} ${printBranches(texts.slice(1))} end)`;
		case "div":
			return `(${first} DIV ${second})`;
	}
	return infix.has(name) && texts.length >= 2 ? `(${texts.join(` ${name} `)})` : `${name}(${texts.join(",")})`;
}

function printBranches(texts: readonly string[]): string {
	const pairs = texts.length >> 1;
	const branches = Array.from({ length: pairs }, (_, at) => `when ${texts[at * 2]} then ${texts[at * 2 + 1]}`);
	return [...branches, ...(texts.length % 2 === 1 ? [`else ${texts.at(-1)}`] : [])].join(" ");
}

function castWords({ name, unsigned, length, scale }: SqlType): string {
	switch (name) {
		case "bigint":
			return unsigned ? "unsigned" : "signed";
		case "decimal":
			return `decimal(${length},${scale})`;
		case "varchar":
			return "char";
		case "varbinary":
			return "binary";
		default:
			return name;
	}
}

function printSubquery(bound: BoundExpression & { kind: "subquery" }, names: BoundNames): string {
	const query = names.subquery(bound);
	const operands = bound.operands.map((operand) => printBound(operand, names));
	const left = operands.length === 1 ? operands[0]! : `(${operands.join(",")})`;
	switch (bound.form) {
		case "value":
			return `(${query})`;
		case "exists":
			return `exists(${query})`;
		case "in":
			return `(${left} in (${query}))`;
		case "row":
			return `(${left} = (${query}))`;
		default:
			return `(${left} ${bound.operator} ${bound.form} (${query}))`;
	}
}

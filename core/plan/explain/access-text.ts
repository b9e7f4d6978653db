/**
 * EXPLAIN columns of an access path: type, key, key_len, ref.
 *
 * | type     | rows are found by                                          |
 * |----------|------------------------------------------------------------|
 * | const    | a whole unique key of values known beforehand              |
 * | eq_ref   | a whole unique key of values of earlier tables             |
 * | ref      | equal values of an index                                   |
 * | range    | bounds, or several values, of an index                     |
 * | index    | an index scan, in its order                                |
 * | ALL      | a full table scan                                          |
 */
import type { IndexPart } from "../../catalog/table.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { Access, KeySpan, TableNode } from "../tree/query-plan.ts";
import { hasColumn, hasOuter } from "../tree/tree-facts.ts";

export interface AccessText {
	/** Partitions that are read. */
	readonly partitions?: string | null;
	readonly type: string | null;
	readonly possibleKeys: string | null;
	readonly key: string | null;
	readonly keyLength: string | null;
	readonly ref: string | null;
}

export const noAccess: AccessText = { type: null, possibleKeys: null, key: null, keyLength: null, ref: null };

/** Key parts that the ranges use. */
function usedParts({ index, ranges }: Access & { kind: "index" }): readonly IndexPart[] {
	const { equal, low, high, like } = ranges[0]!;
	return index.parts.slice(0, equal.length + ((low ?? high ?? like) === undefined ? 0 : 1));
}

export function keyPartsOf(access: Access): string[] {
	return access.kind === "scan" ? [] : usedParts(access).map(({ column }) => column.name);
}

export function describeAccess({ access, possible, source }: TableNode): AccessText {
	const names = possible.map((index) => index.name).join(",");
	const possibleKeys = names === "" ? null : names;
	if (access.kind === "scan") {
		const key = access.reverse ? (source.table?.primaryKey ?? null) : null;
		const keyLength = key === null ? null : lengthOf(key.parts);
		return { type: key === null ? "ALL" : "index", possibleKeys, key: key?.name ?? null, keyLength, ref: null };
	}
	const { index, ranges } = access;
	const span = ranges[0]!;
	const used = usedParts(access);
	const type = typeOf(access, span);
	return {
		type,
		possibleKeys,
		key: index.name,
		keyLength: lengthOf(type === "index" ? index.parts : used),
		ref: type === "range" || type === "index" ? null : span.equal.map(({ value }) => refOf(value)).join(","),
	};
}

export function typeOf({ ranges, unique }: Access & { kind: "index" }, { equal, low, high, like }: KeySpan): string {
	if (equal.length === 0 && (low ?? high ?? like) === undefined) {
		return "index";
	}
	if (ranges.length > 1 || (low ?? high ?? like) !== undefined) {
		return "range";
	}
	if (!unique) {
		return "ref";
	}
	return equal.some(({ value }) => hasColumn(value) || hasOuter(value)) ? "eq_ref" : "const";
}

function refOf(value: BoundExpression): string {
	if (value.kind === "column" || value.kind === "outer") {
		const { origin } = value;
		return origin === undefined
			? "func"
			: [origin.source.database, origin.source.alias, origin.name].filter((part) => part !== "").join(".");
	}
	return value.kind === "constant" || value.kind === "parameter" ? "const" : "func";
}

function lengthOf(parts: readonly IndexPart[]): string {
	return String(
		parts.reduce((total, { column, length }) => total + keyBytes(column.type, length) + (column.nullable ? 1 : 0), 0),
	);
}

/** Key bytes of a value, as MySQL counts them. */
export function keyBytes(type: SqlType, length?: number): number {
	const fraction = Math.ceil(type.scale / 2);
	switch (type.name) {
		case "tinyint":
		case "year":
			return 1;
		case "smallint":
			return 2;
		case "mediumint":
		case "date":
			return 3;
		case "int":
		case "float":
			return 4;
		case "bigint":
		case "double":
		case "set":
			return 8;
		case "time":
			return 3 + fraction;
		case "timestamp":
			return 4 + fraction;
		case "datetime":
			return 5 + fraction;
		case "decimal":
			return decimalBytes(type.length - type.scale) + decimalBytes(type.scale);
		case "bit":
			return Math.ceil(type.length / 8);
		case "enum":
			return type.elements.length < 256 ? 1 : 2;
		default: {
			const characters = length ?? type.length;
			const bytes = familyOf(type) === "text" ? characters * (charsetNamed(type.charset)?.maxBytes ?? 1) : characters;
			return type.name === "char" || type.name === "binary" ? bytes : bytes + 2;
		}
	}
}

function decimalBytes(digits: number): number {
	return Math.trunc(digits / 9) * 4 + Math.ceil((digits % 9) / 2);
}

/**
 * Terms: the value of a piece of generated code, its form and its integer range.
 *
 * Where the range is known to be within 2^53, no overflow guard is generated.
 */
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { integerRange } from "../../types/numeric/integer.ts";

/** Range of integers, both ends included, within 2^53. */
export interface Bounds {
	readonly least: number;
	readonly greatest: number;
}

/** A name or literal whose value is a JavaScript value. */
export interface ValueTerm {
	readonly kind: "value";
	readonly code: string;
	readonly nullable: boolean;
	/** `number`: never a bigint; `integer`: a number or a bigint; `any`: texts too. */
	readonly form: "number" | "integer" | "any";
	readonly bounds: Bounds | undefined;
}

/** Text in place: bytes and bounds (zero-copy). */
export interface BytesTerm {
	readonly kind: "bytes";
	readonly bytes: string;
	readonly from: string;
	readonly to: string;
	/** NULL if `from` is negative. */
	readonly nullable: boolean;
}

export type Term = ValueTerm | BytesTerm;

const most = Number.MAX_SAFE_INTEGER;

export const safeBounds: Bounds = { least: -most, greatest: most };

/** undefined: beyond 2^53. */
function boundsOf(least: number, greatest: number): Bounds | undefined {
	return least >= -most && greatest <= most ? { least, greatest } : undefined;
}

export function addBounds(a: Bounds | undefined, b: Bounds | undefined): Bounds | undefined {
	return a && b && boundsOf(a.least + b.least, a.greatest + b.greatest);
}

export function subtractBounds(a: Bounds | undefined, b: Bounds | undefined): Bounds | undefined {
	return a && b && boundsOf(a.least - b.greatest, a.greatest - b.least);
}

export function multiplyBounds(a: Bounds | undefined, b: Bounds | undefined): Bounds | undefined {
	if (a === undefined || b === undefined) {
		return undefined;
	}
	const corners = [a.least * b.least, a.least * b.greatest, a.greatest * b.least, a.greatest * b.greatest];
	return boundsOf(Math.min(...corners), Math.max(...corners));
}

export function isWord({ least, greatest }: Bounds): boolean {
	return least >= -0x80000000 && greatest <= 0x7fffffff;
}

/** The integer range of a type's values; undefined if some are beyond 2^53 or are not integers. */
export function boundsOfType(type: SqlType): Bounds | undefined {
	switch (familyOf(type)) {
		case "integer":
		case "bit": {
			const [least, greatest] = integerRange(type);
			return typeof least === "number" && typeof greatest === "number" ? { least, greatest } : undefined;
		}
		case "decimal":
			return type.length <= 15 ? boundsOf(-(10 ** type.length), 10 ** type.length) : undefined;
		case "enum":
			return { least: 0, greatest: 65535 };
		case "temporal":
			return temporalBounds(type);
		default:
			return undefined;
	}
}

/** `types/value/value.ts` shows the packed formats. */
function temporalBounds({ name, scale }: SqlType): Bounds | undefined {
	if (name === "date") {
		return { least: 0, greatest: 10000 * 13 * 32 };
	}
	if (name === "time") {
		return boundsOf(-839 * 3600 * 10 ** scale, 839 * 3600 * 10 ** scale);
	}
	return boundsOf(0, 10000 * 13 * 32 * 86400 * 10 ** scale);
}

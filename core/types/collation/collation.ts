/**
 * Collation registry: comparison, sort keys and equality of text, by a collation's name or id.
 *
 * Names are found in any letter case. All collations but `binary` are PAD SPACE. Weights are in `weight.ts`; the
 * planner chooses an expression's collation.
 */
import { charsetNamed } from "../text/charset.ts";
import { collationIds } from "./collation-list.ts";
import { binaryOrder, bytewiseOrder, foldedOrder, type Order, paddedOrder } from "./order.ts";
import { codePointPrinter, weightsOf } from "./weight.ts";

export interface Collation extends Order {
	readonly name: string;
	readonly charset: string;
	readonly id: number;
	readonly isDefault: boolean;
	/** `_bin` and `binary`: compared by bytes or code points. */
	readonly isBinary: boolean;
	/** Bytes decide, spaces at the end too; see `bytewiseCollation`. */
	readonly isBytewise: boolean;
	/** Sortlen of SHOW COLLATION: a measure of the memory that sorting needs. */
	readonly sortLength: number;
}

/** MySQL's Sortlen where it is not 1. */
const sortLengths = new Map([
	["latin1_german2_ci", 2],
	["latin2_czech_cs", 4],
	["cp1250_czech_cs", 2],
	["tis620_thai_ci", 4],
	["gb18030_chinese_ci", 2],
	["gb18030_unicode_520_ci", 8],
]);

const unicodeCharsets = new Set(["utf8", "utf8mb4", "ucs2", "utf16", "utf16le", "utf32"]);

function isUnicode(charset: string): boolean {
	return unicodeCharsets.has(charset);
}

/** True for the Unicode collation algorithm and its language tailorings. */
function isLanguage(name: string, charset: string): boolean {
	return isUnicode(charset) && !/_general_|_bin$/.test(name);
}

function orderOf(name: string, charset: string): Order {
	if (name === "binary") {
		return binaryOrder;
	}
	const weights = weightsOf(name, charset);
	const order = weights === undefined ? paddedOrder : foldedOrder(weights);
	return name.endsWith("_bin") && isUnicode(charset) ? { ...order, printWeights: codePointPrinter(charset) } : order;
}

/** Cache of collations in use, usually few of two hundred. */
const known = new Map<string, Collation>();

const bytewise = " bytewise";

/**
 * Returns the collation of a charset in which bytes decide and nothing is padded: of servers that compare text so,
 * whatever collation it has. No statement can name it; it is shown as the charset's `_bin`.
 */
export function bytewiseCollation(charset: string): string {
	return charset === "binary" ? charset : `${charset}${bytewise}`;
}

function bytewiseOf(charset: string): Collation | undefined {
	const shown = named(`${charset}_bin`);
	return shown && { ...shown, ...bytewiseOrder, isBytewise: true };
}

function madeOf(name: string): Collation | undefined {
	if (name.endsWith(bytewise)) {
		const made = bytewiseOf(name.slice(0, -bytewise.length));
		if (made !== undefined) {
			known.set(name, Object.freeze(made));
		}
		return made;
	}
	const id = collationIds.get(name);
	if (id === undefined) {
		return undefined;
	}
	const charset = name.split("_")[0]!;
	const { compare, sortKey, prefixKey, groupKey, weights, printWeights } = orderOf(name, charset);
	const made = Object.freeze({
		name,
		charset,
		id,
		isDefault: charsetNamed(charset)!.defaultCollation === name,
		isBinary: name === "binary" || name.endsWith("_bin"),
		isBytewise: name === "binary",
		sortLength: sortLengths.get(name) ?? (isLanguage(name, charset) ? 8 : 1),
		compare,
		sortKey,
		prefixKey,
		groupKey,
		weights,
		printWeights,
	});
	known.set(name, made);
	return made;
}

function named(name: string): Collation | undefined {
	return known.get(name) ?? madeOf(name);
}

/** Returns all collations, by id. */
export function allCollations(): readonly Collation[] {
	return [...collationIds.keys()].map((name) => named(name)!).sort((a, b) => a.id - b.id);
}

/** Returns a collation by name in any letter case; `utf8mb3_...` is `utf8_...`. */
export function collationNamed(name: string): Collation | undefined {
	return named(name) ?? named(name.toLowerCase().replace(/^utf8mb3_/, "utf8_"));
}

let namesById: ReadonlyMap<number, string> | undefined;

export function collationWithId(id: number): Collation | undefined {
	namesById ??= new Map([...collationIds].map(([name, each]) => [each, name]));
	const name = namesById.get(id);
	return name === undefined ? undefined : named(name);
}

/** Returns a charset's default collation; undefined for an unknown charset. */
export function collationOfCharset(charset: string): Collation | undefined {
	const found = charsetNamed(charset);
	return found && named(found.defaultCollation);
}

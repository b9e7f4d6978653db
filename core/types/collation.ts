/**
 * The collations: in which order texts stand, and which of them are equal.
 *
 * In: a collation's name in any letter case, or its id. Out: the `Collation`, with comparison and keys over the
 * bytes of its charset. All but `binary` pad with spaces. It refuses to know which collation an expression has
 * (the planner) and where weights come from (`weight.ts`).
 */
import { charsetNamed } from "./charset.ts";
import { numberedCollations } from "./collation-list.ts";
import { comparePadded, paddedKey, paddedPrefix, withoutTrailingSpaces } from "./pad.ts";
import type { ByteString } from "./value.ts";
import { asciiFold, convertedFold, generalFold, swedishFold, unicodeFold, wideFold, type Fold } from "./weight.ts";

export interface Collation {
	readonly name: string;
	readonly charset: string;
	readonly id: number;
	readonly isDefault: boolean;
	/** `_bin` and `binary`: bytes (or code points) decide. */
	readonly isBinary: boolean;
	/** What SHOW COLLATION says of the memory that sorting needs. */
	readonly sortLength: number;
	/** Negative, 0 or positive, for two texts of the collation's charset. */
	compare(a: ByteString, b: ByteString): number;
	/** Weights whose byte order is the collation's order: index keys. */
	sortKey(bytes: ByteString): ByteString;
	/** Every text that begins with `bytes` has a sort key that begins with this: LIKE 'abc%' as a key range. */
	prefixKey(bytes: ByteString): ByteString;
	/** Equal for equal texts, and cheaper than `sortKey`: GROUP BY, DISTINCT, hash joins. */
	groupKey(bytes: ByteString): ByteString;
}

type Order = Pick<Collation, "compare" | "sortKey" | "prefixKey" | "groupKey">;

const unchanged = (bytes: ByteString): ByteString => bytes;

/** `binary`: every byte counts. */
const exactOrder: Order = {
	compare: (a, b) => (a === b ? 0 : a < b ? -1 : 1),
	sortKey: unchanged,
	prefixKey: unchanged,
	groupKey: unchanged,
};

/** `_bin` of charsets whose byte order is that of their characters. */
const paddedOrder: Order = {
	compare: comparePadded,
	sortKey: paddedKey,
	prefixKey: paddedPrefix,
	groupKey: withoutTrailingSpaces,
};

/** An order by the weights that a fold makes of a text. */
function foldedOrder(fold: Fold): Order {
	return {
		compare: (a, b) => (a === b ? 0 : comparePadded(fold(a), fold(b))),
		sortKey: (bytes) => paddedKey(fold(bytes)),
		prefixKey: (bytes) => paddedPrefix(fold(bytes)),
		groupKey: (bytes) => withoutTrailingSpaces(fold(bytes)),
	};
}

/** As `foldedOrder`, for charsets whose ASCII bytes are ASCII: such texts are compared in place. */
function asciiFirst(fold: Fold): Order {
	const order = foldedOrder(fold);
	return { ...order, compare: (a, b) => compareAscii(a, b) ?? order.compare(a, b) };
}

/** The order of two ASCII texts without regard to case, or undefined where another byte turns up. */
function compareAscii(a: ByteString, b: ByteString): number | undefined {
	const shorter = Math.min(a.length, b.length);
	for (let at = 0; at < shorter; at++) {
		const x = a.charCodeAt(at);
		const y = b.charCodeAt(at);
		if (x > 0x7f || y > 0x7f) {
			return undefined;
		}
		const difference = x === y ? 0 : capital(x) - capital(y);
		if (difference !== 0) {
			return difference;
		}
	}
	if (a.length === b.length) {
		return 0;
	}
	return a.length > b.length ? compareRest(a, shorter) : negated(compareRest(b, shorter));
}

/** What is behind `from` compared with endless spaces. */
function compareRest(bytes: ByteString, from: number): number | undefined {
	for (let at = from; at < bytes.length; at++) {
		const byte = bytes.charCodeAt(at);
		if (byte > 0x7f) {
			return undefined;
		}
		if (byte !== 0x20) {
			return byte < 0x20 ? -1 : 1;
		}
	}
	return 0;
}

function negated(order: number | undefined): number | undefined {
	return order === undefined ? undefined : 0 - order;
}

function capital(byte: number): number {
	return byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte;
}

const utf8Names = new Set(["utf8", "utf8mb4"]);
/** Charsets that have the collations of Unicode's algorithm. */
const hasLanguages = new Set([...utf8Names, "ucs2", "utf16", "utf32"]);

function orderOf(name: string, charset: string): Order {
	if (name === "binary") {
		return exactOrder;
	}
	const { minBytes, maxBytes } = charsetNamed(charset)!;
	if (name.endsWith("_bin")) {
		return minBytes === 1 ? paddedOrder : foldedOrder(convertedFold(charset, unchanged));
	}
	if (utf8Names.has(charset)) {
		return asciiFirst(name.includes("_general_") ? generalFold : unicodeFold);
	}
	if (minBytes > 1) {
		return foldedOrder(convertedFold(charset, name.includes("_general_") ? generalFold : unicodeFold));
	}
	if (maxBytes > 1) {
		return asciiFirst(wideFold(charset));
	}
	if (name.endsWith("_cs")) {
		return paddedOrder;
	}
	if (name === "latin1_swedish_ci") {
		return asciiFirst(swedishFold);
	}
	return charset === "ascii" ? asciiFirst(asciiFold) : foldedOrder(convertedFold(charset, generalFold));
}

export const collations: readonly Collation[] = numberedCollations.map(([name, id]) => {
	const charset = name.split("_")[0]!;
	return Object.freeze({
		name,
		charset,
		id,
		isDefault: charsetNamed(charset)!.defaultCollation === name,
		isBinary: name === "binary" || name.endsWith("_bin"),
		sortLength: hasLanguages.has(charset) && !/_general_|_bin$/.test(name) ? 8 : 1,
		...orderOf(name, charset),
	});
});

const byName = new Map(collations.map((collation) => [collation.name, collation]));
const byId = new Map(collations.map((collation) => [collation.id, collation]));

/** A name in any letter case; `utf8mb3_...` is `utf8_...`. */
export function collationNamed(name: string): Collation | undefined {
	return byName.get(name) ?? byName.get(name.toLowerCase().replace(/^utf8mb3_/, "utf8_"));
}

export function collationWithId(id: number): Collation | undefined {
	return byId.get(id);
}

/** The collation a text has that names only its charset; undefined for an unknown charset. */
export function defaultCollation(charset: string): Collation | undefined {
	const known = charsetNamed(charset);
	return known && byName.get(known.defaultCollation);
}

/** Stub of the collation registry: signatures first, bodies follow. */
import type { ByteString } from "./value.ts";

export interface Collation {
	readonly name: string;
	readonly charset: string;
	readonly id: number;
	readonly isDefault: boolean;
	/** `_bin` and `binary`: bytes decide. */
	readonly isBinary: boolean;
	/** Negative, 0 or positive, for two texts of the collation's charset. */
	compare(a: ByteString, b: ByteString): number;
	/** Weights whose byte order is the collation's order: index keys. */
	sortKey(bytes: ByteString): ByteString;
	/** Every text that begins with `bytes` has a sort key that begins with this: LIKE 'abc%' as a key range. */
	prefixKey(bytes: ByteString): ByteString;
	/** Equal for equal texts, and cheaper than `sortKey`: GROUP BY, DISTINCT, hash joins. */
	groupKey(bytes: ByteString): ByteString;
}

export const collations: readonly Collation[] = [];

export function collationNamed(name: string): Collation | undefined {
	return collations.find((collation) => collation.name === name.toLowerCase());
}

export function collationWithId(id: number): Collation | undefined {
	return collations.find((collation) => collation.id === id);
}

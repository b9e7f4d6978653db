/**
 * Hash function of PARTITION BY KEY: a 64-bit hash of the key columns.
 *
 * Integers are hashed by their bytes in the row, least significant first; text by its weight string.
 */
import type { Column } from "../../catalog/table.ts";
import { groupKey } from "../../types/compare/comparison.ts";
import { familyOf } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";

const widths: Readonly<Record<string, number>> = {
	tinyint: 1,
	smallint: 2,
	mediumint: 3,
	int: 4,
	bigint: 8,
	year: 1,
	date: 3,
	enum: 2,
};

export function keyHash(columns: readonly Column[], values: readonly Value[]): bigint {
	let hash = 1n;
	let salt = 4n;
	for (const [at, column] of columns.entries()) {
		const value = values[at]!;
		if (value === null) {
			hash = BigInt.asUintN(64, hash ^ ((hash << 1n) | 1n));
			continue;
		}
		for (const byte of bytesOf(column, value)) {
			hash = BigInt.asUintN(64, hash ^ (((hash & 63n) + salt) * BigInt(byte) + (hash << 8n)));
			salt += 3n;
		}
	}
	return hash;
}

function bytesOf({ type }: Column, value: Value): readonly number[] {
	if (typeof value !== "string") {
		const bits = BigInt.asUintN(64, typeof value === "bigint" ? value : BigInt(Math.trunc(value as number)));
		return Array.from({ length: widths[type.name] ?? 8 }, (_, at) => Number((bits >> BigInt(8 * at)) & 255n));
	}
	const key = familyOf(type) === "text" ? groupKey(type)(value) : value;
	return [...String(key)].map((character) => character.charCodeAt(0) & 255);
}

/**
 * Questions of the `listing` hook, as computed tables ask them: databases, tables, columns and charsets in lists.
 */
import { isCharacterType, type TypeName } from "../../types/value/type.ts";
import type { Integer } from "../../types/value/value.ts";
import type { CharsetPair } from "../record.ts";
import { fieldLength } from "../metadata-type.ts";
import type { Column } from "../table.ts";

export interface ListedColumn extends CharsetPair {
	readonly type: TypeName;
	/** As in metadata records. */
	readonly length: number;
	readonly isCharacterType: boolean;
	/** The longest ENUM element, or all of a SET with commas, in bytes. */
	readonly elementBytes: number;
}

export interface ListedCharset {
	readonly name: string;
	readonly defaultCollation: string;
	readonly description: string;
	readonly maxBytes: number;
}

export interface ListedCollation {
	readonly name: string;
	readonly charset: string;
	readonly id: number;
	readonly isDefault: boolean;
	readonly sortLength: number;
}

/** Characters and bytes; null: none are listed. */
export type ListedLengths = readonly [characters: Integer | null, bytes: Integer | null];

export interface ListingQuestions {
	databasePair(stated: CharsetPair, server: CharsetPair): CharsetPair;
	tableCollation(stated: CharsetPair, inForce: CharsetPair, server: CharsetPair): string;
	columnCharset(column: ListedColumn): readonly [charset: string | null, collation: string | null];
	columnLengths(column: ListedColumn, lengths: ListedLengths): ListedLengths;
	columnType(column: ListedColumn, text: string): string;
	fullColumnCollation(column: ListedColumn): string | null;
	charsets(known: readonly ListedCharset[], where: "show" | "schema"): readonly ListedCharset[];
	collations(known: readonly ListedCollation[]): readonly ListedCollation[];
	shownType(column: ListedColumn, text: string): string;
	appliesTo(collation: ListedCollation): boolean;
	listsGlobalVariables(): boolean;
}

export function listedColumn({ type, charset, collation }: Column): ListedColumn {
	const lengths = type.elements.map((element) => element.length);
	const elementBytes =
		type.name === "set"
			? lengths.reduce((sum, length) => sum + length, Math.max(0, lengths.length - 1))
			: Math.max(0, ...lengths);
	return {
		type: type.name,
		length: fieldLength(type),
		isCharacterType: isCharacterType(type),
		charset,
		collation,
		elementBytes,
	};
}

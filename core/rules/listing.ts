/**
 * Hook listing: charsets in SHOW and information_schema, beyond table definitions.
 *
 * In lists null stands for NULL.
 */
import {
	type AnswerKinds,
	yesOrNo,
	text,
	textOrNull,
	statedPair,
	plainList,
	listedPair,
	plainObject,
} from "./answer.ts";
import type {
	ListedCharset,
	ListedCollation,
	ListedColumn,
	ListedLengths,
	ListingQuestions,
} from "../catalog/information-schema/listing.ts";
import { defaultCollation } from "./clause.ts";
import type { CharsetPair } from "./facts.ts";
import { Hook } from "./hook.ts";

export type {
	ListedCharset,
	ListedCollation,
	ListedColumn,
	ListedLengths,
} from "../catalog/information-schema/listing.ts";

/** Questions about SHOW and information_schema. */
export class Listing extends Hook implements ListingQuestions {
	static readonly hook: string = "listing";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		createDatabase: text,
		databasePair: statedPair,
		tableCollation: text,
		columnCharset: listedPair,
		columnLengths: plainObject,
		columnType: text,
		fullColumnCollation: textOrNull,
		charsets: plainList,
		collations: plainList,
		appliesTo: yesOrNo,
		listsGlobalVariables: yesOrNo,
		shownType: text,
		namesPointReads: yesOrNo,
		compactsJson: yesOrNo,
	};

	/** @returns the end of SHOW CREATE DATABASE, behind the name */
	createDatabase({ charset, collation }: CharsetPair): string {
		const clause = collation === defaultCollation(charset) ? charset : `${charset} COLLATE ${collation}`;
		return ` /*!40100 DEFAULT CHARACTER SET ${clause} */`;
	}

	/** @returns the pair in SCHEMATA; empty words were not written */
	databasePair(stated: CharsetPair, _server: CharsetPair): CharsetPair {
		return stated;
	}

	/** @returns the collation in TABLES and SHOW TABLE STATUS */
	tableCollation(_stated: CharsetPair, inForce: CharsetPair, _server: CharsetPair): string {
		return inForce.collation;
	}

	/** @returns charset and collation in COLUMNS */
	columnCharset(column: ListedColumn): readonly [charset: string | null, collation: string | null] {
		return column.isCharacterType ? [column.charset, column.collation] : [null, null];
	}

	/**
	 * @param lengths MySQL's
	 * @returns the greatest length in characters and bytes in COLUMNS
	 */
	columnLengths(_column: ListedColumn, lengths: ListedLengths): ListedLengths {
		return lengths;
	}

	/**
	 * @param text the type as SHOW COLUMNS prints it
	 * @returns the type in COLUMNS
	 */
	columnType(_column: ListedColumn, text: string): string {
		return text;
	}

	/** @returns the collation in SHOW FULL COLUMNS */
	fullColumnCollation(column: ListedColumn): string | null {
		return column.isCharacterType ? column.collation : null;
	}

	/** @returns the rows of SHOW CHARSET and CHARACTER_SETS, in their order */
	charsets(known: readonly ListedCharset[], _where: "show" | "schema"): readonly ListedCharset[] {
		return known;
	}

	/** @returns the rows of SHOW COLLATION and COLLATIONS, in their order */
	collations(known: readonly ListedCollation[]): readonly ListedCollation[] {
		return known;
	}

	/** Decides whether COLLATION_CHARACTER_SET_APPLICABILITY lists the collation. */
	appliesTo(_collation: ListedCollation): boolean {
		return true;
	}

	/** Decides whether information_schema's GLOBAL_VARIABLES has rows. */
	listsGlobalVariables(): boolean {
		return true;
	}

	/**
	 * @param text MySQL's
	 * @returns a type as SHOW COLUMNS and SHOW CREATE TABLE print it
	 */
	shownType(_column: ListedColumn, text: string): string {
		return text;
	}

	/** Decides whether a point select names result columns as the table does, not as the statement does. */
	namesPointReads(): boolean {
		return false;
	}

	/** Decides whether JSON is printed without blanks. */
	compactsJson(): boolean {
		return false;
	}
}

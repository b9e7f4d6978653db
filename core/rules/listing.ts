/**
 * listing: what SHOW and information_schema say of charsets beyond the definitions.
 *
 * In: facts of a database, table, column or charset. Out: what stands in the list; null stands for NULL.
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

	/** How SHOW CREATE DATABASE ends, behind the name. */
	createDatabase({ charset, collation }: CharsetPair): string {
		const clause = collation === defaultCollation(charset) ? charset : `${charset} COLLATE ${collation}`;
		return ` /*!40100 DEFAULT CHARACTER SET ${clause} */`;
	}

	/** SCHEMATA. Empty words are those that nobody wrote. */
	databasePair(stated: CharsetPair, _server: CharsetPair): CharsetPair {
		return stated;
	}

	/** TABLES and SHOW TABLE STATUS. */
	tableCollation(_stated: CharsetPair, inForce: CharsetPair, _server: CharsetPair): string {
		return inForce.collation;
	}

	/** COLUMNS. */
	columnCharset(column: ListedColumn): readonly [charset: string | null, collation: string | null] {
		return column.isCharacterType ? [column.charset, column.collation] : [null, null];
	}

	/** COLUMNS: the greatest length in characters and bytes; `lengths` are MySQL's. */
	columnLengths(_column: ListedColumn, lengths: ListedLengths): ListedLengths {
		return lengths;
	}

	/** COLUMNS: `text` is the type as SHOW COLUMNS has it. */
	columnType(_column: ListedColumn, text: string): string {
		return text;
	}

	/** SHOW FULL COLUMNS. */
	fullColumnCollation(column: ListedColumn): string | null {
		return column.isCharacterType ? column.collation : null;
	}

	/** SHOW CHARSET and CHARACTER_SETS, in their order. */
	charsets(known: readonly ListedCharset[], _where: "show" | "schema"): readonly ListedCharset[] {
		return known;
	}

	/** SHOW COLLATION and COLLATIONS, in their order. */
	collations(known: readonly ListedCollation[]): readonly ListedCollation[] {
		return known;
	}

	/** Is it in COLLATION_CHARACTER_SET_APPLICABILITY? */
	appliesTo(_collation: ListedCollation): boolean {
		return true;
	}

	/** Has information_schema's GLOBAL_VARIABLES any rows? */
	listsGlobalVariables(): boolean {
		return true;
	}

	/** A type as SHOW COLUMNS and SHOW CREATE TABLE print it; `text` is MySQL's. */
	shownType(_column: ListedColumn, text: string): string {
		return text;
	}

	/** Has a row that is read by its whole key its columns named as the table names them, not as the statement does? */
	namesPointReads(): boolean {
		return false;
	}

	/** Is JSON printed without blanks? */
	compactsJson(): boolean {
		return false;
	}
}

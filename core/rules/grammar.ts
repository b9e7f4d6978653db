/**
 * Hook grammar: statements and words of MySQL that the server does not understand.
 *
 * Asked before any name is looked up, as a parser's errors come first. Each question returns a refusal, or undefined
 * where the construct is understood.
 */
import { type AnswerKinds, nothingOrRefusal } from "./answer.ts";
import type { TypeName } from "../types/value/type.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";

/** The words of a column's type beside CHARACTER SET. */
export interface TypeWords {
	readonly type: TypeName;
	readonly isCharacterType: boolean;
	readonly attribute: "ascii" | "unicode" | "byte" | undefined;
	readonly binary: boolean;
	readonly charset: boolean;
	readonly collate: boolean;
}

/** Questions about constructs that MySQL understands. */
export class Grammar extends Hook {
	static readonly hook: string = "grammar";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		alterDatabase: nothingOrRefusal,
		createTemporaryTable: nothingOrRefusal,
		createTableSelect: nothingOrRefusal,
		columnType: nothingOrRefusal,
		binaryAttribute: nothingOrRefusal,
		convertTable: nothingOrRefusal,
		textFunction: nothingOrRefusal,
		binaryCollation: nothingOrRefusal,
	};

	/** ALTER DATABASE. */
	alterDatabase(): Refusal | undefined {
		return undefined;
	}

	/** CREATE TEMPORARY TABLE. */
	createTemporaryTable(): Refusal | undefined {
		return undefined;
	}

	/** CREATE TABLE ... SELECT. */
	createTableSelect(): Refusal | undefined {
		return undefined;
	}

	/** ASCII, UNICODE, BYTE and COLLATE in a column's type. */
	columnType(_words: TypeWords): Refusal | undefined {
		return undefined;
	}

	/** The attribute BINARY of a column's type. */
	binaryAttribute(_words: TypeWords): Refusal | undefined {
		return undefined;
	}

	/** ALTER TABLE ... CONVERT TO CHARACTER SET. */
	convertTable(): Refusal | undefined {
		return undefined;
	}

	/** COLLATE BINARY, with the word unquoted. */
	binaryCollation(): Refusal | undefined {
		return undefined;
	}

	/**
	 * CONVERT(... USING ...), CHARSET() and COLLATION(). A warning in place of a refusal allows them.
	 * @param name in lower case
	 * @param charset what is behind USING, in lower case; else undefined
	 */
	textFunction(_name: string, _charset: string | undefined): Refusal | undefined {
		return undefined;
	}
}

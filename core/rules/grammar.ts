/**
 * grammar: which statements and words the server does not understand, though MySQL does.
 *
 * In: the facts of one construct. Out: nothing where it is understood, or the refusal. Asked before anything of a
 * statement is looked up, as a parser's errors come first.
 */
import { type AnswerKinds, nothingOrRefusal } from "./answer.ts";
import type { TypeName } from "../types/type.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";

/** What stands in a column's type beside its CHARACTER SET. */
export interface TypeWords {
	readonly type: TypeName;
	readonly isCharacterType: boolean;
	readonly attribute: "ascii" | "unicode" | "byte" | undefined;
	readonly binary: boolean;
	readonly charset: boolean;
	readonly collate: boolean;
}

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
}

/**
 * Error 1690: a number out of the range of its type.
 *
 * The compiler of the call replaces the values in the message by the expression's text
 * (`plan/compile/out-of-range.ts`).
 */
import { catalogue, fillSentence, SqlError } from "../../errors/catalogue.ts";
import type { ByteString } from "../../types/value/value.ts";

export class OutOfRange extends SqlError {
	readonly typeName: string;

	constructor(typeName: string, expression: ByteString) {
		const [code, state, sentence] = catalogue.dataOutOfRange;
		super(code, state, fillSentence(sentence, [typeName, expression]));
		this.typeName = typeName;
	}
}

export function outOfRange(typeName: string, expression: string): Error {
	return new OutOfRange(typeName, expression);
}

/** The functions and operators that throw it. */
export const overflowing: ReadonlySet<string> = new Set([
	"+",
	"-",
	"*",
	"/",
	"div",
	"abs",
	"round",
	"truncate",
	"exp",
	"pow",
	"power",
	"cot",
	"sqrt",
	"tan",
	"degrees",
]);

/**
 * Error 1690: a number that leaves the range of its type.
 *
 * In: the type's name, and how the function shows the values that it was given. Out: an error. It refuses to know the
 * expression: who compiled the call puts its text in the place of the values (`plan/compile/overflow.ts`).
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

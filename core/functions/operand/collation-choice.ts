/**
 * Which charset and collation several texts are compared or joined in.
 *
 * In: operands with their coercibility. Out: one encoding, or error 1267 or 1271 where none is stronger.
 *
 * The stronger operand (lower coercibility) wins. The two UTF-8 charsets hold the same bytes here, so they never
 * conflict: at equal strength utf8mb4 wins, being the superset. Otherwise Unicode wins over other charsets, bytes
 * over text, and `_bin` over its siblings of one charset. A literal that a column's charset can't hold is a conflict.
 * Numbers take the connection's charset, and NULL alone is bytes.
 */
import { convertText, isUnicode, isUtf8 } from "../../types/text/charset.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { isAscii } from "../../types/text/utf8.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { Coercibility, Operand, ResolutionContext } from "../definition/function.ts";
import { isTextual, type Encoding } from "../definition/result.ts";

export interface CollationChoice extends Encoding {
	readonly coercibility: Coercibility;
}

interface Candidate extends CollationChoice {
	/** True where the text is known to be ASCII, so that it fits any charset. */
	readonly ascii: boolean;
	/** The text itself, where it is known. */
	readonly text: ByteString | undefined;
}

const derivations = ["EXPLICIT", "NONE", "IMPLICIT", "SYSCONST", "COERCIBLE", "NUMERIC", "IGNORABLE"];

/** As messages name them. */
const ofNumbers = { collation: "latin1_swedish_ci", coercibility: 5 };
const ofNull = { collation: "binary", coercibility: 6 };

/** Of two charsets that don't mix. */
const undecided: Candidate = { charset: "binary", collation: "binary", coercibility: 1, ascii: false, text: undefined };
/** Text of nothing but NULL is bytes, and gives way to any other. */
const bytesOfNull: CollationChoice = { charset: "binary", collation: "binary", coercibility: 6 };
/** BIT is bytes where it is joined with text. */
const hasCollation = ({ type }: Operand): boolean => isTextual(type) || type.name === "bit";
const isNull = ({ type, word }: Operand): boolean => type.name === "null" && word === undefined;

const connectionText = ({ connectionCharset, connectionCollation }: ResolutionContext): CollationChoice => ({
	charset: connectionCharset,
	collation: connectionCollation,
	coercibility: 4,
});

/** Refused; the reason is given by the caller, who knows all operands. */
const conflict = Symbol("conflict");

/** The encoding of text that is made from these operands. */
export function chooseCollation(
	operands: readonly Operand[],
	context: ResolutionContext,
	operation: string,
): CollationChoice {
	const candidates = operands.filter(hasCollation).map(candidateOf);
	const [first, ...rest] = candidates;
	if (first === undefined) {
		return operands.length > 0 && operands.every(isNull) ? bytesOfNull : connectionText(context);
	}
	let chosen = first;
	let isOpen = false;
	for (const next of rest) {
		const stronger = strongerOf(chosen, next);
		if (stronger === conflict && chosen.charset === next.charset) {
			throw illegalMix(operands, operation);
		}
		// Two charsets that don't mix are settled by a later operand with a COLLATE of its own.
		isOpen ||= stronger === conflict;
		// An operand that yields to the next does not count for ASCII; otherwise the result is ASCII only where both are.
		chosen = {
			...(stronger === conflict ? undecided : stronger),
			ascii: next.ascii && (chosen.ascii || stronger === next),
		};
	}
	if ((isOpen && chosen.coercibility !== 0) || candidates.some((candidate) => !survives(candidate, chosen.charset))) {
		throw illegalMix(operands, operation);
	}
	// Numbers count for more than what was NULL.
	return chosen.coercibility === bytesOfNull.coercibility &&
		operands.some((operand) => !hasCollation(operand) && !isNull(operand))
		? connectionText(context)
		: chosen;
}

/** The encoding two or more texts are compared in; here `NONE`, a draw between collations, is an error too. */
export function chooseComparison(
	operands: readonly Operand[],
	context: ResolutionContext,
	operation: string,
): CollationChoice {
	const chosen = chooseCollation(operands, context, operation);
	if (chosen.coercibility === 1) {
		throw illegalMix(operands, operation);
	}
	return chosen;
}

/** An operand's own encoding if it is text; else the connection's, which is what it is printed in; of NULL, bytes. */
export function encodingOf(operand: Operand, context: ResolutionContext): CollationChoice {
	if (!hasCollation(operand)) {
		return isNull(operand) ? bytesOfNull : connectionText(context);
	}
	return candidateOf(operand);
}

function candidateOf(operand: Operand): Candidate {
	const { type } = operand;
	const ofJson = { charset: "utf8mb4", collation: "utf8mb4_bin" };
	const { charset, collation } = type.name === "json" ? ofJson : type.name === "bit" ? bytesOfNull : type;
	return {
		charset,
		collation,
		// Whatever numbers are, BIT binds as a column does.
		coercibility: type.name === "bit" ? 2 : operand.coercibility,
		ascii:
			operand.ascii === true ||
			charset === "ascii" ||
			(typeof operand.constant === "string" && isAscii(operand.constant)),
		text: typeof operand.constant === "string" ? operand.constant : undefined,
	};
}

function strongerOf(a: Candidate, b: Candidate): Candidate | typeof conflict {
	if (a.charset === b.charset) {
		return a.coercibility === b.coercibility ? drawn(a, b) : stronger(a, b);
	}
	if (a.charset === "binary" || b.charset === "binary") {
		const [bytes, text] = a.charset === "binary" ? [a, b] : [b, a];
		return bytes.coercibility <= text.coercibility ? bytes : text;
	}
	if (isUtf8(a.charset) && isUtf8(b.charset)) {
		return a.coercibility === b.coercibility ? (a.charset === "utf8mb4" ? a : b) : stronger(a, b);
	}
	if (holdsAll(a, b)) {
		return a;
	}
	if (holdsAll(b, a)) {
		return b;
	}
	const [strong, weak] = a.coercibility < b.coercibility ? [a, b] : [b, a];
	if (strong.coercibility === weak.coercibility || weak.coercibility < 3) {
		return conflict;
	}
	return strong;
}

function stronger(a: Candidate, b: Candidate): Candidate {
	return a.coercibility < b.coercibility ? a : b;
}

/** Two collations of one charset, equally strong. */
function drawn(a: Candidate, b: Candidate): Candidate | typeof conflict {
	if (a.collation === b.collation) {
		return { ...a, ascii: a.ascii && b.ascii };
	}
	if (a.coercibility === 0) {
		return conflict;
	}
	if (isBinary(a)) {
		return a;
	}
	return isBinary(b) ? b : { ...a, collation: `${a.charset}_bin`, coercibility: 1 };
}

function isBinary({ collation }: Candidate): boolean {
	return collationNamed(collation)?.isBinary ?? collation.endsWith("_bin");
}

/** True where text of `b` can be converted to `a`'s charset without loss, and `a` is not the weaker. */
function holdsAll(a: Candidate, b: Candidate): boolean {
	if (a.coercibility > b.coercibility) {
		return false;
	}
	// Of two that are ASCII and equally strong the one in Unicode holds the other.
	if (b.ascii && (a.coercibility < b.coercibility || !a.ascii || isUnicode(a.charset) || !isUnicode(b.charset))) {
		return true;
	}
	return isUnicode(a.charset) && (a.coercibility < b.coercibility || !isUnicode(b.charset));
}

/**
 * Whether text can be written in a charset: a column's may not, a literal may; what is not known yet will have to be.
 */
function survives({ text, charset, coercibility, ascii }: Candidate, target: string): boolean {
	const isKept =
		charset === target || target === "binary" || charset === "binary" || (isUtf8(charset) && isUtf8(target));
	if (!isKept && text === undefined && coercibility === 2 && !ascii && !isUnicode(target)) {
		return false;
	}
	return isKept || text === undefined || convertText(convertText(text, charset, target), target, charset) === text;
}

/** The error lists all operands, those without a collation of their own included. */
function illegalMix(operands: readonly Operand[], operation: string): Error {
	const words = operands.flatMap((operand) => {
		const { collation, coercibility } = hasCollation(operand)
			? candidateOf(operand)
			: operand.type.name === "null"
				? ofNull
				: ofNumbers;
		return [collation, derivations[coercibility] ?? "IMPLICIT"];
	});
	switch (operands.length) {
		case 2:
			return sqlError("illegalMixOfTwoCollations", ...words, operation);
		case 3:
			return sqlError("illegalMixOfThreeCollations", ...words, operation);
		default:
			return sqlError("illegalMixOfCollations", operation);
	}
}

/**
 * Collation aggregation: the charset and collation in which several texts are compared or concatenated.
 *
 * Error 1267 or 1271 where none is stronger. The lower coercibility wins. The two UTF-8 charsets hold the same bytes
 * here, so they never conflict: at equal strength utf8mb4 wins, being the superset. Otherwise Unicode wins over other
 * charsets, binary over text, and `_bin` over other collations of a charset. A literal that a column's charset cannot
 * represent is a conflict. Numbers take the connection's charset, and NULL alone is binary.
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
	/** The text is known to be ASCII, so that it fits any charset. */
	readonly ascii: boolean;
	/** The text, if it is constant. */
	readonly text: ByteString | undefined;
}

const derivations = ["EXPLICIT", "NONE", "IMPLICIT", "SYSCONST", "COERCIBLE", "NUMERIC", "IGNORABLE"];

/** Numbers in error messages. */
const ofNumbers = { collation: "latin1_swedish_ci", coercibility: 5 };
const ofNull = { collation: "binary", coercibility: 6 };

/** Result of two incompatible charsets. */
const undecided: Candidate = { charset: "binary", collation: "binary", coercibility: 1, ascii: false, text: undefined };
/** Only NULLs: binary, weaker than anything else. */
const bytesOfNull: CollationChoice = { charset: "binary", collation: "binary", coercibility: 6 };
/** BIT is binary where it is concatenated with text. */
const hasCollation = ({ type }: Operand): boolean => isTextual(type) || type.name === "bit";
const isNull = ({ type, word }: Operand): boolean => type.name === "null" && word === undefined;

const connectionText = ({ connectionCharset, connectionCollation }: ResolutionContext): CollationChoice => ({
	charset: connectionCharset,
	collation: connectionCollation,
	coercibility: 4,
});

/** Conflict; the caller throws the error, which lists all operands. */
const conflict = Symbol("conflict");

/** Returns the encoding of text made from these operands. */
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
		// A later operand with COLLATE resolves the conflict of two incompatible charsets.
		isOpen ||= stronger === conflict;
		// A weaker operand does not count for ASCII; otherwise the result is ASCII only if both are.
		chosen = {
			...(stronger === conflict ? undecided : stronger),
			ascii: next.ascii && (chosen.ascii || stronger === next),
		};
	}
	if ((isOpen && chosen.coercibility !== 0) || candidates.some((candidate) => !survives(candidate, chosen.charset))) {
		throw illegalMix(operands, operation);
	}
	// Numbers are stronger than NULL.
	return chosen.coercibility === bytesOfNull.coercibility &&
		operands.some((operand) => !hasCollation(operand) && !isNull(operand))
		? connectionText(context)
		: chosen;
}

/** Returns the encoding for a comparison; collation `NONE`, a tie, is an error here too. */
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

/** Returns the encoding of text; of other types the connection's, in which they are printed; of NULL, binary. */
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
		// Unlike numbers, BIT has the coercibility of a column.
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

/** Two collations of one charset with equal coercibility. */
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

/** True where text of `b` can be converted to `a`'s charset without loss, and `a` is not weaker. */
function holdsAll(a: Candidate, b: Candidate): boolean {
	if (a.coercibility > b.coercibility) {
		return false;
	}
	// Of two ASCII texts of equal coercibility the Unicode one wins; without one, none does.
	if (b.ascii && (a.coercibility < b.coercibility || !a.ascii || isUnicode(a.charset))) {
		return true;
	}
	return isUnicode(a.charset) && (a.coercibility < b.coercibility || !isUnicode(b.charset));
}

/**
 * True if text may be converted to a charset: never a column's, a literal's if it fits; text that is unknown yet will
 * be converted at run time.
 */
function survives({ text, charset, coercibility, ascii }: Candidate, target: string): boolean {
	const isKept =
		charset === target || target === "binary" || charset === "binary" || (isUtf8(charset) && isUtf8(target));
	if (!isKept && text === undefined && coercibility === 2 && !ascii && !isUnicode(target)) {
		return false;
	}
	return isKept || text === undefined || convertText(convertText(text, charset, target), target, charset) === text;
}

/** The error lists all operands, those without a collation included. */
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

/**
 * Kinds of answers that a question takes, for checking the answers of plugins.
 *
 * A rule of a plugin is code that this project's compiler has not seen: its answer is checked before the kernel uses
 * or stores it.
 */
import { charsetNamed } from "../types/text/charset.ts";
import { collationNamed } from "../types/collation/collation.ts";
import type { CharsetPair } from "./facts.ts";
import { Refusal } from "./refusal.ts";
import { isSwitch } from "./setting/switch.ts";
import { Warned } from "./warned.ts";

export interface AnswerKind {
	/** The accepted answers in words, to follow "it answers". */
	readonly words: string;
	/** Where refuse(...) is an answer, warn(...) is one, too. */
	readonly mayWarn?: true;
	accepts(answer: unknown): boolean;
	print(answer: unknown): string;
}

/** The kinds of answers of a hook's questions, by question. */
export type AnswerKinds = Readonly<Record<string, AnswerKind>>;

function kind(words: string, accepts: (answer: unknown) => boolean): AnswerKind {
	return { words, accepts, print: printed };
}

export const nothing = kind("nothing", (answer) => answer === undefined);
export const refusal = kind(
	"refuse(code, state, message) with a code from 1 to 65535 and a state of five letters or digits",
	(answer) =>
		answer instanceof Refusal &&
		!(answer instanceof Warned) &&
		Number.isInteger(answer.code) &&
		answer.code > 0 &&
		answer.code < 65536 &&
		/^[0-9A-Z]{5}$/.test(answer.state) &&
		typeof answer.message === "string" &&
		Number.isInteger(answer.cutAt) &&
		answer.cutAt >= 0,
);
/** An answer, or a refusal, or the answer with a warning. */
export function verdict(given: AnswerKind, words = `${given.words} or refuse(...)`): AnswerKind {
	return {
		words,
		mayWarn: true,
		accepts: (answer) =>
			answer instanceof Warned ? isWarning(answer) && given.accepts(answer.answer) : accepted(answer, given),
		print: printed,
	};
}

function accepted(answer: unknown, given: AnswerKind): boolean {
	return given.accepts(answer) || refusal.accepts(answer);
}

function isWarning({ code, message }: Warned<unknown>): boolean {
	return Number.isInteger(code) && code > 0 && code < 65536 && typeof message === "string";
}

/** A refusal, or a warning in its place. */
export const refusalOrWarning: AnswerKind = {
	words: "refuse(...)",
	mayWarn: true,
	accepts: (answer) => answer !== undefined && nothingOrRefusal.accepts(answer),
	print: printed,
};

/** Nothing, a refusal or a warning: the commonest kind. */
export const nothingOrRefusal: AnswerKind = verdict(nothing, "nothing or refuse(...)");
export const yesOrNo = kind("true or false", (answer) => typeof answer === "boolean");
export const text = kind("text", (answer) => typeof answer === "string");
/** Text as bytes: `encodeText` makes it. */
export const bytes = kind(
	"bytes, such as encodeText(...)",
	(answer) => typeof answer === "string" && /^[\0-\xff]*$/.test(answer),
);

/** Plain data that JSON prints. */
export type JsonValue =
	| null
	| boolean
	| number
	| string
	| readonly JsonValue[]
	| { readonly [name: string]: JsonValue };

export const json = kind("null, true or false, a number, text, or a list or object of these", isJson);

function isJson(answer: unknown): boolean {
	if (Array.isArray(answer)) {
		return answer.every(isJson);
	}
	return answer === null || ["boolean", "string"].includes(typeof answer) || Number.isFinite(answer)
		? true
		: isPlainObject(answer) &&
				Object.getPrototypeOf(answer) === Object.prototype &&
				Object.values(answer).every(isJson);
}

export const word = kind("a word that is not empty", (answer) => typeof answer === "string" && answer !== "");
export const textOrNull = kind("text or null", (answer) => answer === null || typeof answer === "string");
export const knownCharset = kind(
	"the name of a known character set",
	(answer) => typeof answer === "string" && charsetNamed(answer) !== undefined,
);
/** A charset and a collation that are known and fit each other. */
export const charsetPair = kind(
	"{ charset, collation } of a known character set and a collation of it",
	(answer) => isPair(answer) && answer.charset !== "" && answer.collation !== "" && fits(answer),
);
/** A pair whose empty words stand for the surrounding default. */
export const statedPair = kind(
	"{ charset, collation } of a known character set and a collation of it, either of them empty where none is stated",
	(answer) => isPair(answer) && fits(answer),
);
/** The outcome of an ALTER TABLE of a charset. */
export const tableOutcome = kind(
	'{ reach: "nothing", "default" or "columns", to: { charset, collation }, checksLengths: true or false }',
	(answer) =>
		isPlainObject(answer) &&
		["nothing", "default", "columns"].includes(answer["reach"] as string) &&
		statedPair.accepts(answer["to"]) &&
		typeof answer["checksLengths"] === "boolean",
);
/** A charset and a collation as COLUMNS lists them. */
export const listedPair = kind(
	"[charset, collation], each text or null",
	(answer) => Array.isArray(answer) && answer.length === 2 && answer.every((each) => textOrNull.accepts(each)),
);
export const plainObject = kind("an object", isPlainObject);
export const clause = kind(
	"a clause: { charset?, collation? }",
	(answer) =>
		isPlainObject(answer) &&
		["charset", "collation"].every((name) => answer[name] === undefined || typeof answer[name] === "string"),
);
export const words = kind(
	"a list of words",
	(answer) => Array.isArray(answer) && answer.every((each) => typeof each === "string"),
);
export const plainList = kind(
	"a list of objects",
	(answer) => Array.isArray(answer) && answer.every((each) => isPlainObject(each)),
);

export const switchList = kind(
	"a list of { setting, surface, name, scope?, default, about }, the default on or off, a number within least and " +
		"greatest, or one of words",
	(answer) => plainList.accepts(answer) && (answer as readonly unknown[]).every(isSwitch),
);

export function wholeNumber(least: number, greatest = Number.MAX_SAFE_INTEGER): AnswerKind {
	const bound = greatest === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${greatest}`;
	return kind(
		`a whole number${bound}`,
		(answer) => Number.isInteger(answer) && Number(answer) >= least && Number(answer) <= greatest,
	);
}

export function oneOf(...choices: readonly string[]): AnswerKind {
	return kind(choices.map((each) => JSON.stringify(each)).join(" or "), (answer) => choices.includes(answer as string));
}

export function either(...kinds: readonly AnswerKind[]): AnswerKind {
	return {
		words: kinds.map((each) => each.words).join(" or "),
		accepts: (answer) => kinds.some((each) => each.accepts(answer)),
		print: printed,
	};
}

/** A value of a system variable: text, a number or NULL. */
export const variableValue = kind(
	"text, a number or null",
	(answer) => answer === null || ["string", "number", "bigint"].includes(typeof answer),
);

function isPair(answer: unknown): answer is CharsetPair {
	return isPlainObject(answer) && typeof answer["charset"] === "string" && typeof answer["collation"] === "string";
}

function fits({ charset, collation }: CharsetPair): boolean {
	const known = charset === "" || charsetNamed(charset) !== undefined;
	const named = collation === "" ? undefined : collationNamed(collation);
	return known && (collation === "" || (named !== undefined && (charset === "" || named.charset === charset)));
}

function isPlainObject(answer: unknown): answer is Record<string, unknown> {
	return (
		typeof answer === "object" &&
		answer !== null &&
		!Array.isArray(answer) &&
		!(answer instanceof Promise || answer instanceof Refusal)
	);
}

const longestPrinted = 80;

function printed(answer: unknown): string {
	if (answer instanceof Promise) {
		return "a promise";
	}
	if (answer instanceof Warned) {
		const given = answer.answer === undefined ? "" : `, ${printed(answer.answer)}`;
		return `warn(${JSON.stringify(answer.code)}, ...${given})`;
	}
	if (answer instanceof Refusal) {
		return `refuse(${JSON.stringify(answer.code)}, ${JSON.stringify(answer.state)}, ...)`;
	}
	if (answer === undefined) {
		return "nothing";
	}
	const words =
		typeof answer === "object"
			? safeJson(answer)
			: typeof answer === "string"
				? JSON.stringify(answer)
				: String(answer);
	return words.length > longestPrinted ? `${words.slice(0, longestPrinted)}...` : words;
}

function safeJson(answer: object | null): string {
	try {
		return JSON.stringify(answer) ?? String(answer);
	} catch {
		return Object.prototype.toString.call(answer);
	}
}

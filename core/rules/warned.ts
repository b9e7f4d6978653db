/**
 * Warned answer: a rule's answer with a warning, as plain data; the statement continues and the warning is recorded.
 *
 * It is the third answer wherever a refusal is possible, in strict mode, too: a refusal that does not count as one.
 * It is signed as refusals are.
 */
import type { Decision } from "../errors/catalogue.ts";
import type { Warning } from "../types/evaluation/evaluation.ts";
import { encodeText, type ByteString } from "../types/value/value.ts";
import { Refusal } from "./refusal.ts";

/** SQL state of warnings in general. */
const warningState = "01000";

/** An answer and the warning that comes with it; `warn` and `soften` make one. */
export class Warned<T = undefined> extends Refusal {
	/** The question's answer: undefined where it only allows or refuses. */
	readonly answer: T;

	constructor(code: number, message: ByteString, answer: T, decision?: Decision) {
		// Behind any byte: nothing is cut.
		super(code, warningState, message, Number.MAX_SAFE_INTEGER, decision);
		this.answer = answer;
	}

	/** @returns the same warning, signed by the rule that made it */
	override signed(decision: Decision): Warned<T> {
		return new Warned(this.code, this.message, this.answer, decision);
	}
}

/** Receives the warnings of a statement. */
export interface WarningSink {
	record(warning: Warning): void;
}

/**
 * Allows, with a warning.
 * @param code MySQL's or the server's error number
 * @param message JavaScript text
 */
export function warn(code: number, message: string): Warned;
/** @param answer what the question is answered with, where it answers more than yes or no */
export function warn<T>(code: number, message: string, answer: T): Warned<T>;
export function warn<T>(code: number, message: string, answer?: T): Warned<T | undefined> {
	return new Warned(code, encodeText(message), answer);
}

/**
 * Turns a refusal of another rule into a warning with the same code and message.
 * @param verdict the other rule's answer
 * @returns any other answer as it is
 */
export function soften(verdict: Refusal | undefined): Warned | undefined;
/** @param answer what the question is answered with in the refusal's place */
export function soften<T>(verdict: T | Refusal, answer: T): T | Warned<T>;
export function soften<T>(verdict: T | Refusal, answer?: T): T | Warned<T> {
	if (!(verdict instanceof Refusal)) {
		return verdict;
	}
	return verdict instanceof Warned ? verdict : new Warned(verdict.code, verdict.message, answer as T);
}

/**
 * Answers a question by another one that only allows or refuses.
 * @param verdict the other question's answer
 * @param answer the answer where that allows
 */
export function allowedAs<T>(verdict: Refusal | undefined, answer: T): T | Refusal {
	return verdict instanceof Warned
		? new Warned(verdict.code, verdict.message, answer, verdict.decision)
		: (verdict ?? answer);
}

/**
 * Asks several questions that allow or refuse, in order, up to the first refusal.
 * @returns the first refusal, else the first warning
 */
export function strictest(...questions: readonly (() => Refusal | undefined)[]): Refusal | undefined {
	let warned: Refusal | undefined;
	for (const question of questions) {
		const verdict = question();
		if (verdict !== undefined && !(verdict instanceof Warned)) {
			return verdict;
		}
		warned ??= verdict;
	}
	return warned;
}

/**
 * Unwraps an answer.
 * @param sink receives its warning
 * @returns the answer, if it is no refusal
 * @throws SqlError the refusal as an error
 */
export function granted<T>(verdict: T | Refusal, sink: WarningSink): T {
	if (!(verdict instanceof Refusal)) {
		return verdict;
	}
	if (!(verdict instanceof Warned)) {
		throw verdict.toError();
	}
	recordWarning(verdict, sink);
	return verdict.answer as T;
}

/** Records the warning of a warned answer, or the message of a refusal that does not count as an error. */
export function recordWarning({ code, message, decision }: Refusal, sink: WarningSink): void {
	sink.record({ level: "Warning", code, message, ...(decision === undefined ? {} : { decision }) });
}

/**
 * Verdicts of rules as plain values: a refusal or warning with its text, and the rule that decided.
 */
import { AssertionError } from "node:assert";
import { decodeText, type Decision, Refusal, Warned } from "../../core/index.ts";
import type { PlayedAnswer } from "./play.ts";

/** A verdict as plain values. */
export interface ToldVerdict {
	/** `answer`: neither refused nor warned. */
	readonly kind: "answer" | "warning" | "refusal";
	/** The answer itself, or the one that comes with a warning; undefined for a refusal. */
	readonly answer: unknown;
	readonly code: number | undefined;
	readonly state: string | undefined;
	readonly message: string | undefined;
	/** Of insert checks: the byte offset at which a refused value is cut without strict mode. */
	readonly cutAt: number | undefined;
	/** The class of the rule that decided. */
	readonly rule: string | undefined;
	/** The question it decided: `insert-check.text`. */
	readonly question: string | undefined;
	/** Where the rule comes from: `plugin mine`, `release 2.1.2`, `kernel`. */
	readonly origin: string | undefined;
}

/**
 * @param verdict the answer of a question that was asked of a book
 * @returns the same as plain values
 */
export function told(verdict: unknown): ToldVerdict {
	if (!(verdict instanceof Refusal)) {
		return { ...nothing, kind: "answer", answer: verdict };
	}
	const { code, state, message, cutAt, decision } = verdict;
	const isWarning = verdict instanceof Warned;
	return {
		kind: isWarning ? "warning" : "refusal",
		answer: isWarning ? verdict.answer : undefined,
		code,
		state,
		message: decodeText(message),
		cutAt: isWarning ? undefined : cutAt,
		...deciderOf(decision),
	};
}

const nothing = {
	code: undefined,
	state: undefined,
	message: undefined,
	cutAt: undefined,
	rule: undefined,
	question: undefined,
	origin: undefined,
};

/** The rule of a decision as plain values. */
export function deciderOf(decision: Decision | undefined): Pick<ToldVerdict, "rule" | "question" | "origin"> {
	return {
		rule: decision?.rule,
		question: decision && `${decision.hook}.${decision.question}`,
		origin: decision?.origin,
	};
}

/**
 * Asserts that a question was answered with a refusal, or a statement with an error.
 * @param verdict a question's answer, or a statement's
 * @param code the expected error number
 * @param rule the class of the rule that must have decided; absent: any
 * @throws AssertionError with a sentence that says what was answered, and by which rule
 */
export function assertRefused(verdict: unknown, code: number, rule?: string): void {
	assertVerdict(verdict, "refusal", code, rule);
}

/**
 * Asserts that a question was answered with a warning, or that a statement left one.
 * @param verdict a question's answer, or a statement's
 * @param code the expected number of the warning
 * @param rule the class of the rule that must have decided; absent: any. Of a statement the rules of its warnings are
 *   not known: leave it out
 * @throws AssertionError with a sentence that says what was answered, and by which rule
 */
export function assertWarned(verdict: unknown, code: number, rule?: string): void {
	assertVerdict(verdict, "warning", code, rule);
}

function assertVerdict(verdict: unknown, kind: "refusal" | "warning", code: number, rule: string | undefined): void {
	const found = isPlayed(verdict) ? verdictsOf(verdict) : [told(verdict)];
	if (found.some((each) => each.kind === kind && each.code === code && (rule === undefined || each.rule === rule))) {
		return;
	}
	const wanted = `a ${kind} ${code}${rule === undefined ? "" : ` by ${rule}`}`;
	throw new AssertionError({
		message: `expected ${wanted}, got ${found.map(sentence).join("; ") || "neither error nor warning"}`,
		stackStartFn: kind === "refusal" ? assertRefused : assertWarned,
	});
}

function verdictsOf({ error, warnings }: PlayedAnswer): readonly ToldVerdict[] {
	const told = warnings.map((each): ToldVerdict => ({ ...nothing, ...each, kind: "warning", answer: undefined }));
	return error === undefined ? told : [...told, { ...nothing, ...error, kind: "refusal", answer: undefined }];
}

function isPlayed(verdict: unknown): verdict is PlayedAnswer {
	return typeof verdict === "object" && verdict !== null && "statement" in verdict && "warnings" in verdict;
}

function sentence({ kind, code, message, rule, origin, answer }: ToldVerdict): string {
	return kind === "answer"
		? `the answer ${JSON.stringify(answer) ?? "undefined"}`
		: `a ${kind} ${code} (${message})${rule === undefined ? "" : ` by ${rule} of ${origin}`}`;
}

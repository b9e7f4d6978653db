/**
 * Layer of a hook's rules: one rule class, whose answers are checked and signed where they are made.
 *
 * Rules form a chain of classes, each calls the one before it by `super`. Between two of them is a generated class
 * whose methods call the rule's own and sign an unsigned refusal or warning. So it bears the name of the rule that made
 * it, however many rules above pass it on, and a failure or a bad answer is attributed to its maker.
 *
 *     kernel ◄─ signed ◄─ release R ◄─ signed ◄─ plugin ◄─ signed    asked from the right, answered by its maker
 */
import { type Decision, SqlError, sqlError } from "../errors/catalogue.ts";
import { encodeText } from "../types/value/value.ts";
import type { AnswerKind } from "./answer.ts";
import type { Hook, HookClass } from "./hook.ts";
import { questionWatch } from "./question-watch.ts";
import { Refusal } from "./refusal.ts";

type Method = (...facts: unknown[]) => unknown;

/** An answer, the layer that made it, and the layers above that passed it on unchanged, the outermost first. */
export interface Answered {
	readonly answer: unknown;
	readonly decision: Decision;
	readonly passedOn: readonly Decision[];
}

/** Member of an observed rule: its `LayerWatch`. */
export const layerWatch = Symbol("layer watch");

/**
 * The rule class with its own questions signed.
 *
 * @param ruleClass the rule as its page wrote it
 * @param decisionOf the rule that answers a question, as refusals and traces name it
 * @param kindOf the kinds of answers to a question; undefined where answers are not checked
 * @param isOfPlugin a watch is told while it answers
 */
export function signedLayer(
	ruleClass: HookClass,
	questions: readonly string[],
	decisionOf: (question: string) => Decision,
	kindOf: (question: string) => AnswerKind | undefined,
	isOfPlugin = false,
): HookClass {
	const signed = class extends ruleClass {};
	Object.defineProperty(signed, "name", { value: ruleClass.name });
	for (const question of questions) {
		const method = Object.getOwnPropertyDescriptor(ruleClass.prototype, question)?.value as Method | undefined;
		if (method !== undefined && !ruleClass.phrases.includes(question)) {
			const decision = decisionOf(question);
			const value = signedQuestion(isOfPlugin ? watched(method, decision) : method, decision, kindOf(question));
			Object.defineProperty(signed.prototype, question, { value, writable: true, configurable: true });
		}
	}
	return signed;
}

/** The questions that a class answers by methods of its own. */
export function ownQuestions(ruleClass: HookClass): readonly string[] {
	return Object.getOwnPropertyNames(ruleClass.prototype).filter((name) => name !== "constructor");
}

/** Returns whether a rule's own answer may be that of the rule below: its method calls `super`. */
export function callsSuper(ruleClass: HookClass, question: string): boolean {
	const method = Object.getOwnPropertyDescriptor(ruleClass.prototype, question)?.value as Method | undefined;
	return method !== undefined && new RegExp(`\\bsuper\\s*(\\.\\s*${question}\\b|\\[)`).test(String(method));
}

function signedQuestion(method: Method, decision: Decision, kind: AnswerKind | undefined): Method {
	return function (this: Hook, ...facts: unknown[]): unknown {
		const watch = (this as { [layerWatch]?: LayerWatch })[layerWatch];
		return watch === undefined
			? answered(this, method, facts, decision, kind)
			: watch.layer(decision, () => answered(this, method, facts, decision, kind));
	};
}

function watched(method: Method, decision: Decision): Method {
	return function (this: Hook, ...facts: unknown[]): unknown {
		const watch = questionWatch();
		if (watch === undefined) {
			return method.apply(this, facts);
		}
		const before = watch.begin(decision);
		try {
			return method.apply(this, facts);
		} finally {
			watch.end(before);
		}
	};
}

function answered(
	rule: Hook,
	method: Method,
	facts: readonly unknown[],
	decision: Decision,
	kind: AnswerKind | undefined,
): unknown {
	let answer: unknown;
	try {
		answer = method.apply(rule, facts as unknown[]);
	} catch (failure) {
		throw failure instanceof SqlError ? failure : blamed(failure, decision);
	}
	if (kind !== undefined && !kind.accepts(answer)) {
		throw badAnswer(answer, decision, kind);
	}
	return answer instanceof Refusal && answer.decision === undefined ? answer.signed(decision) : answer;
}

function blamed(failure: unknown, { origin, hook, question }: Decision): SqlError {
	const cause =
		failure instanceof Refusal
			? "it threw a refusal; a rule returns it"
			: failure instanceof Error
				? failure.message
				: String(failure);
	return sqlError("unknownError", encodeText(`${origin} failed to answer ${hook}.${question}: ${cause}`));
}

function badAnswer(answer: unknown, { origin, hook, question }: Decision, kind: AnswerKind): SqlError {
	const sentence = `${origin}: ${hook}.${question} answered ${kind.print(answer)}; it answers ${kind.words}`;
	return sqlError("unknownError", encodeText(sentence));
}

interface Frame {
	readonly decision: Decision;
	/** The last answer of the layer below to the same question. */
	below: Answered | undefined;
}

/** Records, while a rule answers, which layer makes the answer and which pass it on. */
export class LayerWatch {
	#frames: Frame[] = [];

	/** Answers a question to the whole chain. */
	ask(decision: Decision, run: () => unknown): Answered {
		const frame: Frame = { decision, below: undefined };
		const answer = this.#inside(frame, run);
		return frame.below ?? { answer, decision, passedOn: [] };
	}

	/** Answers a question to one layer: asked by the chain, or by the layer above through `super`. */
	layer(decision: Decision, run: () => unknown): unknown {
		const above = this.#frames.at(-1);
		const frame: Frame = { decision, below: undefined };
		const answer = this.#inside(frame, run);
		if (above !== undefined && above.decision.question === decision.question) {
			const { below } = frame;
			above.below =
				below !== undefined && Object.is(below.answer, answer)
					? { ...below, passedOn: [decision, ...below.passedOn] }
					: { answer, decision, passedOn: [] };
		}
		return answer;
	}

	#inside(frame: Frame, run: () => unknown): unknown {
		this.#frames.push(frame);
		try {
			return run();
		} finally {
			this.#frames.pop();
		}
	}
}

/**
 * Rule trace: the questions asked of an observed book, in the order of asking, with the rules that answered.
 *
 *     kernel ── modifyColumn ──► rule ── changeColumn ──► rule
 *               depth 0                  depth 1: asked by a rule, to answer the other
 */
import type { Decision } from "../errors/catalogue.ts";
import type { Answered } from "./layer.ts";
import type { Settings, SwitchValue } from "./setting/switch.ts";

/** Called around every answer of an observed book. */
export interface Observer {
	/**
	 * Must call `answer` with the facts, or with others of the same content, and return its answer.
	 *
	 * @param decision the rule that is asked first; the one that makes the answer may be one below it
	 */
	watch(decision: Decision, facts: readonly unknown[], answer: (...facts: unknown[]) => Answered): unknown;
}

/** A question with its facts and answer. */
export interface AskedQuestion {
	/** The question and the rule that made the answer. */
	readonly decision: Decision;
	/** Rules asked before it that passed its answer on, the first asked first. */
	readonly passedOn: readonly Decision[];
	/** Plain data. For settings: those that the rule read, and their values. */
	readonly facts: readonly unknown[];
	/** 0: asked by the kernel. */
	readonly depth: number;
	/** The answer, or the failure that a rule threw. */
	readonly answer: unknown;
}

/** A statement of many rows asks the same question of every row. */
const defaultLimit = 10000;

/** An observer that records questions up to a limit. */
export class RuleTrace implements Observer {
	#asked: AskedQuestion[] = [];
	readonly #limit: number;
	#depth = 0;

	constructor(limit = defaultLimit) {
		this.#limit = limit;
	}

	/** Questions up to the limit. */
	get asked(): readonly AskedQuestion[] {
		return this.#asked;
	}

	/** Returns the questions since the last call, and forgets them. */
	take(): readonly AskedQuestion[] {
		const taken = this.#asked;
		this.#asked = [];
		return taken;
	}

	watch(decision: Decision, facts: readonly unknown[], answer: (...facts: unknown[]) => Answered): unknown {
		const handed = facts.map((fact) => (isSettings(fact) ? new WatchedSettings(fact) : fact));
		const question = {
			decision,
			passedOn: [] as readonly Decision[],
			facts: handed.map(plainFact),
			depth: this.#depth,
			answer: undefined as unknown,
		};
		if (this.#asked.length < this.#limit) {
			this.#asked.push(question);
		}
		this.#depth++;
		try {
			return Object.assign(question, answer(...handed)).answer;
		} catch (failure) {
			question.answer = failure;
			throw failure;
		} finally {
			this.#depth--;
		}
	}
}

/** Settings that record which of them were read. */
class WatchedSettings implements Settings {
	readonly #settings: Settings;
	readonly read: Record<string, SwitchValue> = {};

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	on(setting: string): boolean {
		return this.#record(setting, this.#settings.on(setting));
	}

	number(setting: string): number {
		return this.#record(setting, this.#settings.number(setting));
	}

	word(setting: string): string {
		return this.#record(setting, this.#settings.word(setting));
	}

	#record<V extends SwitchValue>(setting: string, value: V): V {
		this.read[setting] = value;
		return value;
	}
}

function isSettings(fact: unknown): fact is Settings {
	return typeof fact === "object" && fact !== null && typeof (fact as Partial<Settings>).on === "function";
}

function plainFact(fact: unknown): unknown {
	return fact instanceof WatchedSettings ? fact.read : fact;
}

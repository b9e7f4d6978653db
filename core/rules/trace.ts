/**
 * A trace of rules: every question that was asked of a book while somebody looked on, in the order of asking.
 *
 * In: questions as the book puts them to its rules. Out: who answered what. It refuses to know who looks on, and why.
 *
 *     kernel ── modifyColumn ──► rule ── changeColumn ──► rule
 *               depth 0                  depth 1: asked by a rule, to answer the other
 */
import type { Decision } from "../errors.ts";
import type { Answered } from "./layer.ts";
import type { Settings } from "./switch.ts";

/** Looks on while a rule answers. */
export interface Observer {
	/**
	 * Must call `answer` with the facts, or with others that say the same, and answer as it does.
	 *
	 * @param decision the rule that is asked first; the one that makes the answer may be one below it
	 */
	watch(decision: Decision, facts: readonly unknown[], answer: (...facts: unknown[]) => Answered): unknown;
}

export interface AskedQuestion {
	/** The question and the rule that made the answer. */
	readonly decision: Decision;
	/** Rules that were asked before it and handed its answer on, the first asked first. */
	readonly passedOn: readonly Decision[];
	/** Plain data. For settings: those that the rule read, and their values. */
	readonly facts: readonly unknown[];
	/** 0: asked by the kernel. */
	readonly depth: number;
	/** A rule that failed: what it threw. */
	readonly answer: unknown;
}

/** A statement of many rows asks the same question of every row. */
const defaultLimit = 10000;

export class RuleTrace implements Observer {
	#asked: AskedQuestion[] = [];
	readonly #limit: number;
	#depth = 0;

	constructor(limit = defaultLimit) {
		this.#limit = limit;
	}

	/** Those that went beyond the limit are missing. */
	get asked(): readonly AskedQuestion[] {
		return this.#asked;
	}

	/** What was asked since the last time, which the trace then forgets. */
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

/** Settings that keep which of them were read. */
class WatchedSettings implements Settings {
	readonly #settings: Settings;
	readonly read: Record<string, boolean> = {};

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	on(setting: string): boolean {
		const value = this.#settings.on(setting);
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

/**
 * Which rules make two settings answer differently: found in what was asked, and confirmed by playing again.
 *
 * In: two settings and their plays. Out: for a statement the fewest hooks that, taken from the other setting, turn
 * the one's answer into the other's.
 *
 * One hook after the other is taken first, those first whose questions were answered differently; if none does it
 * alone, all are taken and then given back one by one, as long as the answer stays the other's. Of a hook that is to
 * blame, its questions are tried alone in the same way. What is no hook is the release's name, which `version()` and
 * new objects tell.
 */
import {
	type AskedQuestion,
	changed,
	type Decision,
	type HookClass,
	hooks,
	page,
	printAnswer,
	printFacts,
	type RuleBook,
} from "../../core/index.ts";
import type { Play } from "./play.ts";
import type { Side } from "./played-session.ts";

export interface Culprit {
	/** A hook's name, or `release`: the name of the release. */
	readonly part: string;
	/** The rules that answered the question that makes the difference, on both sides; absent where none was asked. */
	readonly from?: Decision;
	readonly to?: Decision;
	/** The statement that asked it: an index, or -1 where it was asked before the first. */
	readonly askedBy?: number;
}

interface Trial {
	readonly from: Side;
	readonly to: Side;
	readonly playedFrom: Play;
	readonly playedTo: Play;
	playAgain(side: Side): Promise<Play>;
}

const releaseName = "release";

export class Suspects {
	readonly #trial: Trial;
	readonly #parts: readonly string[];
	/** By the parts that were taken. */
	readonly #plays = new Map<string, Play>();

	constructor(trial: Trial) {
		const { from, to, playedFrom, playedTo } = trial;
		this.#trial = trial;
		const differing = hooks
			.map(({ hook }) => hook)
			.filter((hook) => historyOf(from.book, hook) !== historyOf(to.book, hook));
		const isAnsweredOtherwise = (hook: string): boolean =>
			playedFrom.asked.some((asked, at) => textOf(asked, hook) !== textOf(playedTo.asked[at] ?? [], hook));
		const [likely, others] = [
			differing.filter(isAnsweredOtherwise),
			differing.filter((hook) => !isAnsweredOtherwise(hook)),
		];
		this.#parts = [...likely, ...others, ...(from.release === to.release ? [] : [releaseName])];
	}

	/** Several together where no one alone is enough; none where even all of them together don't explain it. */
	async find(statement: number): Promise<readonly Culprit[]> {
		const parts = await this.#fewest(statement);
		const culprits: Culprit[] = [];
		for (const part of parts) {
			const others = parts.filter((each) => each !== part);
			culprits.push(await this.#question(part, others, statement));
		}
		return culprits;
	}

	async #fewest(statement: number): Promise<readonly string[]> {
		for (const part of this.#parts) {
			if (await this.#turns([part], statement)) {
				return [part];
			}
		}
		let taken = this.#parts;
		if (!(await this.#turns(taken, statement))) {
			return [];
		}
		for (const part of this.#parts) {
			const fewer = taken.filter((each) => each !== part);
			if (await this.#turns(fewer, statement)) {
				taken = fewer;
			}
		}
		return taken;
	}

	/**
	 * Of a hook the one question that makes the difference, if one alone does; else the last that was answered
	 * otherwise.
	 */
	async #question(part: string, others: readonly string[], statement: number): Promise<Culprit> {
		const candidates = part === releaseName ? [] : this.#answeredOtherwise(part, statement);
		for (const candidate of candidates) {
			if (await this.#turns([...others, `${part}.${candidate.to?.question}`], statement)) {
				return candidate;
			}
		}
		return candidates[0] ?? { part };
	}

	/** Does the one setting, with these parts of the other, answer as the other? */
	async #turns(parts: readonly string[], statement: number): Promise<boolean> {
		const { from, to, playedTo, playAgain } = this.#trial;
		const key = parts.join();
		let played = this.#plays.get(key);
		if (played === undefined) {
			const book = parts
				.filter((part) => part !== releaseName)
				.reduce((mixed, part) => withPart(mixed, part, to.book), from.book);
			played = await playAgain({ release: parts.includes(releaseName) ? to.release : from.release, book });
			this.#plays.set(key, played);
		}
		return played.answers[statement] === playedTo.answers[statement];
	}

	/** The hook's questions that other rules answered otherwise, up to the statement and the latest first. */
	#answeredOtherwise(part: string, statement: number): readonly Culprit[] {
		const { from, to, playedFrom, playedTo } = this.#trial;
		const found = new Map<string, Culprit>();
		for (let askedBy = statement; askedBy >= -1; askedBy--) {
			const [before = [], after = []] = [playedFrom.asked[askedBy + 1], playedTo.asked[askedBy + 1]];
			for (const question of questionsOf([...after, ...before], part)) {
				const [one, other] = [from.book.decisionOf(part, question), to.book.decisionOf(part, question)];
				if (
					!found.has(question) &&
					!isSame(one, other) &&
					textOf(before, part, question) !== textOf(after, part, question)
				) {
					found.set(question, { part, from: one, to: other, askedBy });
				}
			}
		}
		return [...found.values()];
	}
}

/** A book with a hook of another one, or with one question of it: `insert-check`, `insert-check.text`. */
function withPart(book: RuleBook, part: string, other: RuleBook): RuleBook {
	const [name = "", question] = part.split(".");
	const hook = hooks.find((each) => each.hook === name);
	if (question === undefined || hook === undefined) {
		return book.mix(name, other);
	}
	const borrowed = (Base: HookClass): HookClass => {
		class BorrowedAnswer extends Base {}
		const answer = (...facts: unknown[]): unknown =>
			(other.ask(hook) as unknown as Record<string, (...facts: unknown[]) => unknown>)[question]?.(...facts);
		Object.defineProperty(BorrowedAnswer.prototype, question, { value: answer, writable: true });
		return BorrowedAnswer;
	};
	return book.lay(page("compare", [changed(hook, borrowed, "One answer of another setting.")]));
}

function isSame(one: Decision, other: Decision): boolean {
	return one.rule === other.rule && one.origin === other.origin;
}

function historyOf(book: RuleBook, hook: string): string {
	return JSON.stringify(book.origins(hook).filter(({ from }) => from !== "mix"));
}

/** A hook's questions, inner ones first: they are what the outer ones are made of. */
function questionsOf(asked: readonly AskedQuestion[], hook: string): ReadonlySet<string> {
	const inner = asked.filter(({ decision }) => decision.hook === hook).sort((a, b) => b.depth - a.depth);
	return new Set(inner.map(({ decision }) => decision.question));
}

/** Questions asked of a hook with their answers, as one text. */
function textOf(asked: readonly AskedQuestion[], hook: string, question?: string): string {
	return asked
		.filter(({ decision }) => decision.hook === hook && (question === undefined || decision.question === question))
		.map(({ decision, facts, answer }) => `${decision.question}(${printFacts(facts)}): ${printAnswer(answer)}`)
		.join("\n");
}

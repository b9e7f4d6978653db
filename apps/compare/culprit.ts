/**
 * Rules that make two settings answer a statement differently: found in the questions asked, proved by playing again.
 *
 * Returns the fewest parts that, taken from the other setting, turn the one's answer into the other's. Tried are:
 *
 *     one question that was answered otherwise      the latest first
 *     all of them, then fewer one by one            where no one alone does it
 *     one hook, or the release's name               where no question asked explains it
 *     all hooks, then fewer one by one
 *
 * The release's name is no hook: `version()` and new objects tell it.
 */
import { type AskedQuestion, type Decision, printAnswer, printFacts } from "../../core/index.ts";
import { declaration, differingHooks, fewest, releaseName, withPart } from "./book-part.ts";
import type { Dependencies } from "./dependency.ts";
import type { Play } from "./play.ts";
import type { Side } from "./played-session.ts";
import { type PlayPart, Replays } from "./replay.ts";

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
	readonly dependencies: Dependencies;
	readonly playPart: PlayPart;
}

export class Suspects {
	readonly #trial: Trial;
	/** Hooks whose rules differ, and the release's name. */
	readonly #hooks: readonly string[];
	/** By statement. */
	readonly #replays = new Map<number, Replays>();
	/** By statement, -1 for the start: questions that other rules answered otherwise. */
	readonly #news = new Map<number, readonly Culprit[]>();
	/** Parts that explained a statement: they are tried first for the next. */
	readonly #proved = new Set<string>();

	/** `statements`: those that `find` will be asked for. */
	constructor(trial: Trial, statements: readonly number[]) {
		const { from, to, playedFrom, dependencies, playPart } = trial;
		this.#trial = trial;
		this.#hooks = [...(from.release === to.release ? [] : [releaseName]), ...differingHooks(from.book, to.book)];
		for (const part of largest(statements.map((statement) => dependencies.of(statement)))) {
			const replays = new Replays(from, playedFrom, part, playPart);
			part.forEach((at) => this.#replays.set(at, replays));
		}
	}

	/** Several together where no one alone is enough; none where even all of them together don't explain it. */
	async find(statement: number): Promise<readonly Culprit[]> {
		const candidates = this.candidates(statement);
		const byPart = new Map(candidates.map((candidate) => [questionName(candidate), candidate]));
		const names = [...byPart.keys()];
		const isProved = (name: string): boolean => this.#proved.has(name);
		const inOrder = [...names.filter(isProved), ...names.filter((name) => !isProved(name))];
		const questions = await this.#fewest(inOrder, statement);
		const parts = questions.length > 0 ? questions : await this.#fewest(this.#hooks, statement);
		parts.forEach((part) => this.#proved.add(part));
		return parts
			.map((part): Culprit => byPart.get(part) ?? candidates.find((each) => each.part === part) ?? { part })
			.sort((a, b) => (a.askedBy ?? -1) - (b.askedBy ?? -1));
	}

	/** Questions that other rules answered otherwise, up to the statement and the latest first. */
	candidates(statement: number): readonly Culprit[] {
		const found = new Map<string, Culprit>();
		for (const askedBy of [...this.#trial.dependencies.of(statement).toReversed(), -1]) {
			for (const culprit of this.newsOf(askedBy)) {
				const name = questionName(culprit);
				found.set(name, found.get(name) ?? culprit);
			}
		}
		return [...found.values()];
	}

	/** Questions that a statement asked, or the start at -1, and other rules answered otherwise. */
	newsOf(askedBy: number): readonly Culprit[] {
		const news = this.#news.get(askedBy) ?? this.#compareQuestions(askedBy);
		this.#news.set(askedBy, news);
		return news;
	}

	#compareQuestions(askedBy: number): readonly Culprit[] {
		const { from, to, playedFrom, playedTo } = this.#trial;
		const [before, after] = [playedFrom, playedTo].map(({ asked }) => textsOf(asked[askedBy + 1] ?? []));
		const news: Culprit[] = [];
		for (const name of new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])) {
			const [part = "", question = ""] = name.split(".");
			if (question === declaration) {
				continue;
			}
			const [one, other] = [from.book.decisionOf(part, question), to.book.decisionOf(part, question)];
			if (!isSame(one, other) && before?.get(name) !== after?.get(name)) {
				news.push({ part, from: one, to: other, askedBy });
			}
		}
		return news;
	}

	async #fewest(parts: readonly string[], statement: number): Promise<readonly string[]> {
		for (const part of parts) {
			if (await this.#turns([part], statement)) {
				return [part];
			}
		}
		return fewest(parts, (taken) => this.#turns(taken, statement));
	}

	/** Returns whether the one setting, with these parts of the other, answers as the other. */
	async #turns(parts: readonly string[], statement: number): Promise<boolean> {
		const { from, to, playedTo } = this.#trial;
		const mixed = (): Side => ({
			release: parts.includes(releaseName) ? to.release : from.release,
			book: parts
				.filter((part) => part !== releaseName)
				.reduce((book, part) => withPart(book, part, to.book), from.book),
		});
		const text = await this.#replays.get(statement)?.textOf(statement, parts.join(), mixed);
		return text === playedTo.answers[statement]?.text;
	}
}

/** Parts of the script that are in no other of them. */
function largest(parts: readonly (readonly number[])[]): readonly (readonly number[])[] {
	const kept: (readonly number[])[] = [];
	for (const part of [...parts].sort((a, b) => b.length - a.length)) {
		if (!kept.some((larger) => part.every((at) => larger.includes(at)))) {
			kept.push(part);
		}
	}
	return kept;
}

/** `insert-check.text`; a hook's name alone where no question was asked. */
export function questionName({ part, to }: Culprit): string {
	return to === undefined ? part : `${part}.${to.question}`;
}

function isSame(one: Decision, other: Decision): boolean {
	return one.rule === other.rule && one.origin === other.origin;
}

/** Facts and answers by question, inner questions first: the outer ones are made of them. */
function textsOf(asked: readonly AskedQuestion[]): ReadonlyMap<string, string> {
	const texts = new Map<string, string>();
	for (const { decision, facts, answer } of [...asked].sort((a, b) => b.depth - a.depth)) {
		const name = `${decision.hook}.${decision.question}`;
		texts.set(name, `${texts.get(name) ?? ""}${printFacts(facts)}: ${printAnswer(answer)}\n`);
	}
	return texts;
}

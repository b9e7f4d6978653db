/**
 * Blame: the release where a statement's answer changes, and the rules that decide it there, each proved by a trial.
 *
 *     the last stop where it worked ── release ── release ── the stop where it breaks
 *                                              ▲
 *                                    the answer changes here: the newer of the two neighbours, with one question's
 *                                    rule of the older, must give the older's answer back
 */
import { compareReleases, type Decision, type RuleBook } from "../../core/index.ts";
import { declaration, differingHooks, fewest, releaseName, withPart } from "../compare/book-part.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { changeOf, type Outcome } from "./outcome.ts";
import type { ReportedBlame } from "./report/format.ts";
import type { RuleShelf, StopRules } from "./stop.ts";
import { type Moment, tryAgain } from "./trial.ts";

export interface Blame {
	/** The release where the answer changes. */
	readonly firstRelease: string;
	/** Empty: no rule decides it on the state that the statement met. */
	readonly rules: readonly ReportedBlame[];
}

interface Suspect {
	readonly moment: Moment;
	readonly statement: WorkloadStatement;
	/** The release where it answered last as it should. */
	readonly goodRelease: string;
	readonly badRelease: string;
	/** Its outcome there. */
	readonly bad: Outcome;
}

/** Hooks that were blamed are tried first for the next suspect. */
export class Blamer {
	readonly #shelf: RuleShelf;
	readonly #proved: string[] = [];

	constructor(shelf: RuleShelf) {
		this.#shelf = shelf;
	}

	async blame(suspect: Suspect): Promise<Blame> {
		const { moment, statement, goodRelease, badRelease, bad } = suspect;
		const outcomeAt = async (release: string) => tryAgain(moment, statement, { rules: await this.#shelf.of(release) });
		const good = await outcomeAt(goodRelease);
		const turn = await turnOn([goodRelease, ...this.#shelf.between(goodRelease, badRelease)], good, bad, (release) =>
			release === goodRelease ? good : outcomeAt(release),
		);
		if (turn === undefined) {
			return { firstRelease: badRelease, rules: [] };
		}
		const { older, newer, wanted } = turn;
		return { firstRelease: newer, rules: await this.#rulesBetween(older, newer, wanted, suspect) };
	}

	async #rulesBetween(
		olderName: string,
		newerName: string,
		wanted: Outcome,
		{ moment, statement }: Suspect,
	): Promise<readonly ReportedBlame[]> {
		const [older, newer] = [await this.#shelf.of(olderName), await this.#shelf.of(newerName)];
		const turns = async (rules: StopRules): Promise<boolean> =>
			changeOf(wanted, await tryAgain(moment, statement, { rules })) === "same";
		const found = await partsBetween(
			older,
			newer,
			this.#inOrder(differingHooks(older.book, newer.book)),
			this.#shelf,
			turns,
		);
		this.#proved.unshift(...found.map(({ hook }) => hook).filter((hook) => !this.#proved.includes(hook)));
		return found;
	}

	#inOrder(found: readonly string[]): readonly string[] {
		return [...new Set([...this.#proved.filter((each) => found.includes(each)), ...found])];
	}
}

interface Turn {
	readonly older: string;
	readonly newer: string;
	/** At the older. */
	readonly wanted: Outcome;
}

/**
 * Two neighbours on a way between which an answer becomes as it is at the end. Of what worked at the beginning and
 * fails at the end: the last two between which it begins to fail, in whatever words. Else the first two.
 */
export async function turnOn(
	way: readonly string[],
	good: Outcome,
	bad: Outcome,
	outcomeAt: (release: string) => Promise<Outcome> | Outcome,
): Promise<Turn | undefined> {
	const last = way.length - 1;
	const turn = (at: number, wanted: Outcome): Turn => ({ older: way[at] ?? "", newer: way[at + 1] ?? "", wanted });
	if (good.error === undefined && bad.error !== undefined) {
		for (let at = last - 1; at >= 0; at--) {
			const wanted = await outcomeAt(way[at] ?? "");
			if (wanted.error === undefined) {
				return turn(at, wanted);
			}
		}
		return undefined;
	}
	let wanted = await outcomeAt(way[0] ?? "");
	for (let at = 1; at <= last && changeOf(bad, wanted) !== "same"; at++) {
		const outcome = at === last ? bad : await outcomeAt(way[at] ?? "");
		if (changeOf(bad, outcome) === "same") {
			return turn(at - 1, wanted);
		}
		wanted = outcome;
	}
	return undefined;
}

/** Rules that, taken from the newer of the two neighbours, are enough to turn the older's answer into the newer's. */
export async function rulesForward(
	{ moment, statement, goodRelease, bad }: Suspect,
	{ firstRelease }: Blame,
	shelf: RuleShelf,
): Promise<readonly ReportedBlame[]> {
	const way = shelf.between(goodRelease, firstRelease);
	const [older, newer] = [await shelf.of(way.at(-2) ?? goodRelease), await shelf.of(firstRelease)];
	const turns = async (rules: StopRules): Promise<boolean> =>
		changeOf(bad, await tryAgain(moment, statement, { rules })) === "same";
	return partsBetween(newer, older, differingHooks(older.book, newer.book), shelf, turns);
}

/**
 * Rules that make the difference between two neighbours: each single question that, taken from the older, turns the
 * answer; else a hook; else the fewest together; else the name of the release.
 *
 * @param parts - hooks whose rules differ, in the order in which they are tried
 */
export async function partsBetween(
	older: StopRules,
	newer: StopRules,
	parts: readonly string[],
	shelf: RuleShelf,
	turns: (rules: StopRules) => Promise<boolean>,
): Promise<readonly ReportedBlame[]> {
	const mixed = (taken: readonly string[]): StopRules =>
		shelf.variant(`${newer.release} ${taken.join(" ")} ${older.release}`, () => ({
			...newer,
			book: taken.reduce((book, part) => withPart(book, part, older.book), newer.book),
		}));
	// On the way back a rule of the newer release is missed: that one is named.
	const named = compareReleases(newer.release, older.release) < 0 ? older.book : newer.book;
	const found: ReportedBlame[] = [];
	for (const hook of parts) {
		if (await turns(mixed([hook]))) {
			const questions: ReportedBlame[] = [];
			for (const question of differingQuestions(hook, older.book, newer.book)) {
				if (await turns(mixed([`${hook}.${question}`]))) {
					questions.push(blameOf(`${hook}.${question}`, named, older.release));
				}
			}
			found.push(...(questions.length > 0 ? questions : [blameOf(hook, named, older.release)]));
		}
	}
	if (found.length > 0) {
		return found;
	}
	const together = await fewest(parts, (taken) => turns(mixed(taken)));
	if (together.length > 0) {
		const mixes = mixesOf(together, older.release);
		return together.map((part) => ({ ...blameOf(part, named, older.release), mixes }));
	}
	const renamed = (taken: readonly string[]): StopRules =>
		shelf.variant(`${newer.release} as ${older.release} ${taken.length}`, () => ({
			...mixed(taken),
			release: older.release,
		}));
	return (await turns(renamed([]))) || (await turns(renamed(parts)))
		? [{ hook: releaseName, rule: "the release's name", release: `release ${newer.release}`, mixes: [] }]
		: [];
}

function differingQuestions(hook: string, older: RuleBook, newer: RuleBook): readonly string[] {
	const questions = new Set([...older.origins(hook), ...newer.origins(hook)].flatMap((origin) => origin.questions));
	return [...questions].filter((question) => {
		const [before, after] = [older, newer].map((book) => JSON.stringify(book.deciders(hook, question)));
		return question !== declaration && before !== after;
	});
}

function blameOf(part: string, newer: RuleBook, olderName: string): ReportedBlame {
	const [hook = "", question] = part.split(".");
	const decision: Pick<Decision, "rule" | "origin"> =
		question === undefined ? lastOf(newer, hook) : newer.decisionOf(hook, question);
	const note = question === undefined ? newer.origins(hook).at(-1)?.note : newer.originOf(hook, question)?.note;
	return {
		hook,
		...(question === undefined ? {} : { question }),
		rule: decision.rule,
		release: decision.origin,
		...(note === undefined ? {} : { note }),
		mixes: mixesOf([part], olderName),
	};
}

function lastOf(book: RuleBook, hook: string): Pick<Decision, "rule" | "origin"> {
	const origin = book.origins(hook).at(-1);
	return { rule: origin?.rule ?? hook, origin: origin === undefined ? "kernel" : `${origin.from} ${origin.name}` };
}

function mixesOf(parts: readonly string[], release: string): readonly string[] {
	return [parts.map((part) => `${part}=${release}`).join(" ")];
}

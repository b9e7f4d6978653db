/**
 * Blame: the release where a statement's answer changes, and the rules that decide it there, each proved by a trial.
 *
 *     the last stop where it worked ── release ── release ── the stop where it breaks
 *                                              ▲
 *                                    the answer changes here: the newer of the two neighbours, with one question's
 *                                    rule of the older, must give the older's answer back
 */
import type { RuleBook } from "../../core/index.ts";
import { declaration, differingHooks, fewest, releaseName, withPart } from "../compare/book-part.ts";
import { blamedRule, mixesOf } from "./blamed-rule.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { isAlike, isSameError, type Outcome } from "./outcome.ts";
import type { FindingClass, ReportedBlame } from "./report/format.ts";
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
	/** How it differs: what differs besides decides nothing. */
	readonly class: FindingClass;
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
		const way = [goodRelease, ...this.#shelf.between(goodRelease, badRelease)];
		const turn = await turnOn(way, { good, bad, class: suspect.class }, (release) =>
			release === goodRelease ? good : outcomeAt(release),
		);
		if (turn === undefined) {
			return { firstRelease: badRelease, rules: [] };
		}
		const { older, newer, wanted } = turn;
		return (
			(await this.#blameOfWords(turn, suspect, outcomeAt)) ?? {
				firstRelease: newer,
				rules: await this.#rulesBetween(older, newer, wanted, suspect),
			}
		);
	}

	/**
	 * Where it has failed before the stop's release, and in other words: what refuses in these words may be another
	 * rule, without which it works at the stop.
	 */
	async #blameOfWords(
		{ newer, wanted }: Turn,
		suspect: Suspect,
		outcomeAt: (release: string) => Promise<Outcome>,
	): Promise<Blame | undefined> {
		const { bad, badRelease } = suspect;
		if (bad.error === undefined || wanted.error !== undefined || newer === badRelease) {
			return undefined;
		}
		const way = [newer, ...this.#shelf.between(newer, badRelease)];
		for (let at = way.length - 2; at >= 0; at--) {
			const [former = "", next = ""] = [way[at], way[at + 1]];
			if (!isSameError(await outcomeAt(former), bad)) {
				const rules = await this.#questionsThatRefuse(former, next, suspect);
				return rules.length === 0 ? undefined : { firstRelease: next, rules };
			}
		}
		return undefined;
	}

	/** Single questions that, taken from the older, let the statement work; the whole of the older does not. */
	async #questionsThatRefuse(
		olderName: string,
		newerName: string,
		{ moment, statement }: Suspect,
	): Promise<readonly ReportedBlame[]> {
		const [older, newer] = [await this.#shelf.of(olderName), await this.#shelf.of(newerName)];
		const found: ReportedBlame[] = [];
		for (const hook of differingHooks(older.book, newer.book)) {
			for (const question of differingQuestions(hook, older.book, newer.book)) {
				const part = `${hook}.${question}`;
				const rules = mixedRules([part], older, newer, this.#shelf);
				if ((await tryAgain(moment, statement, { rules })).error === undefined) {
					found.push(blamedRule(part, older, newer));
				}
			}
		}
		return found;
	}

	async #rulesBetween(
		olderName: string,
		newerName: string,
		wanted: Outcome,
		{ moment, statement, bad, class: of }: Suspect,
	): Promise<readonly ReportedBlame[]> {
		const [older, newer] = [await this.#shelf.of(olderName), await this.#shelf.of(newerName)];
		const turns = async (rules: StopRules): Promise<boolean> =>
			isAlike(wanted, await tryAgain(moment, statement, { rules }), of);
		const differing = differingHooks(older.book, newer.book);
		const found = await partsBetween(
			older,
			newer,
			this.#provedFirst(differing),
			this.#shelf,
			turns,
			bad.error?.decision?.rule,
		);
		this.#proved.unshift(...found.map(({ hook }) => hook).filter((hook) => !this.#proved.includes(hook)));
		// Statements of one cause name its rules in one order, whatever was tried first.
		return found.toSorted((a, b) => differing.indexOf(a.hook) - differing.indexOf(b.hook));
	}

	#provedFirst(found: readonly string[]): readonly string[] {
		return [...new Set([...this.#proved.filter((each) => found.includes(each)), ...found])];
	}
}

/** Outcomes at both ends of a way, and how they differ. */
interface Ends {
	readonly good: Outcome;
	readonly bad: Outcome;
	readonly class: FindingClass;
}

interface Turn {
	readonly older: string;
	readonly newer: string;
	/** At the older. */
	readonly wanted: Outcome;
}

/** It works at one end and fails at the other: all that works is alike, and all that fails. */
const betweenWorkingAndFailing: ReadonlySet<FindingClass> = new Set<FindingClass>([
	"breaks",
	"begins-to-work",
	"works-again",
]);

/**
 * Two neighbours on a way between which an answer becomes, for good, what it is at the end. Releases where it fails,
 * or works, as at neither end are passed over.
 */
export async function turnOn(
	way: readonly string[],
	{ good, bad, class: of }: Ends,
	outcomeAt: (release: string) => Promise<Outcome> | Outcome,
): Promise<Turn | undefined> {
	const fails = ({ error }: Outcome): boolean => error !== undefined;
	const isTurn = betweenWorkingAndFailing.has(of);
	let newer = way.length - 1;
	for (let at = newer - 1; at >= 0; at--) {
		const outcome = await outcomeAt(way[at] ?? "");
		const isAsAtTheEnd = fails(outcome) === fails(bad);
		if (isTurn ? !isAsAtTheEnd : isAsAtTheEnd && !isAlike(bad, outcome, of)) {
			const turn = { older: way[at] ?? "", newer: way[newer] ?? "", wanted: outcome };
			const isOther = isTurn && fails(good) && fails(outcome) && !isSameError(good, outcome);
			return (isOther ? await endOfWords(way, good, outcomeAt) : undefined) ?? turn;
		}
		newer = isAsAtTheEnd ? at : newer;
	}
	return undefined;
}

/** Where it no longer fails in the words of the beginning, if it works there: later it failed, for a time, otherwise. */
async function endOfWords(
	way: readonly string[],
	good: Outcome,
	outcomeAt: (release: string) => Promise<Outcome> | Outcome,
): Promise<Turn | undefined> {
	for (let at = 1; at < way.length; at++) {
		const outcome = await outcomeAt(way[at] ?? "");
		if (!isSameError(good, outcome)) {
			return outcome.error === undefined ? { older: way[at - 1] ?? "", newer: way[at] ?? "", wanted: good } : undefined;
		}
	}
	return undefined;
}

/** Rules that, taken from the newer of the two neighbours, are enough to turn the older's answer into the newer's. */
export async function rulesForward(
	{ moment, statement, goodRelease, bad, class: of }: Suspect,
	{ firstRelease }: Blame,
	shelf: RuleShelf,
): Promise<readonly ReportedBlame[]> {
	const way = shelf.between(goodRelease, firstRelease);
	const [older, newer] = [await shelf.of(way.at(-2) ?? goodRelease), await shelf.of(firstRelease)];
	const turns = async (rules: StopRules): Promise<boolean> =>
		isAlike(bad, await tryAgain(moment, statement, { rules }), of);
	return partsBetween(newer, older, differingHooks(older.book, newer.book), shelf, turns);
}

/**
 * Rules that make the difference between two neighbours: each single question that, taken from the older, turns the
 * answer; else a hook; else the fewest together; else the name of the release.
 *
 * @param parts - hooks whose rules differ, in the order in which they are tried
 * @param refuser - the rule that refuses the statement, if one does
 */
export async function partsBetween(
	older: StopRules,
	newer: StopRules,
	parts: readonly string[],
	shelf: RuleShelf,
	turns: (rules: StopRules) => Promise<boolean>,
	refuser?: string,
): Promise<readonly ReportedBlame[]> {
	const mixed = (taken: readonly string[]): StopRules => mixedRules(taken, older, newer, shelf);
	const found: ReportedBlame[] = [];
	for (const hook of parts) {
		if (await turns(mixed([hook]))) {
			const questions: ReportedBlame[] = [];
			for (const question of differingQuestions(hook, older.book, newer.book)) {
				if (await turns(mixed([`${hook}.${question}`]))) {
					questions.push(blamedRule(`${hook}.${question}`, older, newer, refuser));
				}
			}
			found.push(...(questions.length > 0 ? questions : [blamedRule(hook, older, newer, refuser)]));
		}
	}
	if (found.length > 0) {
		return found;
	}
	const together = await fewest(parts, (taken) => turns(mixed(taken)));
	if (together.length > 0) {
		const mixes = mixesOf(together, older.release);
		return together.map((part) => ({ ...blamedRule(part, older, newer, refuser), mixes }));
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

/** The newer rules with parts of the older. */
function mixedRules(taken: readonly string[], older: StopRules, newer: StopRules, shelf: RuleShelf): StopRules {
	return shelf.variant(`${newer.release} ${taken.join(" ")} ${older.release}`, () => ({
		...newer,
		book: taken.reduce((book, part) => withPart(book, part, older.book), newer.book),
	}));
}

function differingQuestions(hook: string, older: RuleBook, newer: RuleBook): readonly string[] {
	const questions = new Set([...older.origins(hook), ...newer.origins(hook)].flatMap((origin) => origin.questions));
	return [...questions].filter((question) => {
		const [before, after] = [older, newer].map((book) => JSON.stringify(book.deciders(hook, question)));
		return question !== declaration && before !== after;
	});
}

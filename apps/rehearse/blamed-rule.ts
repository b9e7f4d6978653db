/**
 * Blamed rule: the rule behind a part of a book, where two releases answer otherwise: the one that came, or the one
 * that has ended.
 */
import { compareReleases, type Decision, type RuleBook } from "../../core/index.ts";
import type { ReportedBlame } from "./report/format.ts";
import type { StopRules } from "./stop.ts";

type Decider = Pick<Decision, "rule" | "origin">;

const kernel = "kernel";

/**
 * @param part - a hook, `insert-check`, or a question of it, `insert-check.text`
 * @param older - the rules from which the part was taken for the trial
 * @param newer - those into which it was put
 * @param refuser - the rule that refuses the statement, if one does
 */
export function blamedRule(part: string, older: StopRules, newer: StopRules, refuser?: string): ReportedBlame {
	const [hook = "", question] = part.split(".");
	const isBack = compareReleases(newer.release, older.release) < 0;
	// On the way back a rule of the newer release is missed: that one is named.
	const [before, after] = isBack ? [newer.book, older.book] : [older.book, newer.book];
	const [former, present] = [decidersOf(before, hook, question), decidersOf(after, hook, question)];
	const came = chosen(
		present.filter((each) => !isAmong(each, former)),
		refuser,
	);
	const ended =
		came === undefined
			? chosen(
					former.filter((each) => !isAmong(each, present)),
					refuser,
				)
			: undefined;
	const decider = came ?? ended ?? present[0] ?? { rule: hook, origin: kernel };
	const note = noteOf(ended === undefined ? after : before, hook, decider);
	return {
		hook,
		...(question === undefined ? {} : { question }),
		rule: decider.rule,
		release: decider.origin,
		...(note === undefined ? {} : { note }),
		...(ended === undefined || isBack ? {} : { ended: true }),
		mixes: mixesOf([part], older.release),
	};
}

/** Of several the one that refuses; else a release's, which quirks only correct; else the first that is asked. */
function chosen(deciders: readonly Decider[], refuser: string | undefined): Decider | undefined {
	const known = deciders.filter(({ origin }) => origin !== kernel);
	return (
		known.find(({ rule }) => rule === refuser) ?? known.find(({ origin }) => origin.startsWith("release ")) ?? known[0]
	);
}

/** The first asked first. */
function decidersOf(book: RuleBook, hook: string, question: string | undefined): readonly Decider[] {
	if (question !== undefined) {
		return book.deciders(hook, question);
	}
	const origins = book.origins(hook).filter(({ questions }) => questions.length > 0);
	return origins.toReversed().map(({ rule, from, name }) => ({
		rule,
		origin: from === kernel ? kernel : `${from} ${name}`,
	}));
}

function isAmong({ rule, origin }: Decider, deciders: readonly Decider[]): boolean {
	return deciders.some((each) => each.rule === rule && each.origin === origin);
}

function noteOf(book: RuleBook, hook: string, { rule, origin }: Decider): string | undefined {
	return book.origins(hook).findLast((each) => each.rule === rule && origin.endsWith(each.name))?.note;
}

export function mixesOf(parts: readonly string[], release: string): readonly string[] {
	return [parts.map((part) => `${part}=${release}`).join(" ")];
}

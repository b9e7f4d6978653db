/**
 * Ways out of a break or a difference: those that the rules bring as data, and other releases, each run on the state
 * that the statement met.
 *
 * A way out of a break works where the statement then does what it did where it worked last: no error, as many rows,
 * and an effect where it had one. One of a difference works where rows, counts, effects and written rows are those
 * again.
 */
import { compareReleases, hooks, type rules } from "../../core/index.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import type { Blame } from "./blame.ts";
import type { Edited } from "./statement/edit.ts";
import { changeOf, differs, newWarning, type Outcome, outcomeWords, syntaxError } from "./outcome.ts";
import type { FindingClass, ReportedWayOut } from "./report/format.ts";
import type { RuleShelf, StopRules } from "./stop.ts";
import { type Moment, type TrialChange, tryAgain } from "./trial.ts";
import { applies, attemptOf, type Complaint, furtherAttempts } from "./way-out-attempt.ts";
import { filledIn } from "./way-out-place.ts";
import type { WrittenTable } from "./written-tables.ts";

type WayOut = rules.WayOut;

/** One way out, run on one statement. */
export interface TriedWayOut {
	/** The same for all statements of a finding. */
	readonly key: string;
	/** Where it was run. */
	readonly stop: string;
	readonly kind: ReportedWayOut["kind"];
	readonly text: string;
	/** In place of the text, where it works at several stops. */
	readonly textAt?: (stops: readonly string[]) => string;
	readonly price?: string;
	readonly works: boolean;
	/** The first release that knows it. */
	readonly from?: string;
	/** It was run there, and not at the stop. */
	readonly isLater?: true;
	readonly run?: string;
	readonly edit?: Edited;
	readonly fails?: string;
	/** Worth a word only where it does more for another statement of the finding: it does not work, or is listed already. */
	readonly isSilent?: true;
}

/** Result of a way out on a statement. */
type Made = Pick<TriedWayOut, "isLater" | "isSilent" | "run" | "edit" | "works" | "fails">;

/** A statement that breaks, answers otherwise or has another effect. */
interface Broken {
	readonly class: FindingClass;
	readonly moment: Moment;
	readonly statement: WorkloadStatement;
	readonly stop: string;
	/** Rules of the stop. */
	readonly rules: StopRules;
	readonly outcome: Outcome;
	/** Its outcome where it worked last. */
	readonly good: Outcome;
	/** The release of that. */
	readonly goodRelease: string;
	/** The same; absent where it worked on older tables alone. */
	readonly workedAt?: string;
	/** The stop where its tables were made, if not the first. */
	readonly born?: string;
	readonly blame: Blame;
	/** Of statements of its kind: how many were tried, this one too, and later releases where some work. */
	readonly kind: { readonly tried: number; readonly later: Set<string> };
	/** Tables into which it writes other rows. */
	readonly written: readonly WrittenTable[];
}

export async function tryWaysOut(broken: Broken, shelf: RuleShelf): Promise<TriedWayOut[]> {
	const { error } = broken.outcome;
	const complaint = error ?? newWarning(broken.outcome, broken.good);
	const former = await shelf.of(broken.goodRelease);
	const tried: TriedWayOut[] = [];
	/** Guides of several rules may make the same of a statement. */
	const known = new Map<string, Made>();
	for (const way of await waysOf(broken, complaint, shelf)) {
		const isLater = way.from !== undefined && compareReleases(broken.rules.release, way.from) < 0;
		const there = isLater ? { ...broken, rules: await shelf.of(way.from) } : broken;
		const source = { ...there, former, message: complaint?.message ?? "" };
		const filled = await filledIn(way, source);
		const attempt = filled && (await attemptOf(filled, source, shelf));
		const same = attempt && known.get(editOf(attempt.change));
		if (filled !== undefined && same !== undefined) {
			tried.push({ ...describe(filled, keyOf(way), broken.stop), ...same, isSilent: true });
		} else if (filled !== undefined && attempt !== undefined) {
			const isEdit = attempt.change.text !== undefined || attempt.edits !== undefined;
			const outcome = await tryAgain(broken.moment, broken.statement, attempt.change);
			const isTorn = outcome.error?.code === syntaxError && error?.code !== syntaxError;
			if ((attempt.shown.edit !== undefined || attempt.edits !== undefined) && isTorn) {
				// Without the part nothing is left that could be sent.
				continue;
			}
			let verdict = await verdictOn(broken, outcome, attempt.change);
			let { shown } = attempt;
			for (const next of verdict.works ? [] : await furtherAttempts(way, source, shelf, attempt, outcome)) {
				const whole = await verdictOn(broken, next.outcome, next.attempt.change);
				[verdict, shown] = whole.works ? [whole, next.attempt.shown] : [verdict, shown];
			}
			// Guides are written for what is refused: of a difference those ways alone are worth a word that mend it.
			const isSilent = !verdict.works && (error === undefined || isGuess(way));
			const made: Made = { ...(isLater ? { isLater } : {}), ...(isSilent ? { isSilent } : shown), ...verdict };
			known.set(isEdit ? editOf(attempt.change) : "", made);
			tried.push({ ...describe(filled, keyOf(way), broken.stop), ...made });
		}
	}
	return [...tried, ...(await otherReleases(broken, shelf))];
}

/** Written as it was before: worth a word where it helps. */
function isGuess({ text, step }: WayOut): boolean {
	return JSON.stringify([text, step]).includes("{former ");
}

function editOf({ rules: { release }, before = [], text = "no edit" }: TrialChange): string {
	return JSON.stringify([release, before, text]);
}

/** Ways out of the rules that decide, and those whose refusal this is. */
async function waysOf(
	{ rules: stop, blame, goodRelease }: Broken,
	complaint: Complaint | undefined,
	shelf: RuleShelf,
): Promise<readonly WayOut[]> {
	const first = await shelf.of(blame.firstRelease);
	// A rule that has ended is in the book of the release where the statement worked.
	const ended = new Set(blame.rules.flatMap((each) => (each.ended ? [each.rule] : [])));
	const former = ended.size === 0 ? [] : [await shelf.of(goodRelease)];
	const found = new Map<string, WayOut>();
	for (const { book } of [first, stop, ...former]) {
		for (const { hook } of hooks) {
			const origins = book.origins(hook);
			for (const origin of former.some((each) => each.book === book)
				? origins.filter(({ rule }) => ended.has(rule))
				: origins) {
				const isBlamed = blame.rules.some(({ rule }) => rule === origin.rule);
				for (const way of origin.guide?.waysOut ?? []) {
					if (way.step.kind !== "later" && way.step.kind !== "path" && applies(way, complaint, isBlamed)) {
						found.set(keyOf(way), found.get(keyOf(way)) ?? way);
					}
				}
			}
		}
	}
	// Those of this refusal say more of it than those of the rule.
	const of = [...found.values()];
	return [...of.filter(({ when }) => when !== undefined), ...of.filter(({ when }) => when === undefined)];
}

function keyOf({ step, text }: WayOut): string {
	return `${step.kind} ${text} ${JSON.stringify(step)}`;
}

function describe({ step, text, price, from }: WayOut, key: string, stop: string): Omit<TriedWayOut, "works"> {
	return {
		key,
		stop,
		kind: step.kind,
		text: from === undefined ? text : `from ${from} on, ${text}`,
		...(price === undefined ? {} : { price }),
		...(from === undefined ? {} : { from }),
	};
}

interface Verdict {
	readonly works: boolean;
	readonly fails?: string;
}

/** @param change - of the trial that the outcome is of */
async function verdictOn(broken: Broken, outcome: Outcome, change: TrialChange): Promise<Verdict> {
	const { good, written, moment, statement } = broken;
	if (outcome.error !== undefined) {
		return { works: false, fails: outcome.shown };
	}
	if (good.effect !== undefined && good.effect.length > 0 && outcome.effect?.length === 0) {
		return { works: false, fails: "accepted, does nothing" };
	}
	if (broken.outcome.error === undefined && !isAsBefore(broken, outcome)) {
		return { works: false, fails: outcomeWords(outcome, good) };
	}
	if (outcome.kind !== good.kind || outcome.affected !== good.affected || outcome.rows !== good.rows) {
		return { works: false, fails: outcome.shown };
	}
	for (const { table, look, good: rows } of written) {
		if (differs(rows, await tryAgain(moment, statement, { ...change, after: look }))) {
			return { works: false, fails: `other rows are written into ${table}` };
		}
	}
	return { works: true };
}

/** A query may give another warning, or rows of other types: it is its rows that are asked for. */
function isAsBefore({ class: of, good }: Broken, outcome: Outcome): boolean {
	return of === "rows-differ" || of === "count-differs"
		? !differs(good, outcome)
		: ["same", "metadata-differs"].includes(changeOf(good, outcome));
}

/** Later releases where it works, and for migrations the release before. */
async function otherReleases(broken: Broken, shelf: RuleShelf): Promise<readonly TriedWayOut[]> {
	const { rules: stop, statement, workedAt, good } = broken;
	const isMigration = statement.role === "migration";
	const isBack = broken.stop !== stop.release;
	const tried = (await triedAfter(broken, shelf)).map(({ release, verdict }): TriedWayOut => {
		const textAt = (stops: readonly string[]): string => {
			const left = stops.filter((each) => each !== broken.born);
			return isMigration
				? `run it at ${release}`
				: isBack
					? `stay at ${release}`
					: `go to ${release}${left.length === 0 ? "" : ` without a stop at ${left.join(", ")}`}`;
		};
		return {
			key: `${laterKey}${release}`,
			stop: broken.stop,
			kind: isMigration ? "later" : "path",
			text: textAt([broken.stop]),
			textAt,
			run: release,
			...verdict,
			...(verdict.works ? {} : { isSilent: true }),
		};
	});
	// A query is not moved for its rows.
	if (isMigration && workedAt !== undefined && broken.class !== "rows-differ") {
		const doesNothing = good.effect?.length === 0;
		tried.push({
			key: `before ${workedAt}`,
			stop: broken.stop,
			kind: "path",
			text: `run it at ${workedAt}, before the ${isBack ? "way back" : "upgrade"}`,
			works: !doesNothing,
			run: workedAt,
			...(doesNothing ? { fails: "accepted there, does nothing" } : {}),
			...(doesNothing && broken.outcome.error === undefined ? { isSilent: true } : {}),
		});
	}
	return tried;
}

/** Keys of later releases begin so. */
export const laterKey = "later ";
interface TriedRelease {
	readonly release: string;
	readonly verdict: Verdict;
}

/** So many of a kind are tried at every later release, the rest where one of these works. */
const triedEverywhere = 3;

/** Releases after the stop where it was run, oldest first. */
async function triedAfter(broken: Broken, shelf: RuleShelf): Promise<readonly TriedRelease[]> {
	const { moment, statement, rules: stop, kind } = broken;
	const after = shelf.after(stop.release);
	const tried: TriedRelease[] = [];
	const tryAt = async (release: string): Promise<void> => {
		const change = { rules: await shelf.of(release) };
		const outcome = await tryAgain(moment, statement, change);
		tried.push({ release, verdict: await verdictOn(broken, outcome, change) });
	};
	const known = kind.tried > triedEverywhere ? after.filter((release) => kind.later.has(release)) : after;
	for (const release of known) {
		await tryAt(release);
	}
	// Other rows are many, and not worth every release each.
	const isRare = broken.class !== "rows-differ" && broken.class !== "count-differs";
	const isHelped = tried.some(({ verdict }) => verdict.works);
	for (const release of !isHelped && isRare ? after.filter((each) => !known.includes(each)) : []) {
		await tryAt(release);
	}
	tried.filter(({ verdict }) => verdict.works).forEach(({ release }) => kind.later.add(release));
	return tried.toSorted((one, other) => compareReleases(one.release, other.release));
}

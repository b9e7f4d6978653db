/**
 * Verdicts of a rehearsal: compares a statement's outcome with that where it worked last, finds who decided, tries
 * ways out, and has what breaks let through.
 *
 * Of statements that differ in the same way the first three are explained each by itself; where these have one cause
 * the rest are taken to have it, too.
 */
import type { Series } from "../workload/series.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { type Blame, Blamer } from "./blame.ts";
import { type Hit, isNameOfRelease, kindOf } from "./finding.ts";
import { changeOf, differs, type Outcome } from "./outcome.ts";
import { Hits } from "./hits.ts";
import { type Known, KnownOutcomes } from "./known-outcomes.ts";
import type { OutcomeShelf } from "./outcome-shelf.ts";
import type { Judge } from "./play.ts";
import { classesWithWaysOut, type FindingClass } from "./report/format.ts";
import type { RuleShelf, Stop, StopRules } from "./stop.ts";
import { type Moment, tryAgain } from "./trial.ts";
import { type TriedWayOut, tryWaysOut } from "./way-out.ts";
import { type WrittenTable, writtenTables } from "./written-tables.ts";

/** A statement that does otherwise on tables that are made at a stop than on old ones at the same stop. */
export interface BirthSuspect {
	readonly statement: WorkloadStatement;
	readonly moment: Moment;
	readonly before: Outcome;
	readonly after: Outcome;
	readonly rules: StopRules;
	readonly class: FindingClass;
	/** The same for statements that differ in the same way. */
	readonly kind: string;
}

/** A statement that does otherwise at a stop, and why. */
interface Explained {
	readonly at: number;
	readonly moment: Moment;
	readonly statement: WorkloadStatement;
	readonly stop: Stop;
	readonly outcome: Outcome;
	readonly former: Known;
	readonly blame: Blame;
}

interface VerdictOptions {
	readonly known?: KnownOutcomes | undefined;
	/** The stop where the tables were made. */
	readonly born?: string;
	/** Finds the rules that decide when a table is made. */
	readonly blame?: (suspect: BirthSuspect) => Promise<Blame>;
	/** Lets through what works on old tables under the same rules. */
	readonly oldest?: StopRules;
}

/** So many of a kind are explained each by itself. */
const explainedOfAKind = 3;
/** Ways out are run on so many statements of a kind. */
const triedOfAKind = 500;

interface Kind {
	readonly blames: Blame[];
	tried: number;
	/** Of those with a presumed cause: how many were looked at. */
	checked: number;
	readonly later: Set<string>;
	/** Of statements with other warnings: the last that was explained did. */
	writesOtherRows?: boolean | undefined;
}

/** Findings on the tables of one birth, over all stops. */
export class Verdicts {
	readonly hits = new Hits();
	/** From the stop before. */
	readonly known: KnownOutcomes;
	readonly #outcomes: OutcomeShelf;
	readonly #shelf: RuleShelf;
	readonly #blamer: Blamer;
	readonly #statements: Series<WorkloadStatement>;
	readonly #born: string | undefined;
	readonly #blameBirth: ((suspect: BirthSuspect) => Promise<Blame>) | undefined;
	readonly #oldest: StopRules | undefined;
	/** Statements that worked in these plays, and not only on older tables. */
	readonly #worked: Uint8Array;
	readonly #kinds = new Map<string, Kind>();
	/** By statement the number of the hit that a later stop may extend, from 1; 0: none. */
	readonly #open: Int32Array;

	constructor(
		shelf: RuleShelf,
		statements: Series<WorkloadStatement>,
		outcomes: OutcomeShelf,
		{ known, born, blame, oldest }: VerdictOptions = {},
	) {
		this.#shelf = shelf;
		this.#blamer = new Blamer(shelf);
		this.#statements = statements;
		this.#outcomes = outcomes;
		this.#worked = new Uint8Array(statements.length);
		this.#open = new Int32Array(statements.length);
		this.known = known?.copy() ?? new KnownOutcomes(outcomes, statements.length);
		this.#born = born;
		this.#blameBirth = blame;
		this.#oldest = oldest;
	}

	/** The judge of a play at a stop; `broken`: takes the places of statements that were let through. */
	at(stop: Stop, broken: Set<number>): Judge {
		return {
			needsMoments: !this.known.isEmpty,
			keep: (at, outcome) => this.#outcomes.keep(outcome, this.known.ownAt(at)),
			judge: async (at, number, moment) => {
				const outcome = this.#outcomes.get(number);
				const former = this.known.at(at);
				const rules =
					former === undefined || moment === undefined
						? undefined
						: await this.#compare(at, stop, outcome, former, moment);
				if (rules !== undefined) {
					broken.add(at);
				}
				this.known.take(at, number, stop.rules.release);
				if (outcome.kind === "ok" || outcome.kind === "rows") {
					this.#worked[at] = 1;
				}
				return rules;
			},
		};
	}

	async #compare(
		at: number,
		stop: Stop,
		outcome: Outcome,
		former: Known,
		moment: Moment,
	): Promise<StopRules | undefined> {
		const isBroken = outcome.error !== undefined && former.good !== undefined;
		if (changeOf(former.own, outcome) === "same") {
			const open = (this.#open[at] ?? 0) - 1;
			await this.#extend(open, stop, outcome, former, moment);
			return isBroken || this.hits.classOf(open) === "loses-effect" ? this.#formerRules(former, stop) : undefined;
		}
		const of = classOf(former, outcome);
		const open = (this.#open[at] ?? 0) - 1;
		const hit = of === "same" ? undefined : await this.#hit(at, of, stop, outcome, former, moment);
		const number = hit === undefined ? -1 : this.hits.add(hit);
		if (of === "metadata-differs" && answersOtherwise.has(this.hits.classOf(open))) {
			// Other types of columns do not end that the rows are others.
			await this.#extend(open, stop, outcome, former, moment);
		} else {
			this.#open[at] = number + 1;
		}
		return isBroken || of === "loses-effect" ? this.#formerRules(former, stop) : undefined;
	}

	#formerRules({ goodRelease }: Known, stop: Stop): Promise<StopRules> | StopRules {
		return goodRelease === stop.rules.release && this.#oldest !== undefined
			? this.#oldest
			: this.#shelf.of(goodRelease);
	}

	/** A hit that shows at another stop: what is no way out at the one may be one at the other. */
	async #extend(open: number, stop: Stop, outcome: Outcome, former: Known, moment: Moment): Promise<void> {
		if (open < 0) {
			return;
		}
		this.hits.extend(open, stop.label);
		const hit = this.hits.inFull(open);
		if (hit?.ways.some(({ isSilent }) => isSilent !== true) === true) {
			const statement = this.#statements.at(hit.at) as WorkloadStatement;
			const kind = this.#kind(`${stop.label} still ${kindOf(hit.class, hit.text, hit.before, outcome)}`);
			// The stop before was otherwise already: a way out leads to the outcome before the first of these stops.
			const good = { ...former, good: hit.before, goodRelease: hit.beforeAt };
			const met = { moment, statement, stop, outcome, former: good, at: hit.at, blame: hit.blame };
			kind.writesOtherRows = hit.written !== undefined;
			const written = await this.#written(hit.class, kind, met);
			hit.ways.push(...((await this.#waysOut(hit.class, kind, met, written)) ?? []));
		}
	}

	async #hit(
		at: number,
		of: FindingClass,
		stop: Stop,
		outcome: Outcome,
		former: Known,
		moment: Moment,
	): Promise<Hit | undefined> {
		const statement = this.#statements.at(at) as WorkloadStatement;
		const before = former.good ?? former.own;
		const name = `${stop.label} ${kindOf(of, statement.text, before, outcome)}`;
		const kind = this.#kind(name);
		const { release } = stop.rules;
		let blame = presumed(kind, release);
		if (blame !== undefined && (await this.#isOfData(of, kind, outcome, former, moment, statement))) {
			blame = { firstRelease: release, rules: [] };
		}
		if (blame === undefined) {
			if (!(await isSteady(of, outcome, moment, statement, stop.rules))) {
				return undefined;
			}
			// A statement that works anew was otherwise at the stop before.
			const goodRelease = of === "begins-to-work" || of === "works-again" ? former.ownRelease : former.goodRelease;
			blame = await this.#blamer.blame({
				moment,
				statement,
				goodRelease,
				badRelease: release,
				bad: outcome,
				class: of,
			});
			const isBirth = of === "breaks" || former.goodRelease === release;
			if (blame.rules.length === 0 && isBirth && this.#blameBirth !== undefined) {
				const { rules } = stop;
				const suspect = { statement, moment, before, after: outcome, rules, kind: name, class: of };
				blame = await this.#blameBirth(suspect);
			}
			kind.blames.push(blame);
			kind.writesOtherRows = of === "warnings-differ" ? undefined : false;
		}
		const explained = { at, moment, statement, stop, outcome, former, blame };
		const written = await this.#written(of, kind, explained);
		kind.writesOtherRows ??= written.length > 0;
		const writesOtherRows = kind.writesOtherRows && (written.length > 0 || kind.tried >= triedOfAKind);
		const found =
			of === "rows-differ" && isNameOfRelease(blame.rules)
				? "metadata-differs"
				: writesOtherRows
					? "effect-differs"
					: of;
		const ways = await this.#waysOut(found, kind, explained, written);
		return {
			at,
			text: statement.text,
			class: found,
			stops: [stop.label],
			before,
			beforeAt: former.good === undefined ? former.ownRelease : former.goodRelease,
			after: outcome,
			blame,
			ways: ways ?? [],
			...(ways === undefined ? { isUntried: true } : {}),
			...(written.length === 0 || found !== "effect-differs" ? {} : { written: written.map(({ table }) => table) }),
			...(this.#born === undefined ? {} : { born: this.#born }),
		};
	}

	/** Other data alone may make the same difference as a rule does: then the rules of before answer as those of now. */
	async #isOfData(
		of: FindingClass,
		kind: Kind,
		outcome: Outcome,
		{ goodRelease }: Known,
		moment: Moment,
		statement: WorkloadStatement,
	): Promise<boolean> {
		if ((of !== "rows-differ" && of !== "count-differs") || kind.checked >= triedOfAKind) {
			return false;
		}
		kind.checked++;
		return !differs(await tryAgain(moment, statement, { rules: await this.#shelf.of(goodRelease) }), outcome);
	}

	#kind(name: string): Kind {
		const kind = this.#kinds.get(name) ?? { blames: [], tried: 0, checked: 0, later: new Set() };
		this.#kinds.set(name, kind);
		return kind;
	}

	/** Tables into which the statement writes other rows than where it worked last, while ways out are tried. */
	async #written(
		of: FindingClass,
		kind: Kind,
		{ moment, statement, stop, outcome, former, blame }: Explained,
	): Promise<readonly WrittenTable[]> {
		const isAsked = of === "count-differs" ? blame.rules.length > 0 : kind.writesOtherRows !== false;
		return isAsked && kind.tried < triedOfAKind
			? writtenTables(moment, statement, outcome.within ?? [], [await this.#shelf.of(former.goodRelease), stop.rules])
			: [];
	}

	/** @returns undefined where none was run, as many of its kind were tried before */
	async #waysOut(
		of: FindingClass,
		kind: Kind,
		{ at, moment, statement, stop, outcome, former, blame }: Explained,
		written: readonly WrittenTable[],
	): Promise<TriedWayOut[] | undefined> {
		const { good, goodRelease } = former;
		// Of rows that no rule decides on the data that they met, the data is to be mended, by other ways out.
		const isOfData = (of === "rows-differ" || of === "count-differs") && blame.rules.length === 0;
		if (!classesWithWaysOut.has(of) || good === undefined || isOfData) {
			return [];
		}
		if (kind.tried >= triedOfAKind) {
			return undefined;
		}
		kind.tried++;
		const broken = {
			class: of,
			moment,
			statement,
			stop: stop.label,
			rules: stop.rules,
			outcome,
			good,
			goodRelease,
			...(this.#worked[at] === 1 ? { workedAt: goodRelease } : {}),
			...(this.#born === undefined ? {} : { born: this.#born }),
			blame,
			kind,
			written,
		};
		return tryWaysOut(broken, this.#shelf);
	}
}

const answersOtherwise: ReadonlySet<FindingClass | undefined> = new Set<FindingClass>([
	"rows-differ",
	"count-differs",
	"effect-differs",
]);

function classOf({ own, good }: Known, outcome: Outcome): FindingClass | "same" {
	if (outcome.error !== undefined) {
		return good === undefined ? "fails-otherwise" : "breaks";
	}
	if (good === undefined) {
		return "begins-to-work";
	}
	const change = changeOf(good, outcome);
	return change === "same" && own.error !== undefined ? "works-again" : change;
}

/** The cause of those of the kind that were explained, where it is one and the same. */
function presumed({ blames }: Kind, release: string): Blame | undefined {
	if (blames.length < explainedOfAKind) {
		return undefined;
	}
	const last = blames.slice(-explainedOfAKind).map((each) => JSON.stringify(each));
	const isOne = last.every((each) => each === last[0]);
	return isOne ? blames.at(-1) : blames.length > triedOfAKind ? { firstRelease: release, rules: [] } : undefined;
}

/** RAND() and the like answer otherwise each time: nothing can be said of them. */
async function isSteady(
	of: FindingClass,
	outcome: Outcome,
	moment: Moment,
	statement: WorkloadStatement,
	rules: StopRules,
): Promise<boolean> {
	return of !== "rows-differ" || changeOf(outcome, await tryAgain(moment, statement, { rules })) === "same";
}

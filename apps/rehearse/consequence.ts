/**
 * Consequences of what breaks: statements that would fail or answer otherwise if nothing were let through, each put
 * under the broken statement that it follows.
 */
import type { Series } from "../workload/series.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { mentionedIn, objectsIn } from "./statement/named-object.ts";
import type { Hit } from "./finding.ts";
import { makesOfOthers } from "./statement/kind.ts";
import type { FindingClass } from "./report/format.ts";
import type { Hits } from "./hits.ts";
import { differs, type Outcome } from "./outcome.ts";
import type { OutcomeColumn } from "./outcome-shelf.ts";
import { PlaceChains } from "./place-chains.ts";
import { isNote } from "./report/tally.ts";

/**
 * @param judged - outcomes with what breaks let through
 * @param plain - outcomes of the same statements without
 * @param broken - places of statements that were let through
 * @returns places of consequences by the broken statement's place
 */
export function consequencesOf(
	statements: Series<WorkloadStatement>,
	judged: OutcomeColumn,
	plain: OutcomeColumn,
	broken: ReadonlySet<number>,
): PlaceChains {
	const before = new Roots();
	const found = new PlaceChains();
	for (let at = 0; at < statements.length; at++) {
		if (broken.has(at)) {
			before.add(at, statements.at(at) as WorkloadStatement, judged.at(at));
			continue;
		}
		const isOne = judged.numberAt(at) === plain.numberAt(at);
		const [own, without] = isOne ? [] : [judged.at(at), plain.at(at)];
		if (own === undefined || without === undefined || !differs(own, without)) {
			continue;
		}
		const root = before.of(statements.at(at) as WorkloadStatement, own);
		if (root !== undefined) {
			found.add(root, at);
		}
	}
	return found;
}

/** Places of broken statements up to one, the nearest of each kind. */
class Roots {
	readonly #byObject = new Map<string, number>();
	readonly #bySession = new Map<string, number>();
	#last: number | undefined;

	add(at: number, { text, session }: WorkloadStatement, outcome: Outcome | undefined): void {
		objectsIn(text, outcome?.within).forEach((name) => this.#byObject.set(name, at));
		this.#bySession.set(session, at);
		this.#last = at;
	}

	/** The nearest that names a table in common; else the nearest of its session; else any. */
	of({ text, session }: WorkloadStatement, { within }: Outcome): number | undefined {
		const named = [...mentionedIn(text, within)].flatMap((name) => this.#byObject.get(name) ?? []);
		return named.length > 0 ? Math.max(...named) : (this.#bySession.get(session) ?? this.#last);
	}
}

function objectsOf({ text, after, written = [] }: Hit): ReadonlySet<string> {
	return new Set([
		...objectsIn(text, after.within),
		...written.map((table) => table.replace(/^.*\./, "").toLowerCase()),
	]);
}

/** They leave other data or another catalog behind. */
const changingClasses: ReadonlySet<FindingClass> = new Set<FindingClass>([
	"effect-differs",
	"takes-effect",
	"count-differs",
	"begins-to-work",
]);

/** An object that a statement makes of others: by RENAME, LIKE, a query. */
interface Heir {
	readonly at: number;
	readonly objects: ReadonlySet<string>;
}

function heirsIn(statements: Series<WorkloadStatement>): readonly Heir[] {
	const heirs: Heir[] = [];
	let at = 0;
	for (const { text } of statements) {
		if (makesOfOthers(text)) {
			heirs.push({ at, objects: objectsIn(text) });
		}
		at++;
	}
	return heirs;
}

/** Does a statement name one of the objects, or one that was made of them between the two places? */
function isAmong(
	named: ReadonlySet<string>,
	objects: ReadonlySet<string>,
	heirs: readonly Heir[],
	from: number,
	to: number,
): boolean {
	const all = new Set(objects);
	for (const heir of heirs) {
		if (heir.at > from && heir.at < to && [...heir.objects].some((each) => all.has(each))) {
			heir.objects.forEach((each) => all.add(each));
		}
	}
	return [...all].some((each) => named.has(each));
}

/**
 * Puts hits that no rule decides on the data they met under the earlier statement that made the data otherwise.
 *
 * @returns the hits that do not stand for themselves
 */
export function consequencesAmong(hits: Hits, statements: Series<WorkloadStatement>): ReadonlySet<Hit> {
	const effects = [...hits.heavy()]
		.filter(([, { class: of, blame }]) => changingClasses.has(of) && blame.rules.length > 0)
		.map(([number, cause]) => ({ number, cause, objects: objectsOf(cause) }));
	const heirs = effects.length === 0 ? [] : heirsIn(statements);
	const found = new Set<Hit>();
	for (const [, hit] of hits.heavy()) {
		if (hit.blame.rules.length > 0) {
			continue;
		}
		const named = mentionedIn(hit.text, hit.after.within);
		const root = effects.findLast(
			({ cause, objects }) =>
				cause.at < hit.at &&
				cause.born === hit.born &&
				cause.mixed === hit.mixed &&
				cause.stops.includes(hit.stops[0] ?? "") &&
				isAmong(named, objects, heirs, cause.at, hit.at),
		);
		if (root === undefined) {
			continue;
		}
		found.add(hit);
		// Warnings and types of columns follow without being worth a word.
		if (!isNote(hit)) {
			hits.follow(root.number, hit.at);
		}
	}
	return found;
}

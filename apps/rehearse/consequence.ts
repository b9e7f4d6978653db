/**
 * Consequences of what breaks: statements that would fail or answer otherwise if nothing were let through, each put
 * under the broken statement that it follows.
 */
import type { Series } from "../workload/series.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { objectsIn } from "./named-object.ts";
import type { Hit } from "./finding.ts";
import type { Hits } from "./hits.ts";
import { differs } from "./outcome.ts";
import type { OutcomeColumn } from "./outcome-shelf.ts";
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
): ReadonlyMap<number, readonly number[]> {
	const before = new Roots();
	const found = new Map<number, number[]>();
	for (let at = 0; at < statements.length; at++) {
		if (broken.has(at)) {
			before.add(at, statements.at(at) as WorkloadStatement);
			continue;
		}
		const isOne = judged.numberAt(at) === plain.numberAt(at);
		const [own, without] = isOne ? [] : [judged.at(at), plain.at(at)];
		if (own === undefined || without === undefined || !differs(own, without)) {
			continue;
		}
		const root = before.of(statements.at(at) as WorkloadStatement);
		if (root !== undefined) {
			const places = found.get(root) ?? [];
			found.set(root, places);
			places.push(at);
		}
	}
	return found;
}

/** Places of broken statements up to one, the nearest of each kind. */
class Roots {
	readonly #byObject = new Map<string, number>();
	readonly #bySession = new Map<string, number>();
	#last: number | undefined;

	add(at: number, { text, session }: WorkloadStatement): void {
		objectsIn(text).forEach((name) => this.#byObject.set(name, at));
		this.#bySession.set(session, at);
		this.#last = at;
	}

	/** The nearest that names a table in common; else the nearest of its session; else any. */
	of({ text, session }: WorkloadStatement): number | undefined {
		const named = [...objectsIn(text)].flatMap((name) => this.#byObject.get(name) ?? []);
		return named.length > 0 ? Math.max(...named) : (this.#bySession.get(session) ?? this.#last);
	}
}

function objectsOf({ text, written = [] }: Hit): ReadonlySet<string> {
	return new Set([...objectsIn(text), ...written.map((table) => table.replace(/^.*\./, "").toLowerCase())]);
}

/**
 * Puts hits that no rule decides on the data they met under the earlier statement that made the data otherwise.
 *
 * @returns the hits that do not stand for themselves
 */
export function consequencesAmong(hits: Hits): ReadonlySet<Hit> {
	const effects = [...hits.heavy()]
		.filter(([, { class: of, blame }]) => (of === "effect-differs" || of === "takes-effect") && blame.rules.length > 0)
		.map(([number, cause]) => ({ number, cause, objects: objectsOf(cause) }));
	const found = new Set<Hit>();
	for (const [, hit] of hits.heavy()) {
		if (hit.blame.rules.length > 0) {
			continue;
		}
		const named = objectsIn(hit.text);
		const root = effects.findLast(
			({ cause, objects }) =>
				cause.at < hit.at &&
				cause.born === hit.born &&
				cause.mixed === hit.mixed &&
				cause.stops.includes(hit.stops[0] ?? "") &&
				[...objects].some((each) => named.has(each)),
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

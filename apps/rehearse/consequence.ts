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
	const roots = [...broken]
		.sort((a, b) => a - b)
		.map((at) => ({ at, objects: objectsIn(statements.at(at)?.text ?? "") }));
	const found = new Map<number, number[]>();
	for (let at = 0; at < statements.length; at++) {
		const isOne = judged.numberAt(at) === plain.numberAt(at);
		const [own, without] = isOne ? [] : [judged.at(at), plain.at(at)];
		if (broken.has(at) || own === undefined || without === undefined || !differs(own, without)) {
			continue;
		}
		const statement = statements.at(at) as WorkloadStatement;
		const before = roots.filter((root) => root.at < at);
		const objects = objectsIn(statement.text);
		// The nearest that names a table in common; else the nearest of its session; else any.
		const root =
			before.findLast((each) => [...each.objects].some((name) => objects.has(name))) ??
			before.findLast((each) => statements.at(each.at)?.session === statement.session) ??
			before.at(-1);
		if (root !== undefined) {
			found.set(root.at, [...(found.get(root.at) ?? []), at]);
		}
	}
	return found;
}

/**
 * Puts hits that no rule decides on the data they met under the earlier statement that made the data otherwise.
 *
 * @returns the hits that do not stand for themselves
 */
export function consequencesAmong(hits: Hits): ReadonlySet<Hit> {
	const heavy = [...hits.heavy()];
	const named = new Map(heavy.map((hit) => [hit, objectsIn(hit.text)]));
	const effects = heavy.filter(({ class: of }) => of === "effect-differs" || of === "takes-effect");
	const found = heavy.filter((hit) => {
		if (hit.blame.rules.length > 0) {
			return false;
		}
		const objects = named.get(hit);
		const root = effects.findLast(
			(cause) =>
				cause.at < hit.at &&
				cause.blame.rules.length > 0 &&
				cause.born === hit.born &&
				cause.mixed === hit.mixed &&
				cause.stops.includes(hit.stops[0] ?? "") &&
				[...(named.get(cause) ?? [])].some((each) => objects?.has(each)),
		);
		if (root === undefined) {
			return false;
		}
		// Warnings and types of columns follow without being worth a word.
		if (!isNote(hit)) {
			root.follows.add(hit.at);
		}
		return true;
	});
	return new Set(found);
}

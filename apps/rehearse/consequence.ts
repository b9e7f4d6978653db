/**
 * Consequences of what breaks: statements that would fail or answer otherwise if nothing were let through, each put
 * under the broken statement that it follows.
 */
import type { WorkloadStatement } from "../workload/statement.ts";
import { objectsIn } from "./named-object.ts";
import { type Hit, isNote } from "./finding.ts";
import { changeOf, type Outcome } from "./outcome.ts";

/**
 * @param judged - outcomes with what breaks let through
 * @param plain - outcomes of the same statements without
 * @param broken - places of statements that were let through
 * @returns places of consequences by the broken statement's place
 */
export function consequencesOf(
	statements: readonly WorkloadStatement[],
	judged: readonly (Outcome | undefined)[],
	plain: readonly (Outcome | undefined)[],
	broken: ReadonlySet<number>,
): ReadonlyMap<number, readonly number[]> {
	const roots = [...broken].sort((a, b) => a - b);
	const found = new Map<number, number[]>();
	statements.forEach((statement, at) => {
		const [own, without] = [judged[at], plain[at]];
		if (broken.has(at) || own === undefined || without === undefined || !differs(own, without)) {
			return;
		}
		const root = rootOf(statement, at, statements, roots);
		if (root !== undefined) {
			found.set(root, [...(found.get(root) ?? []), at]);
		}
	});
	return found;
}

function differs(own: Outcome, without: Outcome): boolean {
	const change = changeOf(own, without);
	return !["same", "warnings-differ", "metadata-differs"].includes(change);
}

/** The nearest broken statement before it that names a table in common; else the nearest of its session; else any. */
function rootOf(
	statement: WorkloadStatement,
	at: number,
	statements: readonly WorkloadStatement[],
	roots: readonly number[],
): number | undefined {
	const before = roots.filter((root) => root < at);
	const objects = objectsIn(statement.text);
	const shares = (root: number): boolean =>
		[...objectsIn((statements[root] as WorkloadStatement).text)].some((each) => objects.has(each));
	return (
		before.findLast(shares) ??
		before.findLast((root) => statements[root]?.session === statement.session) ??
		before.at(-1)
	);
}

/**
 * Puts hits that no rule decides on the data they met under the earlier statement that made the data otherwise.
 *
 * @returns the hits that stand for themselves
 */
export function withoutConsequences(hits: readonly Hit[]): readonly Hit[] {
	const named = new Map(hits.map((hit) => [hit, objectsIn(hit.text)]));
	const effects = hits.filter(({ class: of }) => of === "effect-differs" || of === "takes-effect");
	return hits.filter((hit) => {
		if (hit.blame.rules.length > 0) {
			return true;
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
			return true;
		}
		// Warnings and types of columns follow without being worth a word.
		if (!isNote(hit.class)) {
			root.follows.add(hit.at);
		}
		return false;
	});
}

/**
 * Search for the path with the fewest breaks, and the shortest script of repairs on it.
 *
 * A hop writes nothing, so that what a statement does at a stop does not depend on the stops before it: one play over
 * all releases between the first and the last tells of every path among them.
 */
import type { LongReport, LongFinding, ReportedPath } from "./report/format.ts";

/** More stops than these are not combined: paths with at most two stops between are listed. */
const combined = 6;
const shownPaths = 10;

/** `report`: of a play at all releases between two. */
export function searched(report: LongReport): LongReport {
	const breaks = report.findings.filter(
		({ class: of, born, mixed }) => of === "breaks" && born === undefined && mixed === undefined,
	);
	const [first = "", last = ""] = [report.path[0], report.path.findLast((label) => !label.endsWith("(back)"))];
	const inside = report.path.filter((label) => label !== first && label !== last && !label.endsWith("(back)"));
	const paths = subsets(inside)
		.map((stops): ReportedPath => {
			const path = [first, ...stops, last];
			return { path, breaks: brokenOn(path, breaks), repairs: repairsOn(path, breaks).length };
		})
		.sort((a, b) => a.breaks - b.breaks || (a.repairs ?? 0) - (b.repairs ?? 0) || a.path.length - b.path.length);
	const [best] = paths;
	return {
		...report,
		paths: paths.slice(0, shownPaths),
		repairs: best === undefined ? [] : repairsOn(best.path, breaks),
	};
}

function subsets(stops: readonly string[]): readonly (readonly string[])[] {
	if (stops.length > combined) {
		const pairs = stops.flatMap((one, at) => stops.slice(at + 1).map((other) => [one, other]));
		return [[], ...stops.map((stop) => [stop]), ...pairs, stops];
	}
	const sets: (readonly string[])[] = [[]];
	for (const stop of stops) {
		sets.push(...sets.map((set) => [...set, stop]));
	}
	return sets;
}

/** Statements that break, once a stop. */
function brokenOn(path: readonly string[], breaks: readonly LongFinding[]): number {
	return breaks.reduce(
		(sum, { stops, statements }) => sum + statements.length * stops.filter((stop) => path.includes(stop)).length,
		0,
	);
}

/** Statements that repair all that breaks on the path, as far as any was found that does. */
function repairsOn(path: readonly string[], breaks: readonly LongFinding[]): readonly string[] {
	const found = breaks
		.filter(({ stops }) => stops.some((stop) => path.includes(stop)))
		.flatMap(({ waysOut, statements }) => {
			const way = waysOut.find(({ works, of, kind }) => works === of && kind !== "path" && kind !== "later");
			return way?.run === undefined ? [] : [{ run: way.run, text: way.text, of: statements.length }];
		});
	return [...new Set(found.map(({ run }) => run))];
}

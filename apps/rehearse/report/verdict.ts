/**
 * Verdict of a rehearsal in a sentence or two: what breaks on the path, what differs, what breaks elsewhere.
 */
import type { LongReport, LongFinding } from "./format.ts";
import { StatementsById } from "./statements-by-id.ts";
import { counted, counting, isNote, type Tally } from "./tally.ts";

interface Verdict {
	readonly tone: "bad" | "fair" | "good";
	/** The first is the verdict, the others add to it. */
	readonly sentences: readonly [string, ...string[]];
}

export function verdictOf(report: LongReport, { played, judged }: Tally): Verdict {
	const proper = counting(report).filter((each) => !isNote(each));
	const onPath = proper.filter(isOnPath);
	const breaks = onPath.filter((each) => each.class === "breaks");
	const statements = new StatementsById(report);
	const broken = statements.countOf(breaks);
	const others = statements.countOf(onPath.filter((each) => each.class !== "breaks"));
	const apart = proper.filter((each) => !isOnPath(each));
	const rest = [
		...(others === 0 ? [] : [`${counted(others, "statement works", "statements work")}, and ${verb(others)}.`]),
		...(apart.length === 0 ? [] : [`${counted(apart.length, "finding")} on tables or servers of other releases.`]),
		...(played > judged && judged > 0
			? [`${played - judged} of ${played} ${played - judged === 1 ? "was" : "were"} not judged.`]
			: []),
	];
	if (judged === 0) {
		const why = played === 0 ? ": there is neither traffic nor a migration" : "";
		return { tone: "bad", sentences: [`Nothing could be judged${why}.`, ...rest] };
	}
	if (broken > 0) {
		const causes = counted(breaks.length, "cause");
		return {
			tone: "bad",
			sentences: [`${counted(broken, "statement breaks", "statements break")}, ${causes}.`, ...rest],
		};
	}
	return { tone: others + apart.length > 0 ? "fair" : "good", sentences: ["No statement breaks.", ...rest] };
}

/** Neither on tables made elsewhere nor with servers beside each other. */
export function isOnPath({ born, mixed }: LongFinding): boolean {
	return born === undefined && mixed === undefined;
}

function verb(count: number): string {
	return count === 1 ? "answers or acts otherwise" : "answer or act otherwise";
}

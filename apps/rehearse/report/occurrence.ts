/**
 * Occurrences of findings: one for each statement of each finding, the first of every cause before all second ones.
 */
import type { LongReport, LongFinding, ReportedOutcome, ReportedStatement } from "./format.ts";
import { StatementsById } from "./statements-by-id.ts";
import { gravity, isNote } from "./tally.ts";
import { isOnPath } from "./verdict.ts";
import { changeText, classVerb, errorText, noteOf, remarksOn, rulesOf, signOf, withinOf, worksFor } from "./wording.ts";

export interface Occurrence {
	readonly finding: LongFinding;
	readonly statement: ReportedStatement;
}

/**
 * Readers that show only some then show each cause.
 *
 * @param most - no more are made
 * @returns the first of them, and how many are left out
 */
export function occurrencesOf(
	report: LongReport,
	findings: readonly LongFinding[],
	most: number,
): { readonly occurrences: readonly Occurrence[]; readonly left: number } {
	const statements = new StatementsById(report);
	const lists = findings.map((finding) => ({ finding, found: statements.of(finding.statements) }));
	const parts = [
		...lists.map(({ finding, found }) => ({ finding, found: found.slice(0, 1) })),
		...lists.map(({ finding, found }) => ({ finding, found: found.slice(1) })),
	];
	const occurrences: Occurrence[] = [];
	for (const { finding, found } of parts) {
		for (const statement of found.slice(0, most - occurrences.length)) {
			occurrences.push({ finding, statement });
		}
	}
	const all = lists.reduce((sum, { found }) => sum + found.length, 0);
	return { occurrences, left: all - occurrences.length };
}

/** Of the statement at the first stop where the finding shows; undefined with tables or servers of another kind. */
function outcomeIn({ finding, statement }: Occurrence): ReportedOutcome | undefined {
	return isOnPath(finding) ? statement.outcome[finding.stops[0] ?? finding.firstRelease] : undefined;
}

/** `breaks at 2.1.2: ERROR 1366 (HY000) ...`: the statement's own error. */
export function occurrenceSentence(occurrence: Occurrence): string {
	const { finding } = occurrence;
	const own = outcomeIn(occurrence);
	const error = own?.class === "error" ? own : finding;
	const what = error.code === undefined ? changeText(finding) : errorText(error.code, error.state, error.message);
	const where =
		finding.born !== undefined
			? ` on tables made at ${finding.born}`
			: finding.mixed !== undefined
				? ` with servers on one store, ${finding.mixed}`
				: "";
	return `${classVerb(finding.class)} at ${finding.firstRelease}${where}${what === "" ? "" : `: ${what}`}`;
}

/** Sentence, rule and ways out, a line each. */
export function occurrenceText(occurrence: Occurrence): string {
	const { finding, statement } = occurrence;
	const note = noteOf(finding);
	return [
		occurrenceSentence(occurrence),
		...withinOf(finding, statement).map((text) => `within: ${text}`),
		rulesOf(finding) + (note === undefined ? "" : `: ${note}`),
		...finding.waysOut.map((way) => {
			const remarks = remarksOn(way, finding).map((each) => `; ${each}`);
			return `${signOf(way, finding)} ${way.text} (${worksFor(way)})${remarks.join("")}`;
		}),
	].join("\n");
}

export type Level = "error" | "warning" | "note";

export function levelOf(finding: LongFinding): Level {
	return isNote(finding) ? "note" : gravity(finding.class) <= gravity("loses-effect") ? "error" : "warning";
}

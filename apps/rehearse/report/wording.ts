/**
 * Sentences on findings that every form of the report shares.
 */
import {
	classesWithWaysOut,
	type FindingClass,
	type NotJudgedKind,
	type LongReport,
	type LongFinding,
	type ReportedOutcome,
	type ReportedStatement,
	type ReportedWayOut,
	type Suppression,
} from "./format.ts";
import { counted, resultOf } from "./tally.ts";

/** For one statement, and for several. */
const classWords: Readonly<Record<FindingClass, readonly [string, string]>> = {
	breaks: ["breaks", "break"],
	"loses-effect": ["loses its effect", "lose their effect"],
	"rows-differ": ["returns other rows", "return other rows"],
	"count-differs": ["changes another number of rows", "change another number of rows"],
	"effect-differs": ["has another effect", "have another effect"],
	"fails-otherwise": ["fails with another error", "fail with another error"],
	"begins-to-work": ["begins to work", "begin to work"],
	"takes-effect": ["takes effect", "take effect"],
	"works-again": ["works again", "work again"],
	"warnings-differ": ["gives other warnings", "give other warnings"],
	"metadata-differs": ["returns columns of other types", "return columns of other types"],
};

/** `3 statements break`. */
export function whatHappens({ class: name, statements }: LongFinding): string {
	return `${counted(statements.length, "statement")} ${classWords[name][statements.length === 1 ? 0 : 1]}`;
}

/** `breaks`: of one statement. */
export function classVerb(name: FindingClass): string {
	return classWords[name][0];
}

/** An answer on one line: rows behind each other, cells of a row with commas between. */
export function answerText(answer = "unknown"): string {
	return answer === "" ? "no row" : answer.replace(/\n$/, "").replaceAll("\t", ", ").replaceAll("\n", "; ");
}

/** `ok, 1 row -> ERROR 1366 ...`; empty where neither is known. */
export function changeText({ before, after }: LongFinding): string {
	return before === undefined && after === undefined ? "" : `${answerText(before)} -> ${answerText(after)}`;
}

/** `ERROR 1366 (HY000) incorrect utf8 value`; empty where it is no error. */
export function errorOf({ code, state, message }: LongFinding): string {
	return code === undefined ? "" : errorText(code, state, message);
}

export function errorText(code: number, state: string | undefined, message: string | undefined): string {
	return `ERROR ${code}${state === undefined ? "" : ` (${state})`}${message === undefined ? "" : ` ${message}`}`;
}

/** `2.1.2 (2018-12-22)`. */
export function dated(release: string, { dates }: LongReport): string {
	const day = dates?.[release];
	return day === undefined ? release : `${release} (${day})`;
}

/** `rule RefuseWideCharacters`; several decide each alone. `(ended)`: it is no longer in force. */
export function rulesOf({ blame }: LongFinding): string {
	const rules = [...new Set(blame.map(({ rule, ended }) => `${rule}${ended ? endedMark : ""}`))];
	return rules.length === 0 ? "no rule was found" : `${rules.length > 1 ? "rules" : "rule"} ${rules.join(", ")}`;
}

export const endedMark = " (ended)";

/** The change of the first rule, or the change that it made while it was in force. */
export function noteOf({ blame }: LongFinding): string | undefined {
	const [first] = blame;
	return first?.ended && first.note !== undefined ? `This has ended: ${first.note}` : first?.note;
}

/** Smallest sets of mixes, each once. */
export function mixesOf({ blame }: LongFinding): readonly string[] {
	return [...new Set(blame.flatMap(({ mixes }) => mixes))];
}

/** Where the mixes were run: behind the last stop before, and before the next one, where that is no stop itself. */
export function runWords({ firstRelease, stops }: LongFinding): string {
	return stops.some((stop) => stop.replace(" (back)", "") === firstRelease) ? "run" : `run at ${firstRelease}`;
}

/** Texts that ran within a statement at the first stop where the finding shows: its own text may not name what broke. */
export function withinOf({ stops }: LongFinding, { outcome }: ReportedStatement): readonly string[] {
	return outcome[stops[0] ?? ""]?.within ?? [];
}

/** Where there is no way out. */
export function noWayOut({ class: of }: LongFinding): string {
	return classesWithWaysOut.has(of) ? "no way out is known" : "no way out was tried";
}

/** The same as a sentence of its own. */
export function noWayOutSentence(finding: LongFinding): string {
	return noWayOut(finding).replace(/^n/, "N");
}

/** `2 statements need them and were judged as if they had worked`; behind what works: `answer otherwise`. */
export function consequencesText({ class: name, consequences }: LongFinding): string {
	const isLetThrough = name === "breaks" || name === "loses-effect";
	const [one, many] = isLetThrough ? ["needs them and was", "need them and were"] : ["answers", "answer"];
	const count = counted(consequences.length, `statement ${one}`, `statements ${many}`);
	return `${count} ${isLetThrough ? "judged as if they had worked" : "otherwise on their account"}`;
}

type Sign = "+" | "~" | "-" | "?";

/** All statements at every stop, some, none; or it was not run. */
export function signOf({ works, of, stops }: ReportedWayOut, finding: LongFinding): Sign {
	if (of === 0 || works === 0) {
		return of === 0 ? "?" : "-";
	}
	return works === of && (stops === undefined || stops.length >= finding.stops.length) ? "+" : "~";
}

/** The price, the stops where it works if it does not at all, and for which statement it does not, and why. */
export function remarksOn(way: ReportedWayOut, finding: LongFinding): readonly string[] {
	const { price, stops, works, from, instead = [] } = way;
	const isPart = stops !== undefined && works > 0 && stops.length < finding.stops.length;
	const where = isPart && stops.length > 0 ? `at ${stops.join(", ")} only` : undefined;
	const later = instead.length > 0 && works > 0 ? `run at ${from}, in place of ${instead.join(", ")}` : undefined;
	const why = signOf(way, finding) === "+" ? undefined : failureText(way, finding);
	return [price, where, later, why].filter((each) => each !== undefined);
}

/** `not for shop.sql:3:1 at 2.1.7: ERROR 1366 ...`; of one statement at one stop the reason alone. */
function failureText({ kind, fails, failsFor, works }: ReportedWayOut, finding: LongFinding): string | undefined {
	if (fails === undefined || failsFor === undefined) {
		return fails;
	}
	const { file, line, column, stop } = failsFor;
	const where = [
		...(finding.statements.length < 2 ? [] : [`${works > 0 ? "for " : ""}${file}:${line}:${column}`]),
		// Another release is named already.
		...(finding.stops.length < 2 || kind === "path" || kind === "later" ? [] : [`at ${stop}`]),
	];
	const reason = fails.length > mostReason ? `${fails.slice(0, mostReason)}…` : fails;
	return where.length === 0 ? reason : `${works > 0 ? "not " : ""}${where.join(" ")}: ${reason}`;
}

/** UTF-16 code units: the statement may hold a long value. */
const mostReason = 160;

export function worksFor({ works, of }: ReportedWayOut): string {
	return of === 0 ? "not run" : `${works} of ${of}`;
}

export const signWords: Readonly<Record<Sign, string>> = {
	"+": "works for all",
	"~": "works for some",
	"-": "does not work",
	"?": "not run",
};

export const notJudgedWords: Readonly<Record<NotJudgedKind, string>> = {
	unsupported: "not supported by verso",
	"refused-everywhere": "refused at every stop",
	unreadable: "unreadable",
};

export const notJudgedKinds = Object.keys(notJudgedWords) as readonly NotJudgedKind[];

/** Why each was not judged, by its id. */
export function unjudgedById({ notJudged }: LongReport): ReadonlyMap<string, string> {
	return new Map(notJudged.map(({ id, reason, kind }) => [id, `${notJudgedWords[kind]}: ${reason}`]));
}

/** `known until 2027-01-31: the table is dropped before`. */
export function suppressionText({ reason, until }: Suppression): string {
	return `${until === undefined ? "" : `until ${until}: `}${reason}`;
}

/** `works, 3 rows`, `fails: ERROR 1366 ...`, `waits for a lock`. */
export function outcomeText(outcome: ReportedOutcome | undefined): string {
	const warnings = outcome?.warnings ?? [];
	const behind = [
		...(outcome?.rows === undefined ? [] : [counted(outcome.rows, "row")]),
		...(outcome?.affected === undefined ? [] : [`${counted(outcome.affected, "row")} changed`]),
		...(outcome?.effect ?? []),
		...warnings,
	];
	switch (resultOf(outcome)) {
		case "works":
			return ["works", ...behind].join(", ");
		case "idle":
			return ["accepted, does nothing", ...warnings].join(", ");
		case "fails":
			return outcome?.code === undefined
				? (outcome?.message ?? "fails")
				: errorText(outcome.code, outcome.state, outcome.message);
		case "waits":
			return "waits for a lock to the end";
		default:
			return outcome?.reason === undefined ? "not judged" : `not judged: ${outcome.reason}`;
	}
}

/**
 * A finding in Markdown: a line that unfolds to statements and ways out.
 */
import type { LongReport, LongFinding, ReportedWayOut } from "../format.ts";
import type { StatementsById } from "../statements-by-id.ts";
import { byRole } from "../tally.ts";
import {
	answerText,
	dated,
	consequencesText,
	errorOf,
	mixesOf,
	noWayOutSentence,
	runWords,
	noteOf,
	rulesOf,
	remarksOn,
	signOf,
	signWords,
	suppressionText,
	whatHappens,
	withinOf,
	worksFor,
} from "../wording.ts";
import { codeBlock, table, words } from "./escape.ts";

const fewStatements = 3;
const mostStatement = 800;
const mostPlaces = 600;

/** Everything of it. */
export function findingSection(finding: LongFinding, statements: StatementsById, report: LongReport): string {
	const found = statements.of(finding.statements);
	const note = noteOf(finding);
	const error = errorOf(finding);
	const mixes = mixesOf(finding).slice(0, fewStatements);
	const cut = (text: string): string => (text.length > mostStatement ? `${text.slice(0, mostStatement)}…` : text);
	const shown = Array.from(found.slice(0, fewStatements), (statement) => {
		const { file, line, column, text } = statement;
		const within = withinOf(finding, statement).map((each) => `\nwithin:\n${codeBlock(cut(each), "sql")}`);
		return `${words(`${file}:${line}:${column}`)}\n${codeBlock(cut(text), "sql")}${within.join("")}`;
	});
	const rest = found.slice(fewStatements);
	const parts = [
		...(note === undefined ? [] : [words(note)]),
		...(error === "" ? [] : [codeBlock(error, "text").trimEnd()]),
		...(error === "" && finding.after !== undefined ? [changeTable(finding)] : []),
		`Since ${words(dated(finding.firstRelease, report))}: ${words(rulesOf(finding))}` +
			`${finding.refusedBy === undefined ? "" : `; refused by ${words(finding.refusedBy)}`}.` +
			(mixes.length === 0
				? ""
				: ` As before with ${mixes.map((mix) => words(`--mix ${mix}`)).join(" or ")} (${words(runWords(finding))}).`),
		...(finding.expired === undefined ? [] : [`No longer ignored: ${words(suppressionText(finding.expired))}`]),
		...shown.map((each) => each.trimEnd()),
		...(rest.length === 0 ? [] : [`... ${rest.length} more: ${words(cutPlaces(statements.places(rest, mostPlaces)))}`]),
		...(finding.consequences.length === 0
			? []
			: [`${consequencesText(finding)}: ${words(cutPlaces(statements.places(finding.consequences, mostPlaces)))}`]),
		waysTable(finding),
		...editBlocks(finding.waysOut, statements),
	];
	return `\n<details><summary>${titleOf(finding)} (${byRole(found)})</summary>\n\n${parts.join("\n\n")}\n\n</details>\n`;
}

/** Where there is no room for more. */
export function findingLine(finding: LongFinding, statements: StatementsById): string {
	return `\n- ${titleOf(finding)}: ${words(statements.places(finding.statements, fewPlaces).slice(0, fewPlaces))}\n`;
}

const fewPlaces = 100;

function titleOf(finding: LongFinding): string {
	const where =
		finding.mixed !== undefined
			? `, servers ${words(finding.mixed)}`
			: finding.born !== undefined
				? `, tables made at ${words(finding.born)}`
				: "";
	const error = finding.code === undefined ? "" : `, error ${finding.code}`;
	return `<b>${whatHappens(finding)} at ${words(finding.firstRelease)}</b>${where}${error}, ${words(rulesOf(finding))}`;
}

/** The first edit that works, as a difference. */
function editBlocks(ways: readonly ReportedWayOut[], statements: StatementsById): readonly string[] {
	const edit = ways.find((way) => way.edit !== undefined && way.works > 0)?.edit;
	const text = edit === undefined ? undefined : statements.get(edit.statement)?.text;
	if (edit === undefined || text === undefined || text.length > mostStatement) {
		return [];
	}
	const edited = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
	const lines = (sign: string, of: string): string => of.replace(/^/gm, `${sign} `);
	return [codeBlock(`${lines("-", text)}\n${lines("+", edited)}`, "diff").trimEnd()];
}

function cutPlaces(places: string): string {
	return places.length > mostPlaces ? `${places.slice(0, mostPlaces)}…` : places;
}

function changeTable({ before, after }: LongFinding): string {
	return table(["before", "now"], [[words(answerText(before)), words(answerText(after))]], 2).trimEnd();
}

const marks = { "+": "✅", "~": "🟡", "-": "❌", "?": "❔" } as const;

function waysTable(finding: LongFinding): string {
	if (finding.waysOut.length === 0) {
		return noWayOutSentence(finding);
	}
	const rows = finding.waysOut.map((way) => {
		const sign = signOf(way, finding);
		const remarks = remarksOn(way, finding).map(words).join("; ");
		return [`${marks[sign]} ${signWords[sign]}`, words(way.text), worksFor(way), remarks];
	});
	return table(["way out, run", "", "works for", "price, or why not"], rows, 4).trimEnd();
}

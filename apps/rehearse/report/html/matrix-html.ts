/**
 * Matrix of statements by stops in HTML: a row a statement, a cell what it did at a stop, with its finding.
 */
import type { LongReport, LongFinding, ReportedOutcome, ReportedStatement } from "../format.ts";
import { FindingsById } from "../findings-by-id.ts";
import { StatementsById } from "../statements-by-id.ts";
import { counted, gravity, resultOf, tally } from "../tally.ts";
import { isOnPath } from "../verdict.ts";
import { outcomeText, unjudgedById } from "../wording.ts";
import { code, lines, name, words } from "./escape.ts";
import { tone } from "./finding-html.ts";

/** More would make a browser slow: then statements that answer alike at every stop are left out. */
const mostRows = 20_000;
const mostText = 200;
const mostFullText = 4000;

interface Row {
	readonly statement: ReportedStatement;
	/** Findings on the path, those apart behind them. */
	readonly findings: readonly LongFinding[];
	readonly unjudged: string | undefined;
}

/** In parts, a row each. */
export function* printMatrix(report: LongReport): Generator<string> {
	const { shown, all } = rowsOf(report);
	if (shown.length < all) {
		yield `<p>${counted(shown.length, "statement")} of ${all}: the others answer alike at every stop, or are too many.</p>\n`;
	}
	yield '<div class="scroll tall" tabindex="0" role="region" aria-labelledby="statements"><table class="matrix"><thead><tr>' +
		'<th scope="col">place</th><th scope="col">statement</th>' +
		report.path.map((stop) => `<th scope="col">${words(stop)}</th>`).join("") +
		"</tr></thead><tbody>\n";
	for (const row of shown) {
		yield printRow(row, report);
	}
	yield "</tbody></table></div>\n";
}

/** All where there is room for them; else those that tell something, as many as there is room for. */
function rowsOf(report: LongReport): { readonly shown: readonly Row[]; readonly all: number } {
	const { played: all } = tally(report);
	const byId = new FindingsById(report.findings, new StatementsById(report), report.statements.length);
	const unjudged = unjudgedById(report);
	const shown: Row[] = [];
	for (const statement of report.statements) {
		const row = { statement, findings: byId.of(statement.id), unjudged: unjudged.get(statement.id) };
		const isTelling = all <= mostRows || row.findings.length > 0 || row.unjudged !== undefined;
		if (statement.role !== "schema" && isTelling && shown.push(row) === mostRows) {
			break;
		}
	}
	return { shown, all };
}

function printRow({ statement, findings, unjudged }: Row, { path }: LongReport): string {
	const { id, file, line, column, role, session } = statement;
	const classes = [...new Set(findings.map((each) => each.class))];
	const stops = [...new Set(findings.flatMap((each) => each.stops))];
	const cells = path.map((stop) => printCell(statement.outcome[stop], findings, stop, unjudged));
	const origin = session === undefined ? role : `${role}, session ${session}`;
	return (
		`<tr id="${name(id)}" data-classes="${classes.join(" ")}" data-stops="${stops.map(name).join(" ")}">` +
		`<td class="place">${words(`${file}:${line}:${column}`)}<br><span class="dim">${words(origin)}</span></td>` +
		`<td class="text">${printStatement(statement, findings, unjudged, path)}</td>${cells.join("")}</tr>\n`
	);
}

/** Short; with all that is known behind it where there is more to tell. */
function printStatement(
	{ text, outcome }: ReportedStatement,
	findings: readonly LongFinding[],
	unjudged: string | undefined,
	path: readonly string[],
): string {
	const short = `<code>${code(text.slice(0, mostText))}${text.length > mostText ? "…" : ""}</code>`;
	if (text.length <= mostText && findings.length === 0 && unjudged === undefined) {
		return short;
	}
	const full = lines(text.slice(0, mostFullText)) + (text.length > mostFullText ? "…" : "");
	const told = path.map((stop) => `${stop}: ${outcomeText(outcome[stop])}`);
	const apart = findings
		.filter((each) => !isOnPath(each))
		.map((each) => `finding <a href="#${name(each.id)}">${words(each.id)}</a>`);
	return (
		`<details><summary>${short}</summary><pre>${full}</pre><ul>${told.map((each) => `<li>${words(each)}</li>`).join("")}` +
		`${unjudged === undefined ? "" : `<li>${words(unjudged)}</li>`}${apart.map((each) => `<li>${each}</li>`).join("")}` +
		"</ul></details>"
	);
}

function printCell(
	outcome: ReportedOutcome | undefined,
	findings: readonly LongFinding[],
	stop: string,
	unjudged: string | undefined,
): string {
	const result = unjudged === undefined ? resultOf(outcome) : "not-judged";
	const word = {
		works: "ok",
		idle: "no effect",
		fails: outcome?.code === undefined ? "error" : `error ${outcome.code}`,
		waits: "waits",
		"not-judged": "not judged",
	}[result];
	const [finding] = findings
		.filter((each) => isOnPath(each) && each.stops.includes(stop))
		.toSorted((one, other) => gravity(one.class) - gravity(other.class));
	const mark = outcome?.follows === undefined ? "" : " *";
	return finding === undefined
		? `<td class="at${result === "works" ? "" : " dim"}">${word}${mark}</td>`
		: `<td class="at ${tone(finding)}"><a href="#${name(finding.id)}">${differs(finding, word)}</a>${mark}</td>`;
}

/** The difference, where the outcome does not say it. */
function differs(finding: LongFinding, word: string): string {
	return word === "ok" ? `ok, ${finding.class.replaceAll("-", " ")}` : word;
}

/**
 * A finding as text: what happens, why, since when, where, and the ways out.
 */
import { plainLine } from "../../../terminal/plain-line.ts";
import { cutToWidth, displayWidth, padToWidth } from "../../../terminal/display-width.ts";
import type { Series } from "../../../workload/series.ts";
import type { LongReport, LongFinding, ReportedStatement } from "../format.ts";
import { endWithin, markedText, shortText } from "../short-text.ts";
import type { FoundStatements, StatementsById } from "../statements-by-id.ts";
import { byRole, counted } from "../tally.ts";
import {
	answerText,
	dated,
	consequencesText,
	errorOf,
	mixesOf,
	noWayOut,
	runWords,
	noteOf,
	rulesOf,
	remarksOn,
	signOf,
	suppressionText,
	whatHappens,
	withinOf,
	worksFor,
} from "../wording.ts";
import { type Page, type Paint, wrap } from "./page.ts";

const indent = 3;
const fewStatements = 3;
const fewMixes = 3;
/** The eye finds no way over a wider gap. */
const widestTitle = 110;

export function printFinding(page: Page, finding: LongFinding, statements: StatementsById, report: LongReport): void {
	const found = statements.of(finding.statements);
	printTitle(page, finding, found);
	const note = noteOf(finding);
	if (note !== undefined) {
		page.wrapped(note, indent);
	}
	const error = errorOf(finding);
	if (error !== "") {
		page.wrapped(error, indent, undefined, indent + 2);
	}
	if (error === "" && (finding.before !== undefined || finding.after !== undefined)) {
		page.labelled(`${" ".repeat(indent)}before  `, answerText(finding.before));
		page.labelled(`${" ".repeat(indent)}now     `, answerText(finding.after));
	}
	page.wrapped(sinceLine(finding, report), indent, undefined, indent + 2);
	page.wrapped(deciderLine(finding), indent, undefined, indent + 2);
	if (finding.expired !== undefined) {
		page.wrapped(`no longer ignored (${suppressionText(finding.expired)})`, indent, "yellow");
	}
	printStatements(page, finding, found, statements);
	if (finding.consequences.length > 0) {
		printConsequences(page, finding, statements);
	}
	printWaysOut(page, finding);
}

/** `3  ` of `f3`. */
export function numberOf({ id }: LongFinding): string {
	return padToWidth(id.replace(/^f(?=\d)/, ""), indent);
}

function printTitle(page: Page, finding: LongFinding, found: FoundStatements): void {
	const roles = byRole(found);
	const title = `${numberOf(finding)}${whatHappens(finding)} at ${finding.firstRelease}`;
	if (displayWidth(title) > page.width) {
		page.wrapped(title, 0, "bold", indent);
		return;
	}
	const gap = Math.min(page.width, widestTitle) - displayWidth(title) - displayWidth(roles);
	page.line(page.paint("bold", title) + (gap > 1 ? " ".repeat(gap) + roles : ""));
}

/** `since 2.1.2 (2018-12-22), at 2.1.2 only: rule RefuseWideCharacters`. */
function sinceLine(finding: LongFinding, report: LongReport): string {
	return `since ${dated(finding.firstRelease, report)}${onlyAt(finding, report)}: ${rulesOf(finding)}`;
}

/** Nothing where it shows up to the end of the path. */
function onlyAt({ stops }: LongFinding, { path }: LongReport): string {
	const [first = ""] = stops;
	return stops.length === 0 || path.slice(path.indexOf(first)).join() === stops.join()
		? ""
		: `, at ${stops.join(", ")} only`;
}

/** `refused by AlterValidation of kernel; as before with --mix default-charset=2.1.0 (run)`. */
function deciderLine(finding: LongFinding): string {
	const mixes = mixesOf(finding).slice(0, fewMixes);
	return [
		...(finding.refusedBy === undefined ? [] : [`refused by ${finding.refusedBy}`]),
		...(mixes.length === 0
			? []
			: [`as before with ${mixes.map((mix) => `--mix ${mix}`).join(" or ")} (${runWords(finding)})`]),
	].join("; ");
}

function printStatements(page: Page, finding: LongFinding, found: FoundStatements, statements: StatementsById): void {
	const shown = [...(page.all ? found : found.slice(0, fewStatements))];
	const most = Math.floor(page.width / 2) - indent;
	const places = shown.map(({ file, line, column }) => endWithin(plainLine(`${file}:${line}:${column}`), most));
	const widest = Math.max(0, ...places.map(displayWidth));
	const edits = new Map(
		finding.waysOut
			.filter(({ works, edit }) => edit !== undefined && works > 0)
			.toReversed()
			.map(({ edit }) => [edit?.statement, edit]),
	);
	for (const [at, statement] of shown.entries()) {
		const head = `${" ".repeat(indent + 2)}${padToWidth(places[at] as string, widest)}  `;
		const weight = weightOf(statement);
		const edit = edits.get(statement.id);
		const columns = page.width - displayWidth(head);
		if (edit === undefined) {
			page.line(head + shortText(statement.text, columns - weight.length) + weight);
		} else {
			const marked = markedText(statement.text, columns, edit.from, edit.to);
			page.line(head + marked.text);
			printEdit(page, displayWidth(head) + marked.at, marked.width, edit.text);
		}
		for (const text of withinOf(finding, statement)) {
			page.line(" ".repeat(displayWidth(head)) + shortText(`within: ${text}`, columns));
		}
	}
	const rest = found.slice(shown.length);
	if (rest.length > 0) {
		const where = statements.places(rest, page.width);
		page.cut(`... ${rest.length} more: ${where}`, indent + 2);
	}
}

function weightOf({ weight = 1 }: ReportedStatement): string {
	return weight > 1 ? `  (${counted(weight, "time")})` : "";
}

/** `^ + CHARACTER SET utf8` under the place; left of the place where the line would not hold it. */
function printEdit(page: Page, column: number, width: number, text: string): void {
	const added = plainLine(text);
	const words = width === 0 ? `+ ${added}` : added === "" ? "leave out" : `-> ${added}`;
	const mark = "^".repeat(Math.max(width, 1));
	const isRight = column + mark.length + 1 + displayWidth(words) <= page.width;
	const line = isRight || displayWidth(words) + 1 > column ? `${mark} ${words}` : `${words} ${mark}`;
	const at = isRight || displayWidth(words) + 1 > column ? column : column - displayWidth(words) - 1;
	page.line(" ".repeat(at) + page.paint("green", cutToWidth(line, page.width - at)));
}

function printConsequences(page: Page, finding: LongFinding, statements: StatementsById): void {
	const places = placesOf(page, finding.consequences, statements);
	page.wrapped(`${consequencesText(finding)}: ${places}`, indent);
}

export function placesOf(page: Page, ids: Series<string>, statements: StatementsById): string {
	const most = Math.max(page.width - 20, 40);
	return page.all ? statements.places(ids) : cutToWidth(statements.places(ids, most), most);
}

const signPaints: Readonly<Record<ReturnType<typeof signOf>, Paint>> = {
	"+": "green",
	"~": "yellow",
	"-": "red",
	"?": "dim",
};

/** Sign, text, for how many it works, and its price or why it does not work; that below where the line is full. */
function printWaysOut(page: Page, finding: LongFinding): void {
	const ways = finding.waysOut;
	if (ways.length === 0) {
		page.line(`${" ".repeat(indent)}${noWayOut(finding)}`);
		return;
	}
	const lead = indent + 4;
	const works = Math.max(9, ...ways.map((way) => worksFor(way).length));
	const widest = Math.max(...ways.map(({ text }) => displayWidth(plainLine(text))));
	const columns = Math.min(Math.max(widest, 24), Math.max(page.width - lead - works - 2, 20));
	page.line(`${" ".repeat(indent)}${padToWidth("ways out, each run", columns + 4)}  ${"works for".padStart(works)}`);
	for (const way of ways) {
		const [first = "", ...more] = wrap(plainLine(way.text), columns);
		const sign = signOf(way, finding);
		const line = `${padToWidth(first, columns)}  ${worksFor(way).padStart(works)}`;
		const remarks = remarksOn(way, finding).map(plainLine);
		const beside = more.length === 0 && lead + displayWidth(`${line}  ${remarks.join("; ")}`) <= page.width;
		const behind = beside && remarks.length > 0 ? `  ${page.paint("dim", remarks.join("; "))}` : "";
		page.line(`${" ".repeat(indent + 2)}${page.paint(signPaints[sign], sign)} ${line}${behind}`);
		for (const words of more) {
			page.line(" ".repeat(lead) + words);
		}
		for (const remark of beside ? [] : remarks) {
			page.wrapped(remark, lead + 2, "dim");
		}
		if (page.all && way.run !== undefined) {
			page.wrapped(`run: ${way.run}`, lead + 2, "dim");
		}
	}
}

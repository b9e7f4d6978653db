/**
 * Text of `verso compare`: a summary, causes, a matrix of statements by settings, statements that were not judged.
 *
 * Settings are named as on the command line; where that is long, by letters with a legend.
 */
import type { Decision } from "../../../core/index.ts";
import type { Answer } from "../../compare/answer.ts";
import type { Cause } from "../../compare/cause.ts";
import { type Culprit, questionName } from "../../compare/culprit.ts";
import type { Compared, Report } from "../../compare/report.ts";
import { labelsOf } from "../../compare/label.ts";
import type { Setting } from "../../compare/setting.ts";
import { printAnswers, statementText } from "./answers-text.ts";
import { cutToWidth, displayWidth, outputColumns, padToWidth } from "../../terminal/display-width.ts";

interface Wanted {
	/** Statements, by index, whose answers are printed in full. */
	readonly lines: readonly number[];
	/** All that differ are. */
	readonly all: boolean;
}

/** A name may be as long in the head of a column. */
const longName = 14;
const columnsOfFiles = 120;
const leastStatement = 20;

export function printReport(file: string, report: Report, { lines, all }: Wanted): string {
	const { settings, statements, causes } = report;
	const names = namesOf(settings);
	const differing = statements.flatMap(({ verdict }, at) => (verdict === "differs" ? [at] : []));
	const detailed = new Set([...lines, ...(all ? differing : [])]);
	const isPart = lines.length > 0 && !all;
	const details = [...detailed].map((at) => printDetails(statements[at] as Compared, names, report)).join("");
	const head = printHead(file, report, names);
	if (isPart) {
		return head + details;
	}
	const hint =
		differing.length > 0 && !all
			? "\n--line N shows the answers to the statement in a line, --all those to every one that differs.\n"
			: "";
	return (
		head +
		printCauses(causes, differing, report, names) +
		(differing.length === 0 ? "" : `\n${printMatrix(differing, report, names)}`) +
		details +
		hint +
		printUnjudged(statements)
	);
}

function namesOf(settings: readonly Setting[]): readonly string[] {
	const names = fullNames(settings);
	return names.some(({ length }) => length > longName)
		? names.map((_, at) => (at < 26 ? String.fromCharCode(65 + at) : `S${at + 1}`))
		: names;
}

function fullNames(settings: readonly Setting[]): readonly string[] {
	const isMixed = new Set(settings.map(({ mode }) => mode)).size > 1;
	return settings.map(({ name, mode }) => (isMixed && !name.includes(" --as ") ? `${name} --as ${mode}` : name));
}

function printHead(file: string, { settings, statements }: Report, names: readonly string[]): string {
	const modes = [...new Set(settings.map(({ mode }) => mode))];
	const full = fullNames(settings);
	const as = modes.length === 1 ? ` (as ${modes[0]})` : "";
	const legend = full.map((name, at) => (name === names[at] ? "" : `  ${names[at]}: ${name}\n`)).join("");
	return `${file}: ${(legend === "" ? full : names).join(", ")}${as}: ${printCounts(statements)}\n${legend}`;
}

function printCounts(statements: readonly Compared[]): string {
	const count = (verdict: Compared["verdict"]): number => statements.filter((each) => each.verdict === verdict).length;
	const all = counted(statements.length, "statement");
	const [differs, same] = [count("differs"), count("same")];
	if (same === statements.length && same > 0) {
		return `all ${all} answer the same`;
	}
	const rest = [
		phrase(count("failed"), "fails alike everywhere", "fail alike everywhere"),
		phrase(count("unsupported"), "is not supported by verso", "are not supported by verso"),
		phrase(count("unsteady"), "answers otherwise each time", "answer otherwise each time"),
	];
	if (differs + same === 0) {
		return ["nothing was judged", ...(statements.length === 0 ? ["there is no statement"] : rest)]
			.filter((each) => each !== "")
			.join(", ");
	}
	const parts = [`${differs} of ${all} differ`, phrase(same, "answers the same", "answer the same"), ...rest];
	return parts.filter((each) => each !== "").join(", ");
}

function phrase(count: number, one: string, many: string): string {
	return count === 0 ? "" : `${count} ${count === 1 ? one : many}`;
}

function printCauses(
	causes: readonly Cause[],
	differing: readonly number[],
	report: Report,
	names: readonly string[],
): string {
	const { statements } = report;
	const unexplained = differing.filter((at) => statements[at]?.blames.some(({ cause }) => cause === undefined));
	const rules = new Set(
		causes.flatMap(({ culprits }) => culprits.map((each) => `${questionName(each)} ${each.to?.rule}`)),
	);
	const explained = differing.length - unexplained.length;
	const head =
		causes.length === 0
			? ""
			: `\n${counted(rules.size, "rule")} explain${rules.size === 1 ? "s" : ""} ${counted(explained, "difference")}:\n`;
	const rest =
		unexplained.length === 0 ? "" : `\nNo rule was found that explains ${printLines(unexplained, statements)}.\n`;
	return head + causes.map((cause, at) => printCause(cause, at, report, names)).join("") + rest;
}

function printCause(cause: Cause, place: number, { statements }: Report, names: readonly string[]): string {
	const { from, to, culprits, proved } = cause;
	const [one = "", other = ""] = [names[from], names[to]];
	const parts = culprits.map(partName).join(" and ");
	const rules = culprits.map((culprit) => printRules(culprit, one, other)).join("");
	const [example = 0] = proved;
	const { statement, answers } = statements[example] as Compared;
	const pair = [answers[from] as Answer, answers[to] as Answer];
	return (
		`\n${place + 1}. ${parts}, from ${one} to ${other}: ${printLines(cause.statements, statements)}\n${rules}` +
		`   proof: ${one} plus ${other}'s ${parts} gives ${other}'s answer` +
		`${culprits.length > 1 ? ", and with fewer of them it does not" : ""}\n` +
		`   line ${statement.line}: ${cutToWidth(statementText(statement), lineColumns() - 12)}\n` +
		printAnswers(pair, [one, other], "     ")
	);
}

/** A part of a line is enough for the eye; `--line` prints all of it. */
function lineColumns(): number {
	return outputColumns(columnsOfFiles);
}

function partName(culprit: Culprit): string {
	return culprit.part === "release" ? "release name" : questionName(culprit);
}

function printRules({ from, to }: Culprit, one: string, other: string): string {
	return from === undefined || to === undefined
		? ""
		: `     ${one}: ${printDecision(from)}\n     ${other}: ${printDecision(to)}\n`;
}

function printDecision({ rule, origin, since }: Decision): string {
	return `${rule} (${origin}${since === null ? "" : `, since ${since}`})`;
}

const fewLines = 12;

function printLines(indexes: readonly number[], statements: readonly Compared[]): string {
	const lines = [...new Set(indexes.map((at) => statements[at]?.statement.line))];
	const shown = lines.slice(0, fewLines).join(", ");
	const rest = lines.length > fewLines ? ` and ${lines.length - fewLines} more` : "";
	return `${indexes.length === 1 ? "line" : `${indexes.length} statements, lines`} ${shown}${rest}`;
}

/** A row a statement that differs, a column a setting; neighbours with the same answers to all share a column. */
function printMatrix(differing: readonly number[], { statements, settings }: Report, names: readonly string[]): string {
	const rows = differing.map((at) => statements[at] as Compared);
	const isNew = settings.map(
		(_, at) => at === 0 || rows.some(({ answers }) => answers[at]?.text !== answers[at - 1]?.text),
	);
	const starts = isNew.flatMap((each, at) => (each ? [at] : []));
	const heads = starts.map((start, place) => rangeName(names, start, (starts[place + 1] ?? names.length) - 1));
	const cells = rows.map(({ answers }) => {
		const labels = labelsOf(answers);
		return starts.map((start) => labels[start] ?? "");
	});
	const causes = rows.map(({ blames }) => [
		...new Set(blames.map(({ cause }) => (cause === undefined ? "?" : cause + 1))),
	]);
	const follows = rows.map(({ blames }) => blames.map((blame) => blame.follows).find((at) => at !== undefined));
	const notes = causes.map((numbers, row) => {
		const line = follows[row] === undefined ? undefined : statements[follows[row] as number]?.statement.line;
		return `${numbers.join(", ")}${line === undefined ? "" : `, after line ${line}`}`;
	});
	const widths = heads.map((head, at) => Math.max(...[head, ...cells.map((row) => row[at] ?? "")].map(displayWidth)));
	const lines = rows.map(({ statement }) => String(statement.line));
	const lineWidth = Math.max(4, ...lines.map(({ length }) => length));
	const noteWidth = Math.max(5, ...notes.map(({ length }) => length));
	const taken = lineWidth + 2 + widths.reduce((sum, width) => sum + width + 2, 0) + noteWidth;
	const texts = rows.map(({ statement }) => statementText(statement));
	const room = Math.max(lineColumns() - taken - 2, leastStatement);
	const textWidth = Math.min(room, Math.max(9, ...texts.map(displayWidth)));
	const print = (line: string, text: string, row: readonly string[], note: string): string =>
		`${line.padStart(lineWidth)}  ${padToWidth(cutToWidth(text, textWidth), textWidth)}  ` +
		`${row.map((cell, at) => `${padToWidth(cell, widths[at] ?? 0)}  `).join("")}${note}`.trimEnd() +
		"\n";
	return (
		print("line", "statement", heads, "cause") +
		rows.map((_, at) => print(lines[at] ?? "", texts[at] ?? "", cells[at] ?? [], notes[at] ?? "")).join("")
	);
}

function rangeName(names: readonly string[], start: number, end: number): string {
	return start === end ? (names[start] ?? "") : `${names[start]}-${names[end]}`;
}

function printDetails(compared: Compared, names: readonly string[], { statements }: Report): string {
	const { statement, answers, blames } = compared;
	const text = Buffer.from(statement.text, "latin1").toString("utf8");
	const causes = blames.map(({ from, to, culprits, cause, follows }) => {
		const parts = culprits.map(partName).join(" and ");
		const found = cause === undefined ? "no rule was found" : `cause ${cause + 1}, ${parts}`;
		const line = follows === undefined ? "" : `, after line ${statements[follows]?.statement.line}`;
		return `  from ${names[from]} to ${names[to]}: ${found}${line}\n`;
	});
	return `\nline ${statement.line}: ${text}\n${printAnswers(answers, names, "  ")}${causes.join("")}`;
}

function printUnjudged(statements: readonly Compared[]): string {
	const list = (verdict: "failed" | "unsupported", sentence: string): string => {
		const found = statements.filter((each) => each.verdict === verdict);
		const lines = found.map(
			({ statement, answers }) =>
				`  line ${statement.line}: ${cutToWidth(statementText(statement), lineColumns() - 12)}\n` +
				`    ${answers[0]?.text.split("\n").at(-1)}\n`,
		);
		return found.length === 0 ? "" : `\nNot judged, since ${sentence}:\n${lines.join("")}`;
	};
	const unsteady = statements.filter(({ verdict }) => verdict === "unsteady").map(({ statement }) => statement.line);
	return (
		list("unsupported", "verso does not support it under any setting") +
		list("failed", "it fails alike under every setting") +
		(unsteady.length === 0 ? "" : `\nNot judged, since they answer otherwise each time: line ${unsteady.join(", ")}\n`)
	);
}

function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

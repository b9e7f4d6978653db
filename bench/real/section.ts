/**
 * Real work as text: the table of the report, and its short form for the README.
 */
import { digits } from "../report/figure.ts";
import { printTable } from "../report/report.ts";
import { floors } from "./floors.ts";
import { namesWithGoals } from "./list.ts";
import { isReached, type RealRow } from "./row.ts";

export interface RealReport {
	readonly rows: readonly RealRow[];
	/** Of first use: the class, and us a call by span of each server. */
	readonly firstUses: readonly (readonly string[])[];
	readonly compared: number;
	readonly differences: readonly string[];
	readonly peers: readonly string[];
	readonly startedAt: Date;
	readonly minutes: number;
	readonly machine: string;
}

export function printRealWork(report: RealReport): string {
	const { rows, startedAt, minutes, machine, peers } = report;
	const lines = rows.map((row) => [
		row.name,
		row.own,
		row.peer,
		`**${printFigure(row)}**`,
		row.goal === null ? "" : printGoal(row),
		row.goal?.before ?? "",
		row.goal === null ? "" : isReached(row) ? "yes" : "no",
		row.first === null ? "" : row.first.toFixed(2),
	]);
	const about =
		`${startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC, ${minutes.toFixed(0)} minutes, ${machine}. CPU time ` +
		"(user and system, all threads) of the server's processes while it does work that is no loop, each statement once " +
		"or a few times, one connection; less is better. Sessions meet a server at work that holds 1,000 tables of others: " +
		"the median of the rounds after the first, which meets a process just started (last column). Suites, new shapes and " +
		"first use are measured in processes just started; suites without syncs on either side, the rival's files in memory.";
	return `# Real work

${fold(about)}

${printTable(["work", ...peers, "figure", "goal", "2026-11-25", "reached", "just started"], lines)}
Figures are ${peers.join(" / ")} where no unit is given. ${report.compared.toLocaleString("en")} answers compared, ${report.differences.length} differ.
${report.differences
	.slice(0, 10)
	.map((line) => `\n${line}`)
	.join("")}
${printMissing(rows)}${printFloors(rows)}
## First use

Twenty classes of statements, each in a process just started, on 20,000 rows: CPU us a call, the first, the next nine,
those up to the hundredth.

${printTable(["class", ...peers], report.firstUses)}`;
}

/** Goals that this run has no figure for: their logs were not named, or `--only` left them out. */
function printMissing(rows: readonly RealRow[]): string {
	const missing = namesWithGoals().filter((name) => !rows.some((row) => row.name === name));
	return missing.length === 0 ? "" : `\n${fold(`Not measured in this run: ${missing.join("; ")}.`)}\n`;
}

/** Reasons for the goals that are not reached. */
function printFloors(rows: readonly RealRow[]): string {
	const missed = rows.filter((row) => !isReached(row));
	const told = floors.filter(({ names }) => missed.some(({ name }) => names.some((start) => name.startsWith(start))));
	return told.length === 0
		? ""
		: `\nWhat stops goals that are not reached:\n\n${told.map(({ text }) => fold(`- ${text}`, "  ")).join("\n")}\n`;
}

/** The rows with a goal, for the README. */
export function printShortForm({ rows, peers, startedAt, machine }: RealReport): string {
	const lines = rows
		.filter(({ goal, name }) => goal !== null && !name.startsWith("first use: "))
		.map((row) => [row.name, row.own, row.peer, `${printFigure(row)}`]);
	const about =
		`CPU time of the server over real work (${machine}, ${startedAt.toISOString().slice(0, 10)}); where no unit is ` +
		`given, ${peers.join(" / ")}; less is better. Loops of one statement are the other half of the picture.`;
	return `${fold(about)}

${printTable(["work", ...peers, "figure"], lines)}`;
}

/** Lines of at most 120 characters. */
function fold(text: string, indent = ""): string {
	return text.replace(
		/(.{1,118})(?: |$)/g,
		(_all, line: string, at: number) => `${at === 0 ? "" : `\n${indent}`}${line}`,
	);
}

function printFigure({ figure, goal }: RealRow): string {
	if (goal?.by === "share") {
		return `${(figure * 100).toFixed(0)} %`;
	}
	return Number.isNaN(figure)
		? "–"
		: goal === null || goal.by === "ratio"
			? figure.toFixed(2)
			: `${digits(figure)} ${goal.by}`;
}

function printGoal({ goal }: RealRow): string {
	return goal === null
		? ""
		: goal.by === "ratio"
			? goal.most.toFixed(1)
			: goal.by === "share"
				? `${goal.most * 100} %`
				: `${goal.most} ${goal.by}`;
}

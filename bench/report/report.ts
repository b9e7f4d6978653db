/**
 * The report of a run as Markdown.
 *
 * In: results, who took part. Out: a table for each rival, verdicts and the machine.
 */
import type { Peer } from "../peer/peer.ts";
import type { Plan } from "../plan.ts";
import { type CellResult, geometricMean, leadingMeasure, medianOf, ratioOf, secondMeasure } from "../result.ts";
import { printCost, printRatio, printSpread, printTime } from "./figure.ts";

interface Occasion {
	readonly plan: Plan;
	readonly rounds: number;
	readonly startedAt: Date;
	readonly minutes: number;
	readonly machine: readonly (readonly [string, string])[];
}

/** The first peer is the one that the table is about. */
export function printReport(results: readonly CellResult[], peers: readonly Peer[], occasion: Occasion): string {
	const [subject, ...rivals] = peers as [Peer, ...Peer[]];
	const tables =
		rivals.length === 0 ? [printAlone(results, subject)] : rivals.map((rival) => printAgainst(results, subject, rival));
	return `# Loops of one statement

${occasion.plan.title} run, ${occasion.rounds} rounds, ${occasion.startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC, ${occasion.minutes.toFixed(0)} minutes. How to read it: README.md.
${printWarmth(occasion.plan)}

${tables.join("\n")}
${printTroubles(results)}${printFacts([...occasion.machine, ...peers.map(({ name, about }) => [name, about] as const)])}`;
}

/** How long cells had to come to their steady state. */
function printWarmth({ title, warmMs, warmLimitMs }: Plan): string {
	return (
		`Before a cell is measured it runs for ${warmMs / 1000} to ${warmLimitMs / 1000} s.` +
		(title === "full" ? "" : " That is too short for V8: the full run's figures are those that count.")
	);
}

function printAgainst(results: readonly CellResult[], subject: Peer, rival: Peer): string {
	const lines = results.map((result) => {
		const { cell } = result;
		const leading = leadingMeasure(cell);
		const second = secondMeasure(cell);
		const ratio = ratioOf(result, subject.name, rival.name, leading);
		const verdict =
			ratio === null
				? "missing"
				: ratio.median >= cell.goal.stretch
					? "stretch"
					: ratio.median >= cell.goal.least
						? "yes"
						: "no";
		return [
			cell.name,
			printCost(cell, medianOf(result, subject.name, leading)),
			printCost(cell, medianOf(result, rival.name, leading)),
			`**${printRatio(ratio)}**`,
			printSpread(ratio),
			cell.by === "memory" ? "" : printRatio(ratioOf(result, subject.name, rival.name, second)),
			`${cell.goal.least}x / ${cell.goal.stretch}x`,
			verdict,
			printLoad(result, subject.name, rival.name),
		];
	});
	const header = [
		"cell",
		subject.name,
		rival.name,
		"ratio",
		"spread",
		"wall ratio",
		"goal / stretch",
		"reached",
		"load busy",
	];
	return `## ${subject.name} against ${rival.name}\n\n${printTable(header, lines)}\n${printSummary(results, subject, rival)}`;
}

/** Percent of the wall time that the load itself computed, on either side. */
function printLoad(result: CellResult, ...names: readonly string[]): string {
	const shares = names.map((name) =>
		medianOf(result, name, ({ loadMs, wallMs }) => (wallMs === 0 ? null : (100 * loadMs) / wallMs)),
	);
	return shares.map((share) => (share === null ? "–" : `${share.toFixed(0)}%`)).join(" / ");
}

function printSummary(results: readonly CellResult[], subject: Peer, rival: Peer): string {
	const judged = results.map((result) => ({
		cell: result.cell,
		ratio: ratioOf(result, subject.name, rival.name, leadingMeasure(result.cell))?.median ?? null,
	}));
	const present = judged.filter((each): each is typeof each & { ratio: number } => each.ratio !== null);
	const reached = present.filter(({ cell, ratio }) => ratio >= cell.goal.least);
	const slower = present.filter(({ ratio }) => ratio < 1);
	return [
		`Geometric mean of ${present.length} cells: **` +
			`${present.length === 0 ? "–" : `${geometricMean(present.map(({ ratio }) => ratio)).toFixed(2)}x`}** ` +
			`(goal 1.5x, stretch 2.5x).`,
		`At least the goal: ${reached.length} of ${judged.length}. Below 1.0x: ${slower.length}. Missing: ` +
			`${judged.length - present.length}.`,
		"",
	].join("\n");
}

function printAlone(results: readonly CellResult[], subject: Peer): string {
	const lines = results.map((result) => [
		result.cell.name,
		printCost(result.cell, medianOf(result, subject.name, leadingMeasure(result.cell))),
		result.cell.by === "memory" ? "" : printTime(medianOf(result, subject.name, secondMeasure(result.cell))),
	]);
	return `## ${subject.name} alone\n\n${printTable(["cell", "CPU", "wall"], lines)}`;
}

function printTroubles(results: readonly CellResult[]): string {
	const lines = results.flatMap(({ cell, failures, differences }) => [
		...[...failures].map(([peer, sentence]) => `- ${cell.name}: ${peer} failed: ${sentence.split("\n", 1)[0]}`),
		...[...differences].map(([peer, sentence]) => `- ${cell.name}: ${peer} answers differently: ${sentence}`),
	]);
	return lines.length === 0 ? "All answers agree.\n\n" : `## Failures and differences\n\n${lines.join("\n")}\n\n`;
}

/** Where a run took place, and with whom. */
export function printFacts(facts: readonly (readonly [string, string])[]): string {
	return `## Machine and servers\n\n${printTable(["what", ""], facts)}`;
}

export function printTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
	const print = (line: readonly string[]): string =>
		`| ${line.map((field) => field.replaceAll("|", "\\|")).join(" | ")} |\n`;
	return print(header) + print(header.map((_, at) => (at === 0 ? "---" : "---:"))) + lines.map(print).join("");
}

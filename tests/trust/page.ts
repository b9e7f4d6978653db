/**
 * The table of attacks as text: `docs/trust.md`, and a line each while they are played.
 */
import { type Attack, boundOf, oftenBoundOf } from "./attack.ts";
import { type AttackResult, dataBytes } from "./play-attack.ts";

/** Of a server that may have 2 GB of data. */
export const mostBytes = 1_600_000_000;

/** Sentences about what does not hold, times included. */
export function faultsOf(
	attack: Attack,
	{ worstMs, p99Ms, killedMs, peakBytes, faults }: AttackResult,
): readonly string[] {
	const [boundMs, oftenMs, most] = [boundOf(attack), oftenBoundOf(attack), attack.mostBytes ?? mostBytes];
	return [
		...faults,
		...(peakBytes > most ? [`${(peakBytes / 2 ** 20).toFixed(0)} MiB at its peak`] : []),
		...(worstMs > boundMs ? [`the canary waited ${worstMs.toFixed(0)} ms (at most ${boundMs})`] : []),
		...(p99Ms !== undefined && p99Ms > oftenMs
			? [`one question of a hundred waited ${p99Ms.toFixed(0)} ms (at most ${oftenMs})`]
			: []),
		...(killedMs !== undefined && killedMs > boundMs
			? [`KILL QUERY took ${killedMs.toFixed(0)} ms (at most ${boundMs})`]
			: []),
	];
}

export function lineOf(attack: Attack, result: AttackResult): string {
	const faults = faultsOf(attack, result);
	const words = faults.length === 0 ? "holds" : faults.join("; ");
	return `${attack.name}: canary ${result.worstMs.toFixed(0)} ms, ${(result.peakBytes / 2 ** 20).toFixed(0)} MiB, ${words}`;
}

function sizeOf({ statements = [], times = 1, rounds }: Attack): string {
	return rounds === undefined ? `${Math.max(1, statements.length * times)}` : `${rounds.usual} (${rounds.long})`;
}

type Played = readonly (readonly [Attack, AttackResult])[];

const longHeading = "## Long run";

const longWords = "`npm run trust -- --long`, row by row, with the canary beside each.";

/** The page with the rows of `npm run trust -- --long` that were played now in place of those before; words stay. */
export function withLongRun(page: string, played: Played, machine: string): string {
	const [usual = "", before = ""] = page.split(`${longHeading}\n`);
	const rows = new Map(sectionsOf(before).map((section) => [section.split("\n")[0] ?? "", section]));
	for (const [attack, result] of played) {
		const section = longSection(attack, result, machine, rows.get(attack.name) ?? "");
		rows.set(attack.name, section);
	}
	const sections = [...rows.values()].map((section) => `### ${section}`).join("\n");
	const words = before.split("### ")[0]?.trim() || longWords;
	return `${usual.trimEnd()}\n\n${longHeading}\n\n${words}\n\n${sections}`;
}

function sectionsOf(text: string): readonly string[] {
	return text
		.split("### ")
		.slice(1)
		.map((section) => `${section.trimEnd()}\n`);
}

const partHead = `| rounds | canary's longest wait, ms (bound) | p99, ms (bound) | peak memory, MiB | result | seed, machine |
|---:|---:|---:|---:|---|---|`;

/** `before`: the section with the parts that were played earlier. */
function longSection(attack: Attack, result: AttackResult, machine: string, before: string): string {
	const isAtOnce = attack.rounds?.isAtOnce === true;
	const earlier = isAtOnce ? [] : before.split("\n").filter((line) => /^\| \d/.test(line));
	const { waits, peak, verdict } = measuredCells(attack, result);
	const parts = [...earlier, tableRow([`${result.rounds}`, ...waits, peak, verdict, `${result.seed}, ${machine}`])];
	const rounds = parts.reduce((sum, part) => sum + Number(part.split(" ")[1]), 0);
	const lines = [
		attack.name,
		"",
		`${rounds} of ${attack.rounds?.long ?? 0} rounds${parts.length === 1 ? "" : ` in ${parts.length} parts`}.`,
		"",
		partHead,
		...parts,
		...(result.notes.length === 0 ? [] : ["", ...result.notes]),
	];
	return `${lines.join("\n")}\n`;
}

function measuredCells(
	attack: Attack,
	result: AttackResult,
): { readonly waits: readonly string[]; readonly peak: string; readonly verdict: string } {
	const faults = faultsOf(attack, result);
	return {
		waits: [
			waitOf(result.worstMs, boundOf(attack)),
			result.p99Ms === undefined ? "" : waitOf(result.p99Ms, oftenBoundOf(attack)),
		],
		peak: (result.peakBytes / 2 ** 20).toFixed(0),
		verdict: faults.length === 0 ? "holds" : faults.join("; "),
	};
}

function tableRow(cells: readonly string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Without a bound it tells nothing. */
function waitOf(milliseconds: number, boundMs: number): string {
	return Number.isFinite(boundMs) ? `${milliseconds.toFixed(0)} (${boundMs})` : "low priority";
}

/** `before`: the page as it is, whose long run is kept. */
export function printPage(played: Played, machine: string, before: string): string {
	const rows = played.map(([attack, result]) => {
		const { waits, peak, verdict } = measuredCells(attack, result);
		return tableRow([attack.name, sizeOf(attack), ...waits, result.killedMs?.toFixed(0) ?? "", peak, verdict]);
	});
	const slow = played.flatMap(([{ name, slow: given, slowOften }]) =>
		[given, slowOften].flatMap((each) => (each === undefined ? [] : [`- ${name}: ${each.why}.`])),
	);
	return `# Attacks

<!-- Written by \`npm run trust\`. -->

Each row is played on a server of its own under \`prlimit --data=${dataBytes / 1e9}GB\`, with a second connection beside it
that asks \`SELECT 1\` every 10 ms (the canary); p99 is that of rows in which it asked a hundred times.
${machine}.

| attack | rounds (\`--long\`) | canary's longest wait, ms (bound) | p99, ms (bound) | KILL, ms | peak memory, MiB | result |
|---|---:|---:|---:|---:|---:|---|
${rows.join("\n")}

${slow.length === 0 ? "" : `Longer bounds, with their reasons:\n\n${slow.join("\n")}\n`}${longRunOf(before)}`;
}

function longRunOf(page: string): string {
	const at = page.indexOf(longHeading);
	return at < 0 ? "" : `\n${page.slice(at)}`;
}

/**
 * `npm run bench -- --replay LOG`: a general log of a real application on every server in turn, each answer compared.
 *
 * The first round meets servers that have just been started; the median of the others is a server at work. The last
 * round reads the servers' CPU time around each statement, and its sums name the statements that cost most beyond the
 * peer's.
 */
import { basename } from "node:path";
import type { Options } from "../options.ts";
import type { Peer } from "../peer/peer.ts";
import { digits, printTime } from "../report/figure.ts";
import { writeReport } from "../report/output.ts";
import { printFacts, printTable } from "../report/report.ts";
import { median } from "../result.ts";
import { isComparable } from "./answer.ts";
import { costliest } from "./costly.ts";
import { type LogEntry, readGeneralLog } from "./general-log.ts";
import { addOtherTables } from "./other-tables.ts";
import { playLog, type Played } from "./play-log.ts";

type Say = (text: string) => void;

const shownDifferences = 20;
const shownShapes = 25;

interface ReplayResult {
	readonly name: string;
	readonly statements: number;
	/** By peer. */
	readonly rounds: readonly (readonly Played[])[];
	readonly differences: readonly string[];
	/** Answers with the same rows in another order. */
	readonly reordered: number;
	readonly compared: number;
}

export async function runReplay(
	options: Options,
	peers: readonly Peer[],
	machine: readonly (readonly [string, string])[],
	say: Say,
): Promise<void> {
	for (const peer of peers) {
		await addOtherTables(peer, 0, options.tables, say);
	}
	if (options.profile !== undefined) {
		await peers[0]?.profile?.(options.profile);
	}
	const parts: string[] = [];
	let different = 0;
	for (const path of options.replay) {
		const entries = readGeneralLog(path);
		const result = await replay(basename(path), entries, options, peers, say);
		different += result.differences.length;
		parts.push(printReplay(result, entries, peers));
	}
	const order = options.concurrent ? "with the concurrency of the log" : "one statement after the other";
	const report = `# Replayed sessions

${new Date().toISOString().slice(0, 10)}; ${order}, ${options.tables.toLocaleString("en")} tables of others on each server.

${parts.join("\n")}
## Machine and servers

${printFacts([...machine, ...peers.map(({ name, about }) => [name, about] as const)])}
`;
	writeReport(report, options.output);
	if (different > 0) {
		process.exitCode = 1;
	}
}

export async function replay(
	name: string,
	entries: readonly LogEntry[],
	options: Options,
	peers: readonly Peer[],
	say: Say,
): Promise<ReplayResult> {
	const rounds = peers.map((): Played[] => []);
	const count = Math.max(2, options.replayRounds);
	for (let round = 0; round <= count; round++) {
		// The round that reads the CPU time of each statement is counted for nothing else.
		const byStatement = round === count && !options.concurrent;
		for (const [at, peer] of peers.entries()) {
			const played = await playLog(entries, peer, { concurrent: options.concurrent, byStatement });
			rounds[at]?.push(played);
			say(`${name}, round ${round + 1}: ${peer.name} ${printTime(played.cpuMs * 1000)} CPU`);
		}
	}
	return { name, statements: countStatements(entries), rounds, ...compareAnswers(entries, rounds, peers) };
}

function countStatements(entries: readonly LogEntry[]): number {
	return entries.filter(({ kind }) => kind === "query").length;
}

/** Answers of the first round: later ones meet what earlier left. */
export function compareAnswers(
	entries: readonly LogEntry[],
	rounds: readonly (readonly Played[])[],
	peers: readonly Peer[],
): Pick<ReplayResult, "differences" | "reordered" | "compared"> {
	const differences: string[] = [];
	let compared = 0;
	let reordered = 0;
	const [own, ...others] = rounds.map(([first]) => first);
	entries.forEach((entry, at) => {
		const expected = own?.answers[at];
		if (entry.kind !== "query" || expected === undefined || !isComparable(entry.text)) {
			return;
		}
		compared++;
		others.forEach((other, position) => {
			const found = other?.answers[at];
			if (found === undefined || found.digest === expected.digest) {
				return;
			}
			if (found.unordered === expected.unordered) {
				reordered++;
			} else {
				// Backquotes would end the span of code that it is shown as.
				const statement = entry.text.replace(/\s+/g, " ").replaceAll("\u0060", "").slice(0, 200);
				const name = peers[position + 1]?.name ?? "";
				differences.push(`- \`${statement}\`: ${name} ${found.shown}; ${peers[0]?.name ?? ""} ${expected.shown}`);
			}
		});
	});
	return { differences, reordered, compared };
}

function printReplay(result: ReplayResult, entries: readonly LogEntry[], peers: readonly Peer[]): string {
	const figures = result.rounds.map((rounds) => {
		const later = rounds.slice(1, -1);
		return {
			firstMs: rounds[0]?.cpuMs ?? 0,
			laterMs: median(later.map(({ cpuMs }) => cpuMs)),
			wallMs: median(later.map(({ wallMs }) => wallMs)),
		};
	});
	const own = figures[0];
	const lines = figures.map(({ firstMs, laterMs, wallMs }, at) => [
		peers[at]?.name ?? "",
		printTime(firstMs * 1000),
		printTime(laterMs * 1000),
		printTime(wallMs * 1000),
		...(at === 0 || own === undefined
			? ["", ""]
			: [`${(own.firstMs / firstMs).toFixed(2)}`, `**${(own.laterMs / laterMs).toFixed(2)}**`]),
	]);
	const shown = result.differences.slice(0, shownDifferences);
	const more = result.differences.length - shown.length;
	return `## ${result.name}: ${result.statements.toLocaleString("en")} statements

${printTable(["server", "CPU, first round", "CPU, later", "wall, later", "first, own / its", "later, own / its"], lines)}
${result.compared.toLocaleString("en")} answers compared, ${result.differences.length} differ; ${result.reordered} more
have rows that ORDER BY leaves equal in another order.
${shown.map((line) => `\n${line}`).join("")}${more > 0 ? `\n- and ${more} more` : ""}

${printShapes(result, entries)}`;
}

function printShapes(result: ReplayResult, entries: readonly LogEntry[]): string {
	const [own, peer] = result.rounds.map((rounds) => rounds.at(-1));
	if (own === undefined || peer === undefined || own.cpuUs.every((each) => each === 0)) {
		return "";
	}
	const statements = entries.map(({ kind, text }) => (kind === "query" ? text : ""));
	const lines = costliest(statements, own.cpuUs, peer.cpuUs, shownShapes).map(({ shape, times, ownUs, peerUs }) => [
		printTime(ownUs - peerUs),
		printTime(ownUs),
		printTime(peerUs),
		times.toLocaleString("en"),
		digits(ownUs / times),
		`\`${shape.replaceAll("|", "\\|").replaceAll("\u0060", "")}\``,
	]);
	return `${printTable(["beyond the peer", "own", "peer", "times", "us each", "statements of the shape"], lines)}\n`;
}

/**
 * The table of attacks as text: `docs/trust.md`, and a line each while they are played.
 */
import { type Attack, boundOf } from "./attack.ts";
import { type AttackResult, dataBytes } from "./play-attack.ts";

/** Of a server that may have 2 GB of data. */
export const mostBytes = 1_600_000_000;

/** Sentences about what does not hold, times included. */
export function faultsOf(attack: Attack, { worstMs, killedMs, peakBytes, faults }: AttackResult): readonly string[] {
	const boundMs = boundOf(attack);
	return [
		...faults,
		...(peakBytes > mostBytes ? [`${(peakBytes / 2 ** 20).toFixed(0)} MiB at its peak`] : []),
		...(worstMs > boundMs ? [`the canary waited ${worstMs.toFixed(0)} ms (at most ${boundMs})`] : []),
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

export function printPage(played: readonly (readonly [Attack, AttackResult])[], machine: string): string {
	const rows = played.map(([attack, result]) => {
		const faults = faultsOf(attack, result);
		const cells = [
			attack.name,
			`${result.worstMs.toFixed(0)} (${boundOf(attack)})`,
			result.p99Ms.toFixed(0),
			result.killedMs === undefined ? "" : result.killedMs.toFixed(0),
			(result.peakBytes / 2 ** 20).toFixed(0),
			faults.length === 0 ? "holds" : faults.join("; "),
		];
		return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
	});
	const slow = played.flatMap(([{ name, slow: given }]) => (given === undefined ? [] : [`- ${name}: ${given.why}.`]));
	return `# Attacks

<!-- Written by \`npm run trust\`. -->

Each row is played on a server of its own under \`prlimit --data=${dataBytes / 1e9}GB\`, with a second connection beside it
that asks \`SELECT 1\` every 10 ms (the canary). ${machine}.

| attack | canary's longest wait, ms (bound) | p99, ms | KILL, ms | peak memory, MiB | result |
|---|---:|---:|---:|---:|---|
${rows.join("\n")}

${slow.length === 0 ? "" : `Longer bounds, with their reasons:\n\n${slow.join("\n")}\n`}`;
}

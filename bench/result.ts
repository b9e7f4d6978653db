/**
 * Results of a run by cell: medians, ratios of rounds and their spread, from samples.
 */
import type { Sample } from "./sample.ts";
import type { Cell } from "./trial/trial.ts";

export interface CellResult {
	readonly cell: Cell;
	/** By peer, a sample a round. */
	readonly samples: Map<string, Sample[]>;
	/** By peer: the sentence it failed with. */
	readonly failures: Map<string, string>;
	/** Peers whose answers are not those of the first, and where they part. */
	readonly differences: Map<string, string>;
}

/** How much better the subject is than its rival: 2 is half the cost. */
export interface Ratio {
	readonly median: number;
	readonly least: number;
	readonly most: number;
}

/** CPU time, wall time or bytes for one operation. */
type Measure = (sample: Sample) => number | null;

export const cpuUs: Measure = ({ cpuMs, operations }) =>
	cpuMs === null || operations === 0 ? null : (cpuMs * 1000) / operations;
export const wallUs: Measure = ({ wallMs, operations }) => (operations === 0 ? null : (wallMs * 1000) / operations);
const bytes: Measure = ({ bytes: count }) => count ?? null;

export function leadingMeasure(cell: Cell): Measure {
	return { cpu: cpuUs, wall: wallUs, memory: bytes }[cell.by];
}

export function secondMeasure(cell: Cell): Measure {
	return { cpu: wallUs, wall: cpuUs, memory: bytes }[cell.by];
}

export function medianOf(result: CellResult, peer: string, measure: Measure): number | null {
	const found = (result.samples.get(peer) ?? []).map(measure).filter((value) => value !== null);
	return found.length === 0 ? null : median(found);
}

/** The median of the rounds' ratios: both halves of a ratio were measured one after the other. */
export function ratioOf(result: CellResult, subject: string, rival: string, measure: Measure): Ratio | null {
	const ours = result.samples.get(subject) ?? [];
	const theirs = result.samples.get(rival) ?? [];
	const ratios: number[] = [];
	for (let round = 0; round < Math.min(ours.length, theirs.length); round++) {
		const own = measure(ours[round] as Sample);
		const other = measure(theirs[round] as Sample);
		if (own !== null && other !== null && own > 0) {
			ratios.push(other / own);
		}
	}
	return ratios.length === 0 ? null : { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

export function geometricMean(values: readonly number[]): number {
	return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1
		? (sorted[middle] as number)
		: ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/**
 * Warm-up of a peer before its first counted round: the same work, until it gets no cheaper.
 *
 * In: a trial, a station. The peer is in its steady state then, or the limit of the plan has passed.
 */
import { cpuUs, wallUs } from "./result.ts";
import { type Sample, takeSample } from "./sample.ts";
import type { Station } from "./station.ts";
import type { Notes, Trial } from "./trial/trial.ts";

/** So many rounds in a row that bring nothing: one alone may have met a busy machine. */
const patience = 3;
/** A round that costs less than this part of the cheapest before it has brought something. */
const gain = 0.97;

export async function warm(trial: Trial, station: Station): Promise<void> {
	const { windowMs, warmMs, warmLimitMs } = station.plan;
	const start = performance.now();
	let cheapest = Number.POSITIVE_INFINITY;
	let inVain = 0;
	do {
		const cost = await costOfRound(trial, station, Math.min(windowMs, warmMs));
		inVain = cost < cheapest * gain ? 0 : inVain + 1;
		cheapest = Math.min(cheapest, cost);
	} while (performance.now() - start < (inVain < patience ? warmLimitMs : warmMs));
}

/**
 * CPU time of an operation, all cells of the trial added up; wall time where the server's processes can't be seen.
 */
async function costOfRound(trial: Trial, station: Station, windowMs: number): Promise<number> {
	const samples: Sample[] = [];
	const notes: Notes = {
		measure: async (_cell, work) => {
			samples.push(await takeSample(station.peer, work));
		},
		add: (_cell, sample) => {
			samples.push(sample);
		},
	};
	await trial.round(station, windowMs, notes);
	return samples.reduce((sum, sample) => sum + (cpuUs(sample) ?? wallUs(sample) ?? 0), 0);
}

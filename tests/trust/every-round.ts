/**
 * Rounds of an attack, some of them at once, until all are played or its time is over.
 */
import type { Field } from "./attack.ts";
import { Mutator } from "./mutator.ts";

const usualLanes = 8;

/** Collects the sentences of rounds, which count as `weight` each, `lanes` of them at once. */
export async function everyRound(
	field: Field,
	weight: number,
	round: (mutator: Mutator, at: number) => Promise<string | undefined>,
	lanes = usualLanes,
): Promise<string[]> {
	const faults: string[] = [];
	let begun = 0;
	await Promise.all(
		Array.from({ length: lanes }, async (_, lane) => {
			const mutator = new Mutator(field.seed * lanes + lane);
			while (begun < field.rounds && performance.now() < field.untilMs && faults.length === 0) {
				const at = begun;
				begun += weight;
				const fault = await round(mutator, at);
				field.played += weight;
				if (fault !== undefined) {
					faults.push(fault);
				}
			}
		}),
	);
	return faults;
}

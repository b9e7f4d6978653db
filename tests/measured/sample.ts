/**
 * Selects the recordings to play: a fixed sample of more than a fifth of every group, or all where CI=true.
 */
import { groupOf, recordingNames } from "./recording.ts";

const oneOf = 4;

export function playsAll(): boolean {
	return process.env["CI"] === "true";
}

export function recordingsToPlay(isAll = playsAll()): ReadonlyMap<string, readonly string[]> {
	const groups = new Map<string, string[]>();
	for (const name of recordingNames()) {
		groups.set(groupOf(name), [...(groups.get(groupOf(name)) ?? []), name]);
	}
	return new Map([...groups].map(([group, names]) => [group, isAll ? names : sampled(names)]));
}

/** The third of each four, so that early and late releases are included. */
function sampled(names: readonly string[]): readonly string[] {
	const chosen = names.filter((_, at) => at % oneOf === 2);
	return chosen.length === 0 ? names.slice(0, 1) : chosen;
}

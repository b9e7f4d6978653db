/**
 * Records a scenario's answers from a live server, in the form of recordings: one step a line.
 */
import { type Host, playSteps } from "./player.ts";
import type { Recording, Step } from "./recording.ts";

export async function record(recording: Recording, host: Host): Promise<string> {
	const lines: string[] = [];
	for await (const [step, given] of playSteps(recording, host)) {
		const { unordered, result: _former, volatile: _volatile, ...asked } = step as Step & Record<string, unknown>;
		lines.push(JSON.stringify({ ...asked, ...(unordered === true ? { unordered } : {}), result: given }));
	}
	return (
		`{"name":${JSON.stringify(recording.name)},"about":${JSON.stringify(recording.about)},"steps":[\n` +
		`${lines.join(",\n")}\n]}\n`
	);
}

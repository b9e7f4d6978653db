/**
 * Three answers to a step of a scenario about the SQL engine: the recording's, MariaDB's, and ours.
 *
 * In: a recording and two hosts. Out: how many of our answers equal the recording, how many only MariaDB's, and how many
 * neither. MySQL's answer is as good as the recorded one where the two differ.
 */
import { difference, type Given } from "./compare.ts";
import { type Host, isCompared, playSteps } from "./player.ts";
import type { Recording, Step } from "./recording.ts";
import type { WireResult } from "./wire.ts";

export interface Opinions {
	recorded: number;
	mariadb: number;
	neither: number;
}

/** `mariadb` null: nobody to ask. */
export async function compareOpinions(recording: Recording, ours: Host, mariadb: Host | null): Promise<Opinions> {
	const others = mariadb === null ? new Map<number, Given>() : await answersOf(recording, mariadb);
	const counts: Opinions = { recorded: 0, mariadb: 0, neither: 0 };
	for await (const [step, given, line] of playSteps(recording, ours)) {
		if (isCompared(step)) {
			counts[opinion(step, given, others.get(line))]++;
		}
	}
	return counts;
}

async function answersOf(recording: Recording, host: Host): Promise<Map<number, Given>> {
	const answers = new Map<number, Given>();
	for await (const [, given, line] of playSteps(recording, host)) {
		answers.set(line, given);
	}
	return answers;
}

function opinion(step: Step, given: Given, other: Given | undefined): keyof Opinions {
	const databases = new Set(["test"]);
	if (difference(step, given, databases) === undefined) {
		return "recorded";
	}
	const isAnswer = other !== undefined && ("sql" in step || "prepare" in step);
	return isAnswer && difference({ ...step, result: other as WireResult }, given, databases) === undefined ? "mariadb" : "neither";
}

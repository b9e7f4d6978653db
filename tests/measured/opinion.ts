/**
 * Compares three answers to each step about the SQL engine: the recorded one, MariaDB's, and ours.
 *
 * Counts answers equal to the recording, to MariaDB only, to MariaDB's error with MySQL's message, and lists those
 * that equal neither. Where MySQL and the recording differ, MySQL's answer is as good.
 */
import { isCharsetRule } from "./charset-rule.ts";
import { difference, type Given } from "./compare.ts";
import { type Host, isCompared, playSteps } from "./player.ts";
import type { Recording, Step } from "./recording.ts";
import type { WireResult } from "./wire.ts";

export interface Opinions {
	recorded: number;
	mariadb: number;
	/** Errors and warnings equal by code: MariaDB has other messages, and `tests/errors` tests MySQL's. */
	reworded: number;
	/** Of those that equal the recording: charset rules, for which MariaDB's answer counts for nothing. */
	charset: number;
	readonly neither: Disagreement[];
}

/** A step with three different answers. */
export interface Disagreement {
	readonly recording: string;
	readonly line: number;
	readonly step: Step;
	readonly given: Given;
	/** The answer of MariaDB. */
	readonly other: Given | undefined;
}

/** `mariadb` is null where it is not installed. */
export async function compareOpinions(recording: Recording, ours: Host, mariadb: Host | null): Promise<Opinions> {
	const others = mariadb === null ? new Map<number, Given>() : await answersOf(recording, mariadb);
	const opinions: Opinions = { recorded: 0, mariadb: 0, reworded: 0, charset: 0, neither: [] };
	for await (const [step, given, line] of playSteps(recording, ours)) {
		if (isCompared(step)) {
			const other = others.get(line);
			const isRule = isCharsetRule(step);
			const said = opinion(step, given, isRule ? undefined : other);
			opinions.charset += isRule && said === "recorded" ? 1 : 0;
			if (said === "neither") {
				opinions.neither.push({ recording: recording.name, line, step, given, other });
			} else {
				opinions[said]++;
			}
		}
	}
	return opinions;
}

async function answersOf(recording: Recording, host: Host): Promise<Map<number, Given>> {
	const answers = new Map<number, Given>();
	for await (const [, given, line] of playSteps(recording, host)) {
		answers.set(line, given);
	}
	return answers;
}

function opinion(step: Step, given: Given, other: Given | undefined): "recorded" | "mariadb" | "reworded" | "neither" {
	const databases = new Set(["test"]);
	if (difference(step, given, databases) === undefined) {
		return "recorded";
	}
	if (other === undefined || !("sql" in step || "prepare" in step)) {
		return "neither";
	}
	if (
		difference(
			{ ...step, result: withShortNames(other as WireResult) },
			withShortNames(given as WireResult),
			databases,
		) === undefined
	) {
		return "mariadb";
	}
	const faults = faultsOf(given as WireResult);
	return faults !== undefined && faults === faultsOf(other as WireResult) ? "reworded" : "neither";
}

/** Returns an error's code, or the codes of warnings with the number of changed rows, without messages. */
function faultsOf({ error, ok, warnings }: WireResult): string | undefined {
	if (error !== undefined) {
		return String(error.code);
	}
	return warnings === undefined
		? undefined
		: JSON.stringify([ok?.affected, warnings.map(([level, code]) => [level, code])]);
}

/** MariaDB has no characters of four bytes in names of columns. */
function withShortNames(result: WireResult): WireResult {
	return result.columns === undefined
		? result
		: {
				...result,
				columns: result.columns.map((name) =>
					typeof name === "string" ? name.replace(/[\u{10000}-\u{10ffff}]/gu, "?") : name,
				),
			};
}

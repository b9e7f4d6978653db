/**
 * Exit code of a rehearsal: 1 where a finding is grave enough, 2 where nothing could be judged, else 0.
 */
import { didYouMean } from "../../../core/index.ts";
import { UsageError } from "../../compose/usage-error.ts";
import type { FindingClass, LongReport } from "./format.ts";
import { counting, gravity, isAnyJudged } from "./tally.ts";

/** The gravest first: each counts those before it as well; `never` counts none. */
export const failOnChoices = ["break", "effect", "difference", "note", "never"] as const;

export type FailOn = (typeof failOnChoices)[number];

/** The least grave class that counts. */
const leastGrave: Readonly<Record<Exclude<FailOn, "never">, FindingClass>> = {
	break: "breaks",
	effect: "loses-effect",
	difference: "effect-differs",
	note: "metadata-differs",
};

export const defaultFailOn: FailOn = "difference";

/** Throws a UsageError for another word. */
export function parseFailOn(text: string): FailOn {
	const known = failOnChoices.find((each) => each === text);
	if (known === undefined) {
		const list = failOnChoices.join(", ");
		throw new UsageError(`--fail-on takes ${list}, not ${text}${didYouMean(text, failOnChoices)}`, 2);
	}
	return known;
}

/** Suppressed findings do not count. */
export function exitCodeOf(report: Omit<LongReport, "exitCode">, failOn: FailOn): 0 | 1 | 2 {
	if (!isAnyJudged(report)) {
		return 2;
	}
	return counting(report).some((finding) => fails(finding.class, failOn)) ? 1 : 0;
}

/** Whether a finding of the class makes the exit code 1. */
export function fails(name: FindingClass, failOn: FailOn): boolean {
	return failOn !== "never" && gravity(name) <= gravity(leastGrave[failOn]);
}

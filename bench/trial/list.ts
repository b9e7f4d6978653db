/**
 * All trials, in the order of the report. Those that change the big tables come after those that read them.
 *
 * In: names to choose by. Out: trials; an unknown name is an error that lists the known ones.
 */
import { connectTrial, selectOneTrial } from "./connect.ts";
import { bigIndexTrial, definitionTrial } from "./definition.ts";
import { insertManyTrial, loadDataTrial } from "./load.ts";
import { loopTrial } from "./loop.ts";
import { markTrial } from "./mark.ts";
import { questionTrial } from "./question.ts";
import { questions } from "./questions.ts";
import { pointSelect, readOnly, selectRandomRanges } from "./read-script.ts";
import type { Script, Style } from "./script.ts";
import { startTrial } from "./start.ts";
import type { Goal, Trial } from "./trial.ts";
import { insert, readWrite, remove, updateIndex, updateNonIndex } from "./write-script.ts";

const connectionCounts = [1, 8, 32];
const pointGoal: Goal = { least: 1.3, stretch: 1.8 };
const rangeGoal: Goal = { least: 1, stretch: 1.5 };
const writeGoal: Goal = { least: 1, stretch: 1.8 };

export function listTrials(only: readonly string[]): readonly Trial[] {
	const all: readonly Trial[] = [
		...loops(pointSelect, pointGoal, "prepared", "text"),
		...loops(selectRandomRanges, rangeGoal, "prepared"),
		...loops(readOnly, rangeGoal, "prepared"),
		...questions.map(questionTrial),
		selectOneTrial(),
		connectTrial(),
		...loops(updateIndex, writeGoal, "prepared"),
		...loops(updateNonIndex, writeGoal, "prepared"),
		...loops(insert, writeGoal, "prepared"),
		...loops(remove, writeGoal, "prepared"),
		...loops(readWrite, rangeGoal, "prepared"),
		insertManyTrial(),
		loadDataTrial(),
		markTrial(),
		definitionTrial(),
		bigIndexTrial(),
		startTrial(),
	];
	const families = new Set(all.flatMap(({ cells }) => cells.map(({ family }) => family)));
	const unknown = only.filter((name) => !families.has(name));
	if (unknown.length > 0) {
		throw new Error(`--only knows no ${unknown.join(", ")}; it knows ${[...families].join(", ")}`);
	}
	return only.length === 0 ? all : all.filter(({ cells }) => cells.some(({ family }) => only.includes(family)));
}

function loops(script: Script, goal: Goal, ...styles: readonly Style[]): Trial[] {
	return styles.flatMap((style) => connectionCounts.map((count) => loopTrial(script, style, count, goal)));
}

/**
 * All trials, in the order of the report. Those that change the big tables come after those that read them.
 *
 * In: words to choose by. Out: trials; an unknown word is an error that lists the known ones.
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
import type { Cell, Goal, Trial } from "./trial.ts";
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
	const cells = all.flatMap((trial) => trial.cells);
	const unknown = only.filter((word) => !cells.some((cell) => isChosen(cell, word)));
	if (unknown.length > 0) {
		throw new Error(
			`--only knows no ${unknown.join(", ")}; it knows ${[...new Set(cells.map(({ family }) => family))].join(", ")}`,
		);
	}
	return only.length === 0
		? all
		: all.filter((trial) => trial.cells.some((cell) => only.some((word) => isChosen(cell, word))));
}

/** A family, or how a cell's name begins: `point_select`, `point_select text`. */
function isChosen({ family, name }: Cell, word: string): boolean {
	return family === word || name.startsWith(word);
}

function loops(script: Script, goal: Goal, ...styles: readonly Style[]): Trial[] {
	return styles.flatMap((style) => connectionCounts.map((count) => loopTrial(script, style, count, goal)));
}

/**
 * Watch over plugins while they answer: it is told of each question that begins and ends.
 *
 * A rule that loops keeps the only thread; who watches from another one can name the plugin and its question.
 */
import type { Decision } from "../errors/catalogue.ts";

export interface QuestionWatch {
	/** A plugin is asked. Returns what `end` is told. */
	begin(decision: Decision): number;
	/** It has answered, or failed. */
	end(before: number): void;
}

let current: QuestionWatch | undefined;

/** Of all books of this process; undefined: no watch. */
export function watchQuestions(watch: QuestionWatch | undefined): void {
	current = watch;
}

export function questionWatch(): QuestionWatch | undefined {
	return current;
}

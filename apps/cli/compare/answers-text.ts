/**
 * Answers of one statement as text: neighbours that answer the same are one, and of rows only the lines that change.
 */
import type { Answer } from "../../compare/answer.ts";
import { displayWidth, padToWidth } from "../../terminal/display-width.ts";
import type { ScriptStatement } from "../script.ts";

/** The statement on one line. */
export function statementText({ text }: ScriptStatement): string {
	return Buffer.from(text, "latin1").toString("utf8").replace(/\s+/g, " ");
}

/** A block a group of neighbours: the first in full, a later one of several lines as changes of the one before. */
export function printAnswers(answers: readonly Answer[], names: readonly string[], indent: string): string {
	const starts = answers.flatMap(({ text }, at) => (text === answers[at - 1]?.text ? [] : [at]));
	const heads = starts.map((start, place) => {
		const end = (starts[place + 1] ?? answers.length) - 1;
		return start === end ? (names[start] ?? "") : `${names[start]}-${names[end]}`;
	});
	const width = Math.max(...heads.map(displayWidth));
	return starts
		.map((start, place) => {
			const lines = linesOf(answers[start]);
			const before = place === 0 ? [] : linesOf(answers[starts[place - 1] as number]);
			const shown = lines.length > 1 && before.length > 1 ? changedLines(before, lines) : lines;
			const space = `\n${indent}${" ".repeat(width)}  `;
			return `${indent}${padToWidth(heads[place] ?? "", width)}  ${shown.join(space)}\n`;
		})
		.join("");
}

/** The lines of an answer; the definition that SHOW CREATE gives in one cell is several. */
function linesOf(answer: Answer | undefined): readonly string[] {
	return (answer?.text ?? "").split("\n");
}

/** Lines that are only in the one with `-`, those only in the other with `+`, in order; equal ones are left out. */
function changedLines(before: readonly string[], after: readonly string[]): readonly string[] {
	const longest = longestCommon(before, after);
	const changed: string[] = [];
	let [one, other] = [0, 0];
	while (one < before.length || other < after.length) {
		const isEqual = one < before.length && other < after.length && before[one] === after[other];
		if (isEqual) {
			one++;
			other++;
		} else if (other >= after.length || (one < before.length && longest(one + 1, other) >= longest(one, other + 1))) {
			changed.push(`- ${before[one++]}`);
		} else {
			changed.push(`+ ${after[other++]}`);
		}
	}
	return changed;
}

/** Length of the longest common subsequence behind two places; 0 everywhere for answers too long to look through. */
function longestCommon(before: readonly string[], after: readonly string[]): (one: number, other: number) => number {
	const most = 1_000_000;
	const width = after.length + 1;
	if (before.length * after.length > most) {
		return () => 0;
	}
	const lengths = new Uint32Array((before.length + 1) * width);
	for (let one = before.length - 1; one >= 0; one--) {
		for (let other = after.length - 1; other >= 0; other--) {
			lengths[one * width + other] =
				before[one] === after[other]
					? (lengths[(one + 1) * width + other + 1] ?? 0) + 1
					: Math.max(lengths[(one + 1) * width + other] ?? 0, lengths[one * width + other + 1] ?? 0);
		}
	}
	return (one, other) => lengths[one * width + other] ?? 0;
}

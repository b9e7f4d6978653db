/**
 * Label of an answer in a matrix: an error's code, `ok`, or how many rows.
 */
import type { Answer } from "./answer.ts";

export function labelOf({ results }: Answer): string {
	const last = results.at(-1);
	switch (last?.kind) {
		case "error":
			return String(last.code);
		case "rows":
			return `${last.rows.length} row${last.rows.length === 1 ? "" : "s"}`;
		default:
			return last === undefined || last.warnings === 0 ? "ok" : "warned";
	}
}

/** Labels of a statement's answers: where other answers would have the same, a letter tells them apart. */
export function labelsOf(answers: readonly Answer[]): readonly string[] {
	const labels = answers.map(labelOf);
	return labels.map((label, at) => {
		const alike = [...new Set(answers.filter((_, other) => labels[other] === label).map(({ text }) => text))];
		return alike.length === 1 ? label : `${label} ${letter(alike.indexOf(answers[at]?.text ?? ""))}`;
	});
}

function letter(place: number): string {
	return String.fromCharCode("a".charCodeAt(0) + (place % 26));
}

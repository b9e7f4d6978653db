/**
 * Folds the answers of neighbouring releases into ranges.
 *
 * In: release and answer, oldest first. Out: lines: one range a different answer; an answer of several lines stands
 * under its range.
 */

export interface Answer {
	readonly release: string;
	readonly text: string;
}

/** `single`: the command ran at one fixed release only, which need not be named. */
export function foldAnswers(answers: readonly Answer[], single: boolean): string[] {
	const groups: { from: string; to: string; count: number; text: string }[] = [];
	for (const { release, text } of answers) {
		const last = groups.at(-1);
		if (last !== undefined && last.text === text) {
			last.to = release;
			last.count++;
		} else {
			groups.push({ from: release, to: release, count: 1, text });
		}
	}
	if (single && groups.length === 1) {
		return (groups[0]?.text ?? "").split("\n");
	}
	return groups.flatMap(({ from, to, count, text }) => {
		const range = count === 1 ? from : `${from}${count === 2 ? ", " : " - "}${to}`;
		const lines = text.split("\n");
		return lines.length === 1 ? [`${range.padEnd(13)} ${text}`] : [range, ...lines.map((line) => `  ${line}`)];
	});
}

/**
 * Merges equal answers of neighbouring releases into ranges, as lines; an answer of several lines is indented under
 * its range.
 */

export interface Answer {
	readonly release: string;
	readonly text: string;
}

/** The answers of one mode. */
export interface ModeAnswers {
	readonly mode: string;
	readonly answers: readonly Answer[];
	/** Every answer is from a release that the script names. */
	single: boolean;
}

/** One list where all modes answer alike, else one below the other. */
export function foldModes(modes: readonly ModeAnswers[]): string[] {
	const folded = modes.map(({ mode, answers, single }) => ({ mode, lines: foldAnswers(answers, single) }));
	const first = folded[0]?.lines ?? [];
	if (folded.every(({ lines }) => lines.join("\n") === first.join("\n"))) {
		return first;
	}
	return folded.flatMap(({ mode, lines }) => [`as ${mode}`, ...lines.map((line) => `  ${line}`)]);
}

/** `single`: the command ran at one fixed release only, which need not be named. */
function foldAnswers(answers: readonly Answer[], single: boolean): string[] {
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

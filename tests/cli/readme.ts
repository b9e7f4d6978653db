/**
 * Console blocks of a Markdown page: commands behind `$ `, each with the output shown below it.
 *
 * A command continues on lines behind `> `, and through a here-document to its closing word. A shown line `...` stands
 * for any number of lines.
 *
 *     $ echo 1 |
 *     >   cat
 *     1
 */
export interface Shown {
	/** As a shell reads it. */
	readonly command: string;
	/** Lines of the page: those of the command, then those of its output. */
	readonly first: number;
	readonly outputFrom: number;
	readonly outputTo: number;
	readonly output: readonly string[];
}

export function shownCommands(page: string): readonly Shown[] {
	const lines = page.split("\n");
	const found: Shown[] = [];
	for (let at = 0; at < lines.length; at++) {
		if (lines[at] !== "```console") {
			continue;
		}
		const end = lines.indexOf("```", at + 1);
		for (at++; at < end; ) {
			const first = at;
			const command = [(lines[at++] as string).slice(2)];
			while (lines[at]?.startsWith("> ")) {
				command.push((lines[at++] as string).slice(2));
			}
			const word = /<<'(\w+)'/.exec(command.join("\n"))?.[1];
			while (word !== undefined && command.at(-1) !== word) {
				command.push(lines[at++] as string);
			}
			const outputFrom = at;
			while (at < end && !lines[at]?.startsWith("$ ")) {
				at++;
			}
			found.push({
				command: command.join("\n"),
				first,
				outputFrom,
				outputTo: at,
				output: lines.slice(outputFrom, at),
			});
		}
	}
	return found;
}

/** Returns whether the printed lines are those shown. */
export function isShown(shown: readonly string[], printed: readonly string[]): boolean {
	const [line, ...rest] = shown;
	if (line === undefined) {
		return printed.length === 0;
	}
	if (line === "...") {
		return Array.from({ length: printed.length + 1 }, (_, skipped) => printed.slice(skipped)).some((tail) =>
			isShown(rest, tail),
		);
	}
	return line === printed[0] && isShown(rest, printed.slice(1));
}

/** The page with the outputs of the given commands written anew. */
export function withOutputs(page: string, outputs: ReadonlyMap<Shown, readonly string[]>): string {
	const lines = page.split("\n");
	for (const [{ outputFrom, outputTo }, output] of [...outputs].reverse()) {
		lines.splice(outputFrom, outputTo - outputFrom, ...output);
	}
	return lines.join("\n");
}

/**
 * Layout of the help: descriptions beside their flags where there is room, below them on a narrow terminal.
 */
import { Help } from "commander";
import { outputColumns } from "../../terminal/display-width.ts";

/** A description needs so many columns beside its flag. */
const leastDescription = 40;
const indent = 6;

export function formatHelpItem(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
	const columns = helper.helpWidth ?? 80;
	if (description === "" || columns - termWidth - 4 >= leastDescription) {
		return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
	}
	return `  ${term}\n${wrap(description, columns - indent)
		.map((line) => `${" ".repeat(indent)}${line}`)
		.join("\n")}`;
}

/** Commands with what they do. */
export const examples: readonly (readonly [command: string, about: string])[] = [
	["verso --version 2.1.3", "a server on ports 4000 and 10080, data in ./verso-data"],
	["verso run schema.sql --version 2.1.7", "play a script without a server"],
	["verso --version 2.1.3 --mix insert-check=2.0", "a release that never existed"],
	["verso rules --version 2.1.5", "which rules decide"],
	["verso compare a.sql --version 2.1.0 --version 2.1.3", "which answers differ, and which rule decided"],
	["verso explain RefuseWideCharacters", "why there is a rule, an example, ways out of what it breaks"],
	["verso plugin new no-shouting", "a rule of your own, with its test"],
	["verso mend a.sql --version 2.1.2", "which change of rules or settings would let it run"],
	['verso trace --version 2.1.3 "select 1 + 1"', "tokens, tree, plan, rules, reads, writes and packets"],
];

export function printExamples(list: typeof examples, columns = outputColumns(80)): string {
	const width = Math.max(...list.map(([command]) => command.length));
	const isBeside = columns - width - 4 >= leastDescription;
	return list
		.map(([command, about]) =>
			isBeside ? `  ${command.padEnd(width)}  ${about}\n` : `  ${command}\n${" ".repeat(indent)}${about}\n`,
		)
		.join("");
}

function wrap(text: string, columns: number): readonly string[] {
	const lines: string[] = [""];
	for (const word of text.split(" ")) {
		const line = lines.at(-1) ?? "";
		if (line !== "" && line.length + word.length + 1 > columns) {
			lines.push(word);
		} else {
			lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
		}
	}
	return lines;
}

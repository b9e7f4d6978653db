/**
 * Options of the programs that stand among the tests: `npm run crash`, `history`, `measured`, `weights`,
 * `differential`.
 *
 * In: a program's name and what it does. Out: a command to add options to, which answers `--help`, and ends with exit
 * code 2 where the line is wrong.
 */
import { Command, InvalidArgumentError } from "commander";

export function programOf(name: string, description: string): Command {
	return new Command(`npm run ${name} --`)
		.description(description)
		.showHelpAfterError()
		.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

/** For `option`: a whole number that is not negative. */
export function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) {
		throw new InvalidArgumentError("It is to be a whole number.");
	}
	return Number(text);
}

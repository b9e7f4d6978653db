/**
 * Command-line options of the test programs: `npm run crash`, `history`, `measured`, `weights`, `differential`.
 *
 * `programOf` returns a command with `--help` and exit code 2 for a wrong command line.
 */
import { Command, InvalidArgumentError } from "commander";

export function programOf(name: string, description: string): Command {
	return new Command(`npm run ${name} --`)
		.description(description)
		.showHelpAfterError()
		.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

/** Parser for `option`: a non-negative integer. */
export function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) {
		throw new InvalidArgumentError("It is to be a whole number.");
	}
	return Number(text);
}

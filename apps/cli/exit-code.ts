/**
 * Exit codes of the `verso` command: the one table, from which help and reference are made.
 *
 * UsageError carries the code of a failure: 1 where the request cannot be met, 2 where it is wrong.
 */
interface ExitCode {
	/** The command's name; `every command` for what holds for all. */
	readonly command: string;
	readonly code: 0 | 1 | 2 | 130;
	readonly meaning: string;
}

export const exitCodes: readonly ExitCode[] = [
	{ command: "every command", code: 0, meaning: "done" },
	{
		command: "every command",
		code: 1,
		meaning: "not possible here: a port is taken, a directory or file cannot be used",
	},
	{
		command: "every command",
		code: 2,
		meaning:
			"the request is wrong: unknown command, flag, value, release, hook or quirk; a script, plugin or " +
			"configuration file that cannot be read",
	},
	{ command: "serve", code: 0, meaning: "ended by SIGTERM, SIGINT, SIGHUP or SHUTDOWN" },
	{ command: "serve", code: 1, meaning: "a second signal ended it before its connections had finished" },
	{ command: "run", code: 1, meaning: "a statement failed, also where --force continued after it" },
	{ command: "compare", code: 0, meaning: "all answers that could be judged are the same" },
	{ command: "compare", code: 1, meaning: "answers differ" },
	{ command: "compare", code: 2, meaning: "nothing was judged, or it could not run: file, setting, plugin or setup" },
	{ command: "record", code: 0, meaning: "ended by a signal; the recording is whole" },
	{ command: "record", code: 1, meaning: "it could not listen, or the recording could not be written" },
	{ command: "rehearse", code: 0, meaning: "nothing breaks, by --fail-on" },
	{ command: "rehearse", code: 1, meaning: "something breaks or differs, by --fail-on" },
	{ command: "rehearse", code: 2, meaning: "nothing could be judged, or it could not run" },
	{ command: "rehearse", code: 130, meaning: "interrupted; the report is partial" },
	{ command: "mend", code: 0, meaning: "there is nothing to mend, or a set of changes reaches the goal" },
	{ command: "mend", code: 1, meaning: "no set of changes that was tried reaches the goal" },
	{ command: "check", code: 0, meaning: "nothing is wrong" },
	{ command: "check", code: 1, meaning: "something is wrong; the findings are printed" },
];

/** Lines for the help text of a command; empty where it has no codes of its own. */
export function exitCodeHelp(command: string): string {
	const own = exitCodes.filter((each) => each.command === command);
	return own.length === 0 ? "" : `\nExit codes:\n${own.map(({ code, meaning }) => `  ${code}  ${meaning}\n`).join("")}`;
}

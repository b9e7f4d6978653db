/**
 * `verso compare FILE`: answers that differ between settings, and the rules that decide them.
 *
 * Prints a text or JSON. Exit code 0: all that was judged answers the same; 1: answers differ; 2: nothing was judged,
 * or the script could not be played.
 */
import type { Past } from "../../compare/play.ts";
import { compare, type Report } from "../../compare/report.ts";
import { composeSettings, type Setting } from "../../compare/setting.ts";
import { composeBook, type Mode } from "../../compose/book.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { plainReport } from "./report-json.ts";
import type { CompareFlags } from "./options.ts";
import { printReport } from "./report-text.ts";
import { printWarnings } from "../open-database.ts";
import { Options } from "../options.ts";
import { showProgress } from "../progress.ts";
import { readStatements } from "../read-statements.ts";
import type { ScriptStatement } from "../script.ts";
import { behaviourSettings } from "../setting.ts";
import { couldRun } from "../unjudged.ts";

/** Answers with the exit code. */
export async function printComparison(file: string, flags: CompareFlags): Promise<number> {
	const report = await couldRun(() => compareScript(file, flags));
	const answer =
		flags.json === true
			? `${JSON.stringify(plainReport(file, report), undefined, 2)}\n`
			: printReport(file, report, { lines: linesOf(flags, report), all: flags.all === true });
	process.stdout.write(answer);
	return exitCodeOf(report);
}

async function compareScript(file: string, flags: CompareFlags): Promise<Report> {
	const { common, each } = flags.settings;
	if (each.length < 2) {
		throw new UsageError("compare needs two settings or more; each begins with --version", 2);
	}
	const mode = modeOf(common.mode);
	const settings = await composeSettings({ ...common, mode }, each);
	warnOfModes(settings);
	const statements = readStatements(file);
	const past = await pastOf(flags, mode);
	const progress = showProgress();
	try {
		return await compare(statements, settings, past, progress.show);
	} finally {
		progress.end();
	}
}

/** The mode of settings that name none: the flag before the first --version, else as for every other command. */
function modeOf(flag: Mode | undefined): Mode {
	const known = behaviourSettings.filter(({ name }) => name === "as");
	return new Options(known, { as: flag }, process.env).text("as") as Mode;
}

/** A difference between modes is easily taken for one between releases. */
function warnOfModes(settings: readonly Setting[]): void {
	if (new Set(settings.map(({ mode }) => mode)).size > 1) {
		const list = settings.map(({ release, mode }) => `${release} as ${mode}`).join(", ");
		printWarnings([`the settings differ in mode: ${list}; --as before the first --version sets one for all`]);
	}
}

async function pastOf({ setup, from }: CompareFlags, mode: Mode): Promise<Past | undefined> {
	if (setup === undefined) {
		if (from !== undefined) {
			throw new UsageError("--from names the release that plays the --setup, and there is none", 2);
		}
		return undefined;
	}
	const statements = readStatements(setup);
	if (from === undefined) {
		return { statements };
	}
	const { release, book } = await composeBook({ release: from, mode });
	return { statements, side: { release, book } };
}

/** The statements that begin in the lines asked for, or hold them. */
function linesOf({ line = [] }: CompareFlags, { statements }: Report): readonly number[] {
	return line.map((wanted) => {
		const at = statements.findLastIndex(({ statement }) => holdsLine(statement, wanted));
		if (at < 0) {
			throw new UsageError(`--line ${wanted}: there is no statement in that line`, 2);
		}
		return at;
	});
}

function holdsLine({ line, text }: ScriptStatement, wanted: number): boolean {
	return line <= wanted && wanted < line + text.split("\n").length;
}

function exitCodeOf({ statements }: Report): number {
	const verdicts = new Set(statements.map(({ verdict }) => verdict));
	return verdicts.has("differs") ? 1 : verdicts.has("same") ? 0 : 2;
}

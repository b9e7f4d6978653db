/**
 * `verso mend FILE`: finds the smallest changes of rules, settings or plugins under which a script runs.
 *
 * Exit code 0: nothing is missed, or a way was found; 1: no way was found; 2: it could not be tried.
 */
import { releases } from "../../plugins/index.ts";
import { type Answer, errorOf } from "../compare/answer.ts";
import { answersOf, type Past } from "../compare/play.ts";
import type { Side } from "../compare/played-session.ts";
import { composeBook, type Mode } from "../compose/book.ts";
import { loadPlugin } from "../compose/plugin.ts";
import { UsageError } from "../compose/usage-error.ts";
import { type Goal, noErrors, sameAs } from "../mend/goal.ts";
import type { Remedy } from "../mend/remedy.ts";
import { type Mending, mend } from "../mend/search.ts";
import { composeFrom } from "./open-database.ts";
import type { Options } from "./options.ts";
import { showProgress } from "./progress.ts";
import { readStatements } from "./read-statements.ts";
import type { ScriptStatement } from "./script.ts";

export interface MendFlags {
	readonly setup?: string;
	readonly from?: string;
	readonly goal?: string;
	readonly tryPlugin?: readonly string[];
	readonly json?: boolean;
}

/** Returns the exit code. */
export async function printMending(file: string, options: Options, flags: MendFlags): Promise<number> {
	const { release, mode, book } = await composeFrom(options);
	const side = { release, book };
	const statements = readStatements(file);
	const past = await pastOf(flags, mode);
	const goal = await goalOf(flags.goal ?? noErrors.name, statements, mode, past ?? undefined);
	const progress = showProgress();
	let mending: Mending;
	try {
		mending = await mend({
			statements,
			side,
			past,
			goal,
			others: await otherReleases(mode),
			plugins: await pluginRemedies(flags.tryPlugin ?? []),
			watch: progress.show,
		});
	} finally {
		progress.end();
	}
	const heading = { file, release, mode, goal: goal.name };
	process.stdout.write(
		flags.json === true
			? `${JSON.stringify(plainMending(heading, statements, mending), undefined, 2)}\n`
			: mendingText(heading, statements, mending),
	);
	return mending.missed.length === 0 || mending.ways.length > 0 ? 0 : 1;
}

async function pastOf({ setup, from }: MendFlags, mode: Mode): Promise<Past | undefined> {
	if (setup === undefined) {
		if (from !== undefined) {
			throw new UsageError("--from names the release that plays the --setup, and there is none", 2);
		}
		return undefined;
	}
	const statements = readStatements(setup);
	return from === undefined ? { statements } : { statements, side: await sideOf(from, mode) };
}

async function sideOf(name: string, mode: Mode): Promise<Side> {
	const { release, book } = await composeBook({ release: name, mode });
	return { release, book };
}

async function goalOf(
	words: string,
	statements: readonly ScriptStatement[],
	mode: Mode,
	past: Past | undefined,
): Promise<Goal> {
	const [name, release] = words.split("=");
	if (name === noErrors.name && release === undefined) {
		return noErrors;
	}
	if (name !== "same-as" || release === undefined || release === "") {
		throw new UsageError(`--goal wants no-errors or same-as=RELEASE, such as same-as=2.1.0, not ${words}`, 2);
	}
	return sameAs(release, await answersOf(statements, await sideOf(release, mode), past));
}

function otherReleases(mode: Mode): Promise<readonly Side[]> {
	return Promise.all(releases.map(({ name }) => sideOf(name, mode)));
}

async function pluginRemedies(files: readonly string[]): Promise<readonly Remedy[]> {
	const remedies: Remedy[] = [];
	for (const file of files) {
		const page = await loadPlugin(file);
		const note = page.changes.map(({ note: sentence }) => sentence).join(" ");
		remedies.push({ words: `--plugin ${file}`, note, book: (book) => book.lay(page) });
	}
	return remedies;
}

interface Heading {
	readonly file: string;
	readonly release: string;
	readonly mode: Mode;
	readonly goal: string;
}

function mendingText(
	{ file, release, mode, goal }: Heading,
	statements: readonly ScriptStatement[],
	{ missed, answers, ways, nearest, plays }: Mending,
): string {
	const under = `${file} under ${release} (as ${mode})`;
	const aim = goal === noErrors.name ? "run without an error" : `answer as ${goal.slice(goal.indexOf("=") + 1)} does`;
	if (missed.length === 0) {
		return `${under}: all ${counted(statements.length, "statement")} ${aim}; there is nothing to mend\n`;
	}
	const lines = [
		`${under}: ${missed.length} of ${counted(statements.length, "statement")} ${missed.length === 1 ? "does" : "do"} not ${aim}`,
		...missed.slice(0, mostShown).map((at) => `  line ${statements[at]!.line}: ${firstLine(answers[at] as Answer)}`),
		...(missed.length > mostShown ? [`  and ${missed.length - mostShown} more`] : []),
		"",
	];
	if (ways.length > 0) {
		lines.push(
			ways.length === 1 ? "With this they all do:" : "With any one of these they all do:",
			...ways.map(wayText),
		);
	} else if (nearest === undefined) {
		lines.push("No rule of another release, setting or plugin that was offered changes that.");
	} else {
		const left = nearest.missed.map((at) => statements[at]!.line);
		lines.push(
			"No set that was tried mends all of them. The nearest:",
			wayText(nearest.remedies),
			`  It leaves ${counted(left.length, "statement")}: ${left.length === 1 ? "line" : "lines"} ${left.join(", ")}.`,
		);
	}
	return `${lines.join("\n")}\n\nEach set was proved by playing the script with it; ${counted(plays, "play")} in all.\n`;
}

const mostShown = 10;

function wayText(remedies: readonly Remedy[]): string {
	return remedies.map(({ words, note }, at) => `${at === 0 ? "  " : "  and "}${words}\n      ${note}`).join("\n");
}

function firstLine(answer: Answer): string {
	const error = errorOf(answer);
	return error === undefined
		? (answer.text.split("\n")[0] ?? "")
		: `ERROR ${error.code} (${error.state}): ${error.message}`;
}

function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function plainMending(
	{ file, release, mode, goal }: Heading,
	statements: readonly ScriptStatement[],
	{ missed, answers, ways, nearest, plays }: Mending,
): object {
	const lineOf = (at: number): number => statements[at]!.line;
	const plain = (remedies: readonly Remedy[]): object[] => remedies.map(({ words, note }) => ({ words, note }));
	return {
		format: 1,
		file,
		release,
		mode,
		goal,
		statements: statements.length,
		missed: missed.map((at) => ({ line: lineOf(at), answer: (answers[at] as Answer).text })),
		ways: ways.map(plain),
		nearest: nearest === undefined ? null : { remedies: plain(nearest.remedies), missed: nearest.missed.map(lineOf) },
		plays,
	};
}

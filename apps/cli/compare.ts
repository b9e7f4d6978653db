/**
 * `verso compare FILE`: what answers otherwise under another setting, and which rule decided.
 *
 * In: a script and the wishes of the command line. Out: a text or JSON on stdout; exit code 0 for the same answers, 1
 * for others, and 2, with a sentence, where the script could not be played.
 */
import type { Decision } from "../../core/index.ts";
import type { Culprit } from "../compare/culprit.ts";
import type { Past } from "../compare/play.ts";
import { type Blame, compare, type Difference, type Report } from "../compare/report.ts";
import { composeSettings, type Setting } from "../compare/setting.ts";
import { composeBook } from "../compose/book.ts";
import { UsageError } from "../compose/usage-error.ts";
import type { CompareFlags } from "./compare-options.ts";
import { readScript } from "./run.ts";
import { type ScriptStatement, splitScript } from "./script.ts";

/** Answers with the exit code. */
export async function printComparison(file: string, flags: CompareFlags): Promise<number> {
	const report = await couldRun(async () => {
		const { common, each } = flags.settings;
		if (each.length < 2) {
			throw new UsageError("compare wants two settings or more; each begins with --version", 2);
		}
		const settings = await composeSettings(common, each);
		return compare(splitScript(readScript(file)), settings, await pastOf(flags));
	});
	process.stdout.write(
		flags.json === true ? `${JSON.stringify(plainReport(file, report), undefined, 2)}\n` : printReport(file, report),
	);
	return report.differences.length === 0 ? 0 : 1;
}

async function couldRun<T>(step: () => Promise<T>): Promise<T> {
	try {
		return await step();
	} catch (failure) {
		throw failure instanceof UsageError ? new UsageError(failure.message, 2) : failure;
	}
}

async function pastOf({ setup, from, settings: { common } }: CompareFlags): Promise<Past | undefined> {
	if (setup === undefined) {
		if (from !== undefined) {
			throw new UsageError("--from says who plays the --setup, and there is none", 2);
		}
		return undefined;
	}
	const statements = splitScript(readScript(setup));
	if (from === undefined) {
		return { statements };
	}
	const { release, book } = await composeBook({ release: from, mode: common.mode ?? "measured" });
	return { statements, side: { release, book } };
}

function printReport(file: string, { settings, statements, differences, unsteady }: Report): string {
	const modes = new Set(settings.map(({ mode }) => mode));
	const names = settings.map((setting) => nameOf(setting, modes.size > 1));
	const many = (count: number): string => `${count} statement${count === 1 ? "" : "s"}`;
	const result =
		differences.length === 0
			? `all ${many(statements.length)} answer the same`
			: `${differences.length} of ${many(statements.length)} differ`;
	const head = `${file}: ${names.join(", ")}${modes.size === 1 ? ` (as ${[...modes][0]})` : ""}: ${result}\n`;
	const chance =
		unsteady.length === 0
			? ""
			: `\nNot compared, since they answer otherwise each time: line ${unsteady.map(({ line }) => line).join(", ")}\n`;
	return head + differences.map((difference) => printDifference(difference, names, statements)).join("") + chance;
}

function nameOf({ name, mode }: Setting, withMode: boolean): string {
	return withMode && !name.includes(" --as ") ? `${name} --as ${mode}` : name;
}

function printDifference(
	{ statement, answers, blames }: Difference,
	names: readonly string[],
	statements: readonly ScriptStatement[],
): string {
	const width = Math.max(...names.map(({ length }) => length));
	const indent = `\n${" ".repeat(width + 4)}`;
	const lines = answers.map((answer, at) => `  ${names[at]?.padEnd(width)}  ${answer.replaceAll("\n", indent)}\n`);
	const text = Buffer.from(statement.text, "latin1").toString("utf8");
	return (
		`\nline ${statement.line}: ${text}\n${lines.join("")}` +
		blames.map((blame) => printBlame(blame, names, statements)).join("")
	);
}

function printBlame(
	{ from, to, culprits }: Blame,
	names: readonly string[],
	statements: readonly ScriptStatement[],
): string {
	const [one = "", other = ""] = [names[from], names[to]];
	if (culprits.length === 0) {
		return `  ${one} and ${other}: no rule was found that decides it\n`;
	}
	const parts = culprits
		.map(({ part, to: decision }) => (decision === undefined ? partName(part) : `${part}.${decision.question}`))
		.join(" and ");
	const decided = culprits.map((culprit) => `  decided by ${printCulprit(culprit, one, other, statements)}\n`).join("");
	return (
		`${decided}  confirmed: ${one} with ${parts} of ${other} answers as ${other}` +
		`${culprits.length > 1 ? ", and with fewer of them it does not" : ""}\n`
	);
}

function partName(part: string): string {
	return part === "release" ? "the release's name" : part;
}

function printCulprit(
	{ part, from, to, askedBy }: Culprit,
	one: string,
	other: string,
	statements: readonly ScriptStatement[],
): string {
	if (from === undefined || to === undefined || askedBy === undefined) {
		return partName(part);
	}
	const where = askedBy < 0 ? "at the start" : `in line ${statements[askedBy]?.line}`;
	return `${part}.${to.question}, asked ${where}\n    ${one}: ${printDecision(from)}\n    ${other}: ${printDecision(to)}`;
}

function printDecision({ rule, origin, since }: Decision): string {
	return `${rule} (${origin}${since === null ? "" : `, since ${since}`})`;
}

function plainReport(file: string, { settings, statements, differences, unsteady }: Report): object {
	return {
		file,
		settings: settings.map(({ name, release, mode }) => ({ name, release, mode })),
		statements: statements.length,
		differences: differences.map(({ statement, answers, blames }) => ({
			line: statement.line,
			statement: Buffer.from(statement.text, "latin1").toString("utf8"),
			answers,
			decided: blames.map(({ from, to, culprits }) => ({
				from,
				to,
				confirmed: culprits.length > 0,
				rules: culprits.map(({ part, from: one, to: other, askedBy }) => ({
					part,
					from: one ?? null,
					to: other ?? null,
					askedInLine: askedBy === undefined ? null : (statements[askedBy]?.line ?? 0),
				})),
			})),
		})),
		unsteady: unsteady.map(({ line }) => line),
	};
}

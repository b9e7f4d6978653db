/**
 * JSON of `verso compare`: the comparison report as plain data, with a number for its format.
 */
import type { Answer } from "../../compare/answer.ts";
import type { Blame, Cause } from "../../compare/cause.ts";
import type { Culprit } from "../../compare/culprit.ts";
import type { Compared, Report } from "../../compare/report.ts";

/** Raised where a member is renamed, removed or means something else. 1: before there was a number. */
const format = 2;

export function plainReport(file: string, { settings, statements, causes }: Report): object {
	const lineOf = (at: number): number => statements[at]?.statement.line ?? 0;
	const ofVerdict = (verdict: Compared["verdict"]): Compared[] => statements.filter((each) => each.verdict === verdict);
	const unjudged = (verdict: "failed" | "unsupported"): object[] =>
		ofVerdict(verdict).map((each) => ({ ...plainStatement(each), answer: plainAnswer(each.answers[0] as Answer) }));
	return {
		format,
		file,
		settings: settings.map(({ name, release, mode }) => ({ name, release, mode })),
		statements: statements.length,
		counts: Object.fromEntries(
			(["differs", "same", "failed", "unsupported", "unsteady"] as const).map((each) => [each, ofVerdict(each).length]),
		),
		causes: causes.map((cause) => plainCause(cause, lineOf)),
		differences: ofVerdict("differs").map((each) => ({
			...plainStatement(each),
			answers: each.answers.map(plainAnswer),
			decided: each.blames.map((blame) => plainBlame(blame, lineOf)),
		})),
		failed: unjudged("failed"),
		unsupported: unjudged("unsupported"),
		unsteady: ofVerdict("unsteady").map(({ statement }) => statement.line),
	};
}

function plainStatement({ statement: { line, text } }: Compared): object {
	return { line, statement: Buffer.from(text, "latin1").toString("utf8") };
}

/** `kind` is that of the last result: `error`, `rows` or `ok`. */
function plainAnswer({ text, results }: Answer): object {
	return { ...results.at(-1), text, ...(results.length > 1 ? { results } : {}) };
}

function plainCause({ from, to, culprits, statements, proved }: Cause, lineOf: (at: number) => number): object {
	return {
		from,
		to,
		rules: culprits.map(({ part, from: one, to: other }) => ({ part, from: one ?? null, to: other ?? null })),
		lines: statements.map(lineOf),
		provedInLines: proved.map(lineOf),
	};
}

function plainBlame({ from, to, culprits, cause, follows }: Blame, lineOf: (at: number) => number): object {
	return {
		from,
		to,
		confirmed: culprits.length > 0,
		cause: cause ?? null,
		followsLine: follows === undefined ? null : lineOf(follows),
		rules: culprits.map((culprit) => plainRule(culprit, lineOf)),
	};
}

function plainRule({ part, from, to, askedBy }: Culprit, lineOf: (at: number) => number): object {
	const askedInLine = askedBy === undefined ? null : askedBy < 0 ? 0 : lineOf(askedBy);
	return { part, from: from ?? null, to: to ?? null, askedInLine };
}

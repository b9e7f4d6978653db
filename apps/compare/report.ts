/**
 * Comparison report: verdicts on a script's statements under several settings, and the causes of their differences.
 *
 * An answer that changes is blamed on the neighbouring settings between which it does. Statements that answer
 * differently when the same setting plays them twice (`uuid()`, `rand()`) are not compared.
 */
import type { ScriptStatement } from "../cli/script.ts";
import type { Answer } from "./answer.ts";
import { type Blame, type Cause, causesOf } from "./cause.ts";
import { Dependencies } from "./dependency.ts";
import { answersOf, type Past, type Play, play } from "./play.ts";
import type { Setting } from "./setting.ts";
import { type Verdict, verdictOn } from "./verdict.ts";

export interface Compared {
	readonly statement: ScriptStatement;
	/** One a setting. */
	readonly answers: readonly Answer[];
	/** `unsteady`: another answer each time. */
	readonly verdict: Verdict | "unsteady";
	/** One for each pair of neighbouring settings between which the answer changes. */
	readonly blames: readonly Blame[];
}

export interface Report {
	readonly settings: readonly Setting[];
	/** All of the script's. */
	readonly statements: readonly Compared[];
	/** Those that explain most first. */
	readonly causes: readonly Cause[];
}

/** Called with what is being done, how far it is, and its end. */
type WatchComparison = (what: string, done: number, all: number) => void;

export async function compare(
	statements: readonly ScriptStatement[],
	settings: readonly Setting[],
	past: Past | undefined,
	watch: WatchComparison,
): Promise<Report> {
	const plays: Play[] = [];
	const all = settings.length * statements.length;
	let done = 0;
	for (const setting of settings) {
		plays.push(await play(statements, setting, past, () => watch("played, statements", ++done, all)));
	}
	const answersTo = (at: number): Answer[] => plays.map(({ answers }) => answers[at] as Answer);
	const verdicts = statements.map((_, at) => verdictOn(answersTo(at)));
	const unsteady = await findUnsteady(statements, settings[0] as Setting, past, plays, verdicts);
	const differing = [...statements.keys()].filter((at) => verdicts[at] === "differs" && !unsteady.has(at));
	const { causes, blames } = await causesOf(differing, {
		settings,
		plays,
		statements,
		dependencies: new Dependencies(statements, past?.statements),
		playPart: (side, part) =>
			answersOf(
				part.map((at) => statements[at] as ScriptStatement),
				side,
				past,
			),
		watch,
	});
	return {
		settings,
		statements: statements.map((statement, at) => ({
			statement,
			answers: answersTo(at),
			verdict: unsteady.has(at) ? "unsteady" : (verdicts[at] as Verdict),
			blames: blames.get(at) ?? [],
		})),
		causes,
	};
}

/**
 * Statements that the first setting answers otherwise when it plays the script again. A statement that two settings
 * answer alike is steady: the script is not played again for it.
 */
async function findUnsteady(
	statements: readonly ScriptStatement[],
	setting: Setting,
	past: Past | undefined,
	plays: readonly Play[],
	verdicts: readonly Verdict[],
): Promise<ReadonlySet<number>> {
	const isDoubtful = (at: number): boolean =>
		verdicts[at] === "differs" && new Set(plays.map(({ answers }) => answers[at]?.text)).size === plays.length;
	const doubtful = [...statements.keys()].filter(isDoubtful);
	if (doubtful.length === 0) {
		return new Set();
	}
	const again = await answersOf(statements.slice(0, (doubtful.at(-1) ?? 0) + 1), setting, past);
	return new Set(doubtful.filter((at) => again[at]?.text !== plays[0]?.answers[at]?.text));
}

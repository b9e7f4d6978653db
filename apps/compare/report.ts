/**
 * Comparison report: the differences between settings, as plain data.
 *
 * In: a script and settings; the first is what the others are compared with. Out: the statements whose answers
 * differ, all answers, and the rules that decided. Statements that answer differently when the same setting plays
 * them twice (`uuid()`, `rand()`) are told apart: no rule is to blame for them.
 */
import type { ScriptStatement } from "../cli/script.ts";
import { type Culprit, Suspects } from "./culprit.ts";
import { type Past, type Play, play } from "./play.ts";
import type { Setting } from "./setting.ts";

export interface Blame {
	/** Positions in the list of settings. */
	readonly from: number;
	readonly to: number;
	/** Several: none of them alone is enough. None: it could not be found. */
	readonly culprits: readonly Culprit[];
}

export interface Difference {
	readonly statement: ScriptStatement;
	/** One a setting. */
	readonly answers: readonly string[];
	readonly blames: readonly Blame[];
}

export interface Report {
	readonly settings: readonly Setting[];
	readonly statements: readonly ScriptStatement[];
	readonly differences: readonly Difference[];
	/** Answers that are other ones each time. */
	readonly unsteady: readonly ScriptStatement[];
}

export async function compare(
	statements: readonly ScriptStatement[],
	settings: readonly Setting[],
	past?: Past,
): Promise<Report> {
	const plays: Play[] = [];
	for (const setting of settings) {
		plays.push(await play(statements, setting, past));
	}
	const answersTo = (at: number): string[] => plays.map(({ answers }) => answers[at] ?? "");
	const differing = [...statements.keys()].filter((at) => new Set(answersTo(at)).size > 1);
	const again = differing.length === 0 ? plays : [await play(statements, settings[0] as Setting, past)];
	const isSteady = (at: number): boolean => again[0]?.answers[at] === plays[0]?.answers[at];
	const suspects = plays.map((playedTo, to) => {
		const [from, playedFrom] = [settings[0] as Setting, plays[0] as Play];
		return new Suspects({
			from,
			to: settings[to] as Setting,
			playedFrom,
			playedTo,
			playAgain: (side) => play(statements, side, past),
		});
	});
	const differences: Difference[] = [];
	for (const at of differing.filter(isSteady)) {
		const answers = answersTo(at);
		const blames: Blame[] = [];
		for (const [to, each] of suspects.entries()) {
			if (answers[to] !== answers[0]) {
				blames.push({ from: 0, to, culprits: await each.find(at) });
			}
		}
		differences.push({ statement: statements[at] as ScriptStatement, answers, blames });
	}
	return {
		settings,
		statements,
		differences,
		unsteady: differing.filter((at) => !isSteady(at)).map((at) => statements[at] as ScriptStatement),
	};
}

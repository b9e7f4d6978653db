/**
 * Causes of differences: the rules that decide, each found and proved once, with all statements that it explains.
 *
 * A cause is looked for between neighbouring settings. Statements that differ in the same way, after the same
 * questions were answered otherwise, share one: the first of them is played to prove it. Where few statements differ
 * each is proved by itself.
 */
import type { ScriptStatement } from "../cli/script.ts";
import { type Culprit, questionName, Suspects } from "./culprit.ts";
import type { Dependencies } from "./dependency.ts";
import type { Play } from "./play.ts";
import type { PlayPart } from "./replay.ts";
import type { Setting } from "./setting.ts";
import { labelOf } from "./label.ts";

/** The rules that make two neighbouring settings answer otherwise. */
export interface Cause {
	/** Positions in the list of settings. */
	readonly from: number;
	readonly to: number;
	/** Several: none of them alone is enough. */
	readonly culprits: readonly Culprit[];
	/** Indexes of the statements that it explains, in order. */
	readonly statements: readonly number[];
	/** Those whose replay proved it. */
	readonly proved: readonly number[];
}

/** Why a statement's answer changes between two neighbouring settings. */
export interface Blame {
	readonly from: number;
	readonly to: number;
	/** With the statement that asked; none: no rule was found. */
	readonly culprits: readonly Culprit[];
	/** Position in the list of causes; absent where no rule was found. */
	readonly cause?: number;
	/** An earlier statement, by index, whose answer is the reason: this one asked nothing of the rules that decide. */
	readonly follows?: number;
}

interface Comparison {
	readonly settings: readonly Setting[];
	readonly plays: readonly Play[];
	readonly statements: readonly ScriptStatement[];
	readonly dependencies: Dependencies;
	readonly playPart: PlayPart;
	readonly watch: (what: string, done: number, all: number) => void;
}

interface Causes {
	readonly causes: readonly Cause[];
	/** By statement. */
	readonly blames: ReadonlyMap<number, readonly Blame[]>;
}

/** Up to so many statements between two settings are proved one by one. */
const fewStatements = 5;

interface Explained {
	readonly from: number;
	readonly to: number;
	readonly statement: number;
	readonly culprits: readonly Culprit[];
	readonly isProved: boolean;
}

export async function causesOf(differing: readonly number[], comparison: Comparison): Promise<Causes> {
	const { plays, watch } = comparison;
	const changesAt = (to: number): number[] =>
		differing.filter((at) => textOf(plays[to], at) !== textOf(plays[to - 1], at));
	const pairs = [...plays.keys()].slice(1).map((to) => ({ to, changed: changesAt(to) }));
	const all = pairs.reduce((sum, { changed }) => sum + changed.length, 0);
	const explained: Explained[] = [];
	for (const { to, changed } of pairs) {
		if (changed.length > 0) {
			const before = explained.length;
			const progress = (done: number): void => watch("explained, differences", before + done, all);
			explained.push(...(await explainPair(to, changed, comparison, progress)));
		}
	}
	return gather(explained);
}

async function explainPair(
	to: number,
	changed: readonly number[],
	{ settings, plays, statements, dependencies, playPart }: Comparison,
	progress: (done: number) => void,
): Promise<readonly Explained[]> {
	const [sideFrom, sideTo] = [settings[to - 1] as Setting, settings[to] as Setting];
	const [playedFrom, playedTo] = [plays[to - 1] as Play, plays[to] as Play];
	const trial = { from: sideFrom, to: sideTo, playedFrom, playedTo, dependencies, playPart };
	const looks = new Suspects(trial, []);
	const signatures = changed.map((at) =>
		changed.length <= fewStatements
			? String(at)
			: JSON.stringify([
					firstWords(statements[at] as ScriptStatement),
					[playedFrom, playedTo].map(({ answers }) => answers[at] && labelOf(answers[at])),
					looks.newsOf(at).map(signatureOf),
					looks.candidates(at).map(signatureOf).sort(),
				]),
	);
	const firsts = new Map<string, number>();
	signatures.forEach((signature, place) => firsts.set(signature, firsts.get(signature) ?? (changed[place] as number)));
	const suspects = new Suspects(trial, [...firsts.values()]);
	const found = new Map<string, readonly Culprit[]>();
	const explained: Explained[] = [];
	for (const [place, signature] of signatures.entries()) {
		const statement = changed[place] as number;
		const isProved = firsts.get(signature) === statement;
		const culprits = found.get(signature) ?? (await suspects.find(statement));
		found.set(signature, culprits);
		explained.push({
			from: to - 1,
			to,
			statement,
			isProved,
			culprits: isProved ? culprits : askedAnew(culprits, looks.candidates(statement)),
		});
		progress(place + 1);
	}
	return explained;
}

/** The same culprits, with the statements that asked on this statement's account. */
function askedAnew(culprits: readonly Culprit[], candidates: readonly Culprit[]): readonly Culprit[] {
	return culprits.map(
		(culprit) => candidates.find((candidate) => signatureOf(candidate) === signatureOf(culprit)) ?? culprit,
	);
}

function gather(explained: readonly Explained[]): Causes {
	const groups = new Map<string, Explained[]>();
	for (const each of explained.filter(({ culprits }) => culprits.length > 0)) {
		const key = JSON.stringify([each.from, each.culprits.map(signatureOf).sort()]);
		groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	const members = [...groups.values()].sort((a, b) => b.length - a.length);
	const causes = members.map((group): Cause => {
		const { from, to, culprits } = group[0] as Explained;
		const proved = group.filter(({ isProved }) => isProved).map(({ statement }) => statement);
		return { from, to, culprits, statements: group.map(({ statement }) => statement), proved };
	});
	const blames = new Map<number, Blame[]>();
	for (const each of explained) {
		const { from, to, statement, culprits } = each;
		const cause = members.findIndex((group) => group.includes(each));
		const follows = Math.max(...culprits.map(({ askedBy = statement }) => askedBy));
		blames.set(statement, [
			...(blames.get(statement) ?? []),
			{
				from,
				to,
				culprits,
				...(cause < 0 ? {} : { cause }),
				...(follows >= 0 && follows < statement ? { follows } : {}),
			},
		]);
	}
	return { causes, blames };
}

function signatureOf(culprit: Culprit): string {
	const { from, to } = culprit;
	return [questionName(culprit), from?.rule, from?.origin, to?.rule, to?.origin].join(" ");
}

/** `insert`, `show create`, `alter table`: the words before the names. */
function firstWords({ text }: ScriptStatement): string {
	const [first = "", second = ""] = text.trim().toLowerCase().split(/\s+/, 2);
	return /^(create|table|view|database|schema|index|unique|full|columns|tables|user)$/.test(second)
		? `${first} ${second}`
		: first;
}

function textOf(play: Play | undefined, at: number): string | undefined {
	return play?.answers[at]?.text;
}

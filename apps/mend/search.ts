/**
 * Search for the smallest sets of remedies under which a script reaches its goal, each proved by playing the script.
 *
 *     every remedy alone           all that reach the goal are answers
 *     pairs of those that change something, where none does alone
 *     all that come nearer together, then fewer one by one, where no pair does
 */
import type { ScriptStatement } from "../cli/script.ts";
import type { Answer } from "../compare/answer.ts";
import { answersOf, type Past, play } from "../compare/play.ts";
import type { Side } from "../compare/played-session.ts";
import type { Goal } from "./goal.ts";
import { applied, hookRemedies, type OtherRelease, questionRemedies, type Remedy, switchRemedies } from "./remedy.ts";

export interface Mending {
	/** Indexes of the statements that miss the goal without a remedy. */
	readonly missed: readonly number[];
	readonly answers: readonly Answer[];
	/** The smallest sets; empty: none was found. */
	readonly ways: readonly (readonly Remedy[])[];
	/** Where there is no way: the set that misses least, and what it misses still. */
	readonly nearest: { readonly remedies: readonly Remedy[]; readonly missed: readonly number[] } | undefined;
	/** How often the script was played. */
	readonly plays: number;
}

interface Trial {
	readonly statements: readonly ScriptStatement[];
	readonly side: Side;
	readonly past: Past | undefined;
	readonly goal: Goal;
	readonly others: readonly OtherRelease[];
	readonly plugins: readonly Remedy[];
	readonly watch: (what: string, done: number, all: number) => void;
}

interface Tried {
	readonly remedies: readonly Remedy[];
	readonly missed: readonly number[];
}

/** So many pairs are played; those that come nearest alone first. */
const mostPairs = 300;

export async function mend(trial: Trial): Promise<Mending> {
	const { statements, side, past, goal } = trial;
	const { answers, asked } = await play(statements, side, past);
	const missed = goal.missedBy(answers);
	const search = new Search(trial);
	if (missed.length === 0) {
		return { missed, answers, ways: [], nearest: undefined, plays: 1 };
	}
	const questions = asked.flat();
	const others = trial.others;
	const small = [...questionRemedies(side, questions, others), ...switchRemedies(side), ...trial.plugins];
	const alone = await search.all(small.map((remedy) => [remedy]));
	const whole =
		reached(alone).length > 0 ? [] : await search.all(hookRemedies(side, questions, others).map((each) => [each]));
	const singles = [...alone, ...whole];
	let ways = reached(singles);
	if (ways.length === 0) {
		ways = await pairsOf(singles, missed.length, search);
	}
	if (ways.length === 0) {
		ways = await together(singles, missed.length, search);
	}
	return {
		missed,
		answers,
		ways: ways.map(({ remedies }) => remedies),
		nearest: ways.length > 0 ? undefined : search.nearest(missed.length),
		plays: search.plays + 1,
	};
}

function reached(tried: readonly Tried[]): readonly Tried[] {
	return tried.filter(({ missed }) => missed.length === 0);
}

/** Pairs of remedies that come nearer alone first, then those that don't. */
async function pairsOf(singles: readonly Tried[], before: number, search: Search): Promise<readonly Tried[]> {
	const nearer = singles.filter(({ missed }) => missed.length < before);
	const rest = singles.filter(({ missed }) => missed.length >= before);
	const ordered = [...nearer.sort((a, b) => a.missed.length - b.missed.length), ...rest];
	const pairs: (readonly Remedy[])[] = [];
	for (const [at, one] of ordered.entries()) {
		for (const other of ordered.slice(at + 1)) {
			if (pairs.length < mostPairs && (nearer.includes(one) || nearer.includes(other))) {
				pairs.push([...one.remedies, ...other.remedies]);
			}
		}
	}
	return reached(await search.all(pairs));
}

async function together(singles: readonly Tried[], before: number, search: Search): Promise<readonly Tried[]> {
	let taken = singles.filter(({ missed }) => missed.length < before).flatMap(({ remedies }) => remedies);
	if (taken.length < 3 || (await search.one(taken)).missed.length > 0) {
		return [];
	}
	for (const remedy of taken) {
		const fewer = taken.filter((each) => each !== remedy);
		if ((await search.one(fewer)).missed.length === 0) {
			taken = fewer;
		}
	}
	return [{ remedies: taken, missed: [] }];
}

class Search {
	readonly #trial: Trial;
	readonly #tried: Tried[] = [];

	constructor(trial: Trial) {
		this.#trial = trial;
	}

	get plays(): number {
		return this.#tried.length;
	}

	async all(sets: readonly (readonly Remedy[])[]): Promise<readonly Tried[]> {
		const tried: Tried[] = [];
		for (const [at, remedies] of sets.entries()) {
			this.#trial.watch("remedies tried", at, sets.length);
			tried.push(await this.one(remedies));
		}
		return tried;
	}

	async one(remedies: readonly Remedy[]): Promise<Tried> {
		const { statements, side, past, goal } = this.#trial;
		const { side: mended, first } = applied(side, remedies);
		const script = [...first.map((text) => ({ text, line: 0, vertical: false })), ...statements];
		const answers = await answersOf(script, mended, past && { ...past, side: past.side ?? side });
		const tried = { remedies, missed: goal.missedBy(answers.slice(first.length)) };
		this.#tried.push(tried);
		return tried;
	}

	/** Undefined: nothing comes nearer. */
	nearest(before: number): Tried | undefined {
		const sorted = this.#tried.toSorted(
			(a, b) => a.missed.length - b.missed.length || a.remedies.length - b.remedies.length,
		);
		const [best] = sorted;
		return best !== undefined && best.missed.length < before ? best : undefined;
	}
}

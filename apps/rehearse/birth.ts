/**
 * Births: the workload on tables that are made while at each later stop, which may behave otherwise than old ones.
 */
import { differingHooks } from "../compare/book-part.ts";
import { type Blame, turnOn, partsBetween } from "./blame.ts";
import type { Hit } from "./finding.ts";
import type { Hits } from "./hits.ts";
import { namesIn, quotedName } from "./statement/named-object.ts";
import { changeOf, isAlike, messageTemplate, type Outcome } from "./outcome.ts";
import type { PlayedStop, ReachedStop, Rehearsal } from "./rehearsal.ts";
import { type KeptStage, Stage } from "./stage.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { bare } from "./statement/kind.ts";
import type { StopRules } from "./stop.ts";
import { tryAgain } from "./trial.ts";
import { type BirthSuspect, Verdicts } from "./verdict.ts";

/** Adds what is found on such tables and not on old ones. */
export async function bornPlays(
	rehearsal: Rehearsal,
	reached: readonly ReachedStop[],
	played: readonly PlayedStop[],
): Promise<void> {
	const seen = new Signs(rehearsal.statements.length);
	for (const [hit] of rehearsal.hits) {
		seen.add(hit);
	}
	for (const [at, birth] of reached.entries()) {
		if (at === 0 || rehearsal.wish.signal?.aborted === true) {
			continue;
		}
		const births = new Births(rehearsal, birth, reached[0]?.stop.rules ?? birth.stop.rules);
		const hits = await births.play(reached.slice(at), played[at]?.known);
		const news = new Signs(rehearsal.statements.length);
		for (const [hit, consequences] of hits) {
			// The data of new tables is other data: differences that no rule decides are no news.
			const isFound = hit.class === "breaks" || hit.blame.rules.length > 0;
			if (isFound && !seen.has(hit) && !isAsAtFirst(hit, played[0])) {
				news.add(hit);
				rehearsal.hits.add(hit, consequences);
			}
		}
		seen.join(news);
	}
}

/** On tables made anew the statement does what it did before the upgrade: it is old ones on which it does otherwise. */
function isAsAtFirst({ at, class: of, after }: Hit, first: PlayedStop | undefined): boolean {
	const before = of === "loses-effect" || of === "effect-differs" ? first?.outcomes.at(at) : undefined;
	return before !== undefined && changeOf(before, after) === "same";
}

/** Which statements do what at which stop: the same statement that does the same at the same stop is no news. */
class Signs {
	readonly #length: number;
	/** By what is done and where: a byte a statement. */
	readonly #places = new Map<string, Uint8Array>();

	constructor(length: number) {
		this.#length = length;
	}

	add(hit: Hit): void {
		for (const sign of signsOf(hit)) {
			const places = this.#places.get(sign) ?? new Uint8Array(this.#length);
			this.#places.set(sign, places);
			places[hit.at] = 1;
		}
	}

	has(hit: Hit): boolean {
		return signsOf(hit).some((sign) => this.#places.get(sign)?.[hit.at] === 1);
	}

	join(other: Signs): void {
		for (const [sign, places] of other.#places) {
			const own = this.#places.get(sign);
			this.#places.set(sign, own === undefined ? places : own.map((each, at) => each | (places[at] as number)));
		}
	}
}

function signsOf({ class: of, after, stops }: Hit): readonly string[] {
	const error = after.error === undefined ? "" : `${after.error.code} ${messageTemplate(after.error.message)}`;
	return stops.map((stop) => `${of} ${stop} ${error}`);
}

/** Tables made at one stop. */
class Births {
	readonly #rehearsal: Rehearsal;
	readonly #birth: ReachedStop;
	readonly #oldest: StopRules;
	/** Tables made under rules, which blame has tried. */
	readonly #made = new Map<StopRules, Promise<KeptStage>>();
	/** By the kind of a hit. */
	readonly #blames = new Map<string, Blame>();

	constructor(rehearsal: Rehearsal, birth: ReachedStop, oldest: StopRules) {
		this.#rehearsal = rehearsal;
		this.#birth = birth;
		this.#oldest = oldest;
	}

	/** `known`: of old tables, after the stop of the birth. */
	async play(stops: readonly ReachedStop[], known: PlayedStop["known"]): Promise<Hits> {
		const { wish, statements, conditions, outcomes } = this.#rehearsal;
		const { stop } = this.#birth;
		const verdicts = new Verdicts(wish.shelf, statements, outcomes, {
			known,
			born: stop.label,
			blame: (hit) => this.#blame(hit),
			oldest: this.#oldest,
		});
		let state = await this.#madeUnder(stop.rules);
		for (const [place, later] of stops.entries()) {
			if (place > 0) {
				state = await (await Stage.fork(state, later.stop.rules, conditions)).keep();
			}
			const what = `${later.stop.label}, tables made at ${stop.label}`;
			await this.#rehearsal.playAt(later.stop, state, verdicts, what);
		}
		return verdicts.hits;
	}

	#madeUnder(rules: StopRules): Promise<KeptStage> {
		let made = this.#made.get(rules);
		if (made === undefined) {
			made = this.#make(rules);
			this.#made.set(rules, made);
		}
		return made;
	}

	async #make(rules: StopRules): Promise<KeptStage> {
		const stage = await Stage.fork(this.#birth.state, rules, this.#rehearsal.conditions);
		const dropped = ({ text }: WorkloadStatement): readonly string[] => {
			const { table } = namesIn(text);
			return /^\s*create\s+table\b/i.test(bare(text)) && table !== undefined
				? ["set foreign_key_checks = 0", `drop table if exists ${quotedName(table)}`]
				: [];
		};
		const { stop } = this.#birth;
		await this.#rehearsal.makeAnew(stage, dropped, rules === stop.rules ? stop.label : undefined);
		return stage.keep();
	}

	/** Rules that decide when a table is made: each must, as it was before, give the answer of old tables back. */
	async #blame({ statement, moment, before, after, rules, kind, class: of }: BirthSuspect): Promise<Blame> {
		const known = this.#blames.get(kind);
		if (known !== undefined) {
			return known;
		}
		const { shelf } = this.#rehearsal.wish;
		const outcomeOn = async (made: StopRules) =>
			tryAgain({ ...moment, state: await this.#madeUnder(made) }, statement, { rules });
		const own = this.#birth.stop.rules;
		let blame: Blame = { firstRelease: own.release, rules: [] };
		const isSame = (one: Outcome, other: Outcome): boolean => isAlike(one, other, of);
		if (isSame(after, await outcomeOn(own))) {
			const oldest = this.#oldest.release;
			const way = [oldest, ...shelf.between(oldest, own.release)];
			const turn = await turnOn(way, { good: before, bad: after, class: of }, async (release) =>
				outcomeOn(await shelf.of(release)),
			);
			if (turn !== undefined) {
				const [older, newer] = [await shelf.of(turn.older), await shelf.of(turn.newer)];
				const turns = async (made: StopRules) => isSame(turn.wanted, await outcomeOn(made));
				const parts = differingHooks(older.book, newer.book);
				blame = {
					firstRelease: turn.newer,
					rules: await partsBetween(older, newer, parts, shelf, turns, after.error?.decision?.rule),
				};
			}
		}
		this.#blames.set(kind, blame);
		return blame;
	}
}

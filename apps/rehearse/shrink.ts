/**
 * Shrinks a script to the fewest statements after which a statement still does otherwise at a later release (delta
 * debugging).
 *
 *     all statements before it ─► halves ─► quarters ─► ... left out, while the difference still shows
 */
import { openMemoryStore } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { kindOf } from "./finding.ts";
import { changeOf, differs, type Outcome, outcomeWords } from "./outcome.ts";
import { type KeptStage, Stage, type StageConditions } from "./stage.ts";
import type { StopRules } from "./stop.ts";

export interface Shrunk {
	/** Those that are needed, in order: of the setup, then of the script. */
	readonly needed: readonly WorkloadStatement[];
	readonly target: WorkloadStatement;
	readonly before: string;
	readonly after: string;
	/** How often a part was played. */
	readonly trials: number;
	/** Statements before the target, at first. */
	readonly all: number;
}

interface ShrinkWish {
	readonly from: StopRules;
	readonly to: StopRules;
	/** Of the role `schema` those that run at the first release, before the hop. */
	readonly statements: readonly WorkloadStatement[];
	/** The line of the statement that differs; absent: the first that breaks, or else that differs. */
	readonly line?: number;
	readonly conditions: StageConditions;
	readonly watch?: (what: string, done: number, all: number) => void;
}

/** Throws UsageError where nothing differs. */
export async function shrink(wish: ShrinkWish): Promise<Shrunk> {
	const trial = new ShrinkTrial(wish, await emptyState(wish));
	const target = await trial.findTarget();
	const { statement, at, kind, before, after } = target;
	const all = wish.statements.slice(0, at);
	let needed: readonly WorkloadStatement[] = all;
	for (let parts = 2; needed.length > 0; ) {
		const size = Math.ceil(needed.length / parts);
		let isCut = false;
		for (let from = 0; from < needed.length; from += size) {
			const rest = [...needed.slice(0, from), ...needed.slice(from + size)];
			wish.watch?.("statements left out", all.length - rest.length, all.length);
			if ((await trial.kindAfter(rest, statement)) === kind) {
				needed = rest;
				parts = Math.max(parts - 1, 2);
				isCut = true;
				break;
			}
		}
		if (!isCut && size === 1) {
			break;
		}
		parts = isCut ? parts : Math.min(parts * 2, needed.length);
	}
	const words = { before: outcomeWords(before, after), after: outcomeWords(after, before) };
	return { needed, target: statement, ...words, trials: trial.count, all: all.length };
}

async function emptyState({ from, conditions }: ShrinkWish): Promise<KeptStage> {
	return (await Stage.open(openMemoryStore(), from, conditions)).keep();
}

interface Target {
	readonly at: number;
	readonly statement: WorkloadStatement;
	readonly kind: string;
	readonly before: Outcome;
	readonly after: Outcome;
}

class ShrinkTrial {
	count = 0;
	readonly #wish: ShrinkWish;
	readonly #empty: KeptStage;

	constructor(wish: ShrinkWish, empty: KeptStage) {
		this.#wish = wish;
		this.#empty = empty;
	}

	async findTarget(): Promise<Target> {
		const { statements, line, from, to } = this.#wish;
		const [old, now] = [await this.#play(statements, from), await this.#play(statements, to)];
		const placed = statements.flatMap(({ role, line: own, text }, place) => {
			const [before, after] = [old[place], now[place]];
			const isAsked = line === undefined || (own <= line && line < own + text.split("\n").length);
			const isTarget = role !== "schema" && isAsked && before !== undefined && after !== undefined;
			return isTarget && differs(before, after) ? [{ place, isBreak: after.error !== undefined }] : [];
		});
		const at = (placed.find(({ isBreak }) => isBreak) ?? placed[0])?.place ?? -1;
		const [statement, before, after] = [statements[at], old[at], now[at]];
		if (statement === undefined || before === undefined || after === undefined) {
			const which = line === undefined ? "no statement does" : `the statement in line ${line} does not do`;
			throw new UsageError(`${which} otherwise at ${to.release} than at ${from.release}`, 1);
		}
		return { at, statement, kind: kindAs(statement, before, after), before, after };
	}

	/** The kind of the difference after these statements alone; empty: there is none. */
	async kindAfter(statements: readonly WorkloadStatement[], target: WorkloadStatement): Promise<string> {
		const { from, to } = this.#wish;
		const all = [...statements, target];
		const before = (await this.#play(all, from)).at(-1);
		const after = (await this.#play(all, to)).at(-1);
		return before === undefined || after === undefined ? "" : kindAs(target, before, after);
	}

	async #play(statements: readonly WorkloadStatement[], rules: StopRules): Promise<readonly Outcome[]> {
		this.count++;
		const { from, conditions } = this.#wish;
		const first = await Stage.fork(this.#empty, from, conditions);
		const outcomes: Outcome[] = [];
		const schema = statements.filter(({ role }) => role === "schema");
		for (const statement of schema) {
			outcomes.push(await first.runAlone(statement));
		}
		await first.end();
		const stage = await Stage.fork(await first.keep(), rules, conditions);
		for (const statement of statements.slice(schema.length)) {
			outcomes.push(await stage.runAlone(statement));
		}
		await stage.end();
		await stage.kernel.close();
		return outcomes;
	}
}

function kindAs({ text }: WorkloadStatement, before: Outcome, after: Outcome): string {
	const change = changeOf(before, after);
	return change === "same" ? "" : kindOf(change, text, before, after);
}

/**
 * Rehearsal of an upgrade: the schema made at the first stop, every hop made for real on one store, the workload played
 * at every stop on a fork of it.
 *
 *     schema ─► 2.0.3 ──hop──► 2.1.0 ──hop──► 2.1.7        one store, opened by one release after the other
 *                 │              │              │
 *                fork           fork           fork        the workload, a checkpoint before each statement
 *                 └── outcomes ──┴── compared ──┘
 */
import { decodeText, type Kernel, type MemoryStore, openMemoryStore } from "../../core/index.ts";
import type { Mode } from "../compose/book.ts";
import { JoinedSeries, type Series } from "../workload/series.ts";
import type { Workload, WorkloadStatement } from "../workload/statement.ts";
import { UsageError } from "../compose/usage-error.ts";
import { bornPlays } from "./birth.ts";
import { consequencesAmong, consequencesOf } from "./consequence.ts";
import { Hits } from "./hits.ts";
import type { KnownOutcomes } from "./known-outcomes.ts";
import {
	failureNotes,
	isThere,
	makeDatabase,
	makeSchema,
	onlyFilledDatabase,
	type SchemaFailure,
	tablesByDatabase,
} from "./made-schema.ts";
import { mixedPlays } from "./mixed-servers.ts";
import { OutcomeColumn, OutcomeShelf } from "./outcome-shelf.ts";
import { type Judge, StopPlay } from "./play.ts";
import type { LongReport, ReportedRisk } from "./report/format.ts";
import { ignoredPlaces, reportOf } from "./reported.ts";
import { shownTables } from "./shown-table.ts";
import { type KeptStage, Stage, type StageConditions, usualConditions } from "./stage.ts";
import type { RuleShelf, Stop } from "./stop.ts";
import { Verdicts } from "./verdict.ts";

interface RehearsalWish {
	readonly shelf: RuleShelf;
	readonly as: Mode;
	/** Releases, in the order of the way. */
	readonly path: readonly string[];
	readonly workload: Workload;
	/** Data that is there before the schema's statements: a copy, or an overlay, of a data directory. */
	readonly store?: MemoryStore;
	readonly database?: string;
	/** Statements that every session begins with. */
	readonly prelude?: readonly string[];
	/** Plays also on tables that are made while at each stop. */
	readonly born?: boolean;
	/** Returns by the same stops. */
	readonly back?: boolean;
	/** Plays with servers of two neighbouring stops on one store. */
	readonly mixed?: boolean;
	/** Records what a command sends to a server on a fork at the first release; its statements are played as well. */
	readonly exec?: (kernel: Kernel, database: string) => Promise<Workload>;
	/** Columns and rows at risk, at the last stop. */
	readonly dataAtRisk?: (stage: Stage) => Promise<readonly ReportedRisk[]>;
	readonly watch?: (what: string, done: number, all: number) => void;
	readonly signal?: AbortSignal;
}

/** The state of the one store at a stop. */
export interface ReachedStop {
	readonly stop: Stop;
	readonly state: KeptStage;
}

/** A play's outcomes and what was let through in it. */
export interface PlayedStop {
	readonly stop: Stop;
	readonly outcomes: OutcomeColumn;
	/** After the stop; undefined where nothing is played again. */
	readonly known: KnownOutcomes | undefined;
}

export class Rehearsal {
	readonly wish: RehearsalWish;
	conditions: StageConditions;
	statements: Series<WorkloadStatement>;
	hits = new Hits();
	/** Of all plays. */
	readonly outcomes = new OutcomeShelf();
	readonly notes: string[] = [];
	/** Statements that make the tables that were there before the schema, as the first release shows them. */
	#shown: readonly WorkloadStatement[] = [];
	/** Places of the schema's statements that fail at the first stop. */
	readonly #failed = new Set<string>();
	/** At the first stop. */
	#tables = 0;

	constructor(wish: RehearsalWish) {
		this.wish = wish;
		this.statements = wish.workload.statements;
		this.conditions = usualConditions(wish.database ?? wish.workload.database, wish.prelude);
		this.notes.push(...wish.workload.notes);
	}

	async run(): Promise<LongReport> {
		const { shelf, born, mixed, dataAtRisk, signal } = this.wish;
		const reached = await this.#reachStops();
		await this.#tryPrelude(reached);
		const played: PlayedStop[] = [];
		const verdicts = new Verdicts(shelf, this.statements, this.outcomes);
		for (const [at, { stop, state }] of reached.entries()) {
			const outcomes = await this.playAt(stop, state, verdicts, `stop ${at + 1} of ${reached.length}`);
			played.push({ stop, outcomes, known: born === true ? verdicts.known.copy() : undefined });
		}
		this.hits = verdicts.hits;
		if (born === true) {
			await bornPlays(this, reached, played);
		}
		if (mixed === true) {
			await mixedPlays(this, reached, played);
		}
		const last = reached.at(-1);
		const stage = last && dataAtRisk && (await Stage.fork(last.state, last.stop.rules, this.conditions));
		const data = stage === undefined || dataAtRisk === undefined ? [] : await dataAtRisk(stage);
		await stage?.end();
		return reportOf({
			path: reached.map(({ stop }) => stop.label),
			as: this.wish.as,
			statements: this.statements,
			played,
			hits: this.hits.groups(consequencesAmong(this.hits, this.statements), ignoredPlaces(this.statements)),
			tables: this.#tables,
			data,
			notes: this.notes,
			isPartial: signal?.aborted === true,
		});
	}

	/** Makes the schema, then opens the store at every stop. */
	async #reachStops(): Promise<readonly ReachedStop[]> {
		const reached: ReachedStop[] = [];
		for (const stop of await this.#stops()) {
			const before = reached.at(-1);
			const stage =
				before === undefined
					? await Stage.open(this.wish.store ?? openMemoryStore(), stop.rules, this.conditions)
					: await Stage.fork(before.state, stop.rules, this.conditions);
			if (before === undefined) {
				await this.#makeFirst(stage);
			}
			const state = await stage.keep();
			if (before === undefined) {
				await this.#record(state, stop);
			}
			reached.push({ stop, state });
		}
		return reached;
	}

	/** Statements of the prelude must work at one stop at least; where one does not is noted. */
	async #tryPrelude(reached: readonly ReachedStop[]): Promise<void> {
		for (const text of this.conditions.prelude) {
			const failures: string[] = [];
			for (const { state, stop } of reached) {
				const stage = await Stage.fork(state, stop.rules, { ...this.conditions, prelude: [] });
				const { error, shown } = await stage.runAlone({ session: "prelude", text });
				await stage.end();
				failures.push(...(error === undefined ? [] : [`${decodeText(text)} fails at ${stop.label}: ${shown}`]));
			}
			if (failures.length === reached.length) {
				throw new UsageError(`no session can begin: ${failures[0]}`, 2);
			}
			this.notes.push(...failures);
		}
	}

	async #record(state: KeptStage, stop: Stop): Promise<void> {
		const { exec } = this.wish;
		if (exec === undefined) {
			return;
		}
		const stage = await Stage.fork(state, stop.rules, this.conditions);
		const { statements, notes } = await exec(stage.kernel, this.conditions.database);
		this.statements = new JoinedSeries([this.statements, statements]);
		this.notes.push(...notes);
	}

	async #stops(): Promise<readonly Stop[]> {
		const { shelf, path, back } = this.wish;
		const stops: Stop[] = [];
		for (const release of path) {
			stops.push({ label: release, rules: await shelf.of(release) });
		}
		const returned = back === true ? path.slice(0, -1).toReversed() : [];
		for (const release of returned) {
			stops.push({ label: `${release} (back)`, rules: await shelf.of(release) });
		}
		return stops;
	}

	async #makeFirst(stage: Stage): Promise<void> {
		const { watch, store } = this.wish;
		const { release } = stage.rules;
		const { database } = this.conditions;
		this.#shown = store === undefined ? [] : await shownTables(stage);
		if (await makeDatabase(stage, this.statements, database)) {
			this.notes.push(`database ${database} made at ${release}: the schema does not make it`);
		}
		const all = this.statements.length;
		const failures = await makeSchema(stage, this.statements, {
			watch: (done) => watch?.("statements of the schema", done, all),
		});
		this.notes.push(...failureNotes(failures, `at ${release}`));
		failures.forEach((failure) => this.#failed.add(placeOf(failure)));
		const tables = await tablesByDatabase(stage);
		this.#tables = [...tables.values()].reduce((sum, count) => sum + count, 0);
		this.#chooseDatabase(tables);
	}

	/** A dump of a whole database says `USE`, and the traffic may not. */
	#chooseDatabase(tables: ReadonlyMap<string, number>): void {
		const { database } = this.conditions;
		if (this.wish.database !== undefined || this.wish.workload.database !== undefined) {
			return;
		}
		const only = onlyFilledDatabase(tables, database);
		if (only !== database) {
			this.conditions = { ...this.conditions, database: only };
			this.notes.push(`sessions begin in ${only}, the only database with tables (--database names another)`);
		} else if ((tables.get(database) ?? 0) === 0 && tables.size > 1) {
			const filled = [...tables].filter(([, count]) => count > 0).map(([name]) => name);
			const names = filled.slice(0, 5).join(", ") + (filled.length > 5 ? ", ..." : "");
			this.notes.push(`sessions begin in ${database}, which has no table: --database names another (${names})`);
		}
	}

	/** The tables of the first stop and those of the schema anew; what worked at the first stop is noted where `label` is given. */
	async makeAnew(
		stage: Stage,
		before: (statement: WorkloadStatement) => readonly string[],
		label?: string,
	): Promise<void> {
		const failures = await makeSchema(stage, new JoinedSeries([this.#shown, this.statements]), { before });
		if (label !== undefined) {
			const anew = failures.filter((failure) => !this.#failed.has(placeOf(failure)) && !isThere(failure));
			this.notes.push(...failureNotes(anew, `on tables made at ${label}`));
		}
	}

	/** Plays the workload at a stop, and again without letting anything through where something breaks. */
	async playAt(stop: Stop, state: KeptStage, verdicts: Verdicts, what: string): Promise<OutcomeColumn> {
		const { watch, signal } = this.wish;
		const all = this.statements.length;
		const broken = new Set<number>();
		const options = { watch: (done: number) => watch?.(`statements at ${what}`, done, all), signal };
		const judge = verdicts.at(stop, broken);
		const outcomes = new OutcomeColumn(this.outcomes, all);
		await StopPlay.play(state, stop, this.statements, outcomes, judge, this.conditions, options);
		if (broken.size > 0) {
			const silent: Judge = {
				needsMoments: false,
				keep: (at, outcome) => this.outcomes.keep(outcome, outcomes.numberAt(at)),
				judge: async () => undefined,
			};
			const plain = new OutcomeColumn(this.outcomes, all);
			await StopPlay.play(state, stop, this.statements, plain, silent, this.conditions, options);
			verdicts.hits.followBroken(consequencesOf(this.statements, outcomes, plain, broken), stop.label);
		}
		return outcomes;
	}
}

function placeOf({ file, line }: SchemaFailure): string {
	return `${file}:${line}`;
}

export function rehearse(wish: RehearsalWish): Promise<LongReport> {
	return new Rehearsal(wish).run();
}

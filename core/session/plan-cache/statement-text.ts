/**
 * A parsed statement with its cached plans.
 *
 * A plan is made anew when a dependency has changed: an object that it looked up in the schema, the session's
 * settings, the default database, or the types of parameters. Plans are immutable while they run, so sessions share
 * them, as text and as prepared statement. A plan that depends on facts of a session belongs to that session alone.
 */
import { folded } from "../../plan/bind/constant-folding.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { yieldToEventLoop } from "../../async/event-loop-yield.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Providers } from "../../catalog/information-schema/providers.ts";
import { SchemaReads } from "../../catalog/schema/schema-reads.ts";
import type { Schema } from "../../catalog/table.ts";
import type { LockingReads, Planning } from "../../plan/tree/planning.ts";
import { plannedAtOnce } from "../../plan/tree/planning-turns.ts";
import { longText, type ParsedStatement } from "../../sql/parser.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { commandName } from "../kinds/command-name.ts";
import { type DataKind, isDataKind, isPlannedInTurns, isPlannedLate, isWriteKind } from "../kinds/data-kind.ts";
import { planInTurns, planStatement } from "../data-statements/plan-statement.ts";
import type { StatementPlan } from "../data-statements/statement-plan.ts";
import { isSameVariable, plannedType, sameType, sameTypes } from "./planned-type.ts";
import type { SessionDependencies, VariableDependencies } from "./session-dependencies.ts";
import type { CacheBudget, CachePlace } from "./cache-budget.ts";
import { countWords, planWeight, treeWeight } from "./statement-weight.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import { isDiagnostic, maximumMsOf, mayHoldSecret, type StatementOf, takesSelectLimit } from "../kinds/statement-of.ts";

/** A plan with its dependencies, except the default database. */
interface Planned {
	readonly plan: StatementPlan;
	/** The schema for which it was last found valid. */
	schema: Schema;
	/** The look-ups of planning in the schema. */
	readonly reads: SchemaReads;
	readonly settings: SessionSettings;
	readonly lockingReads: LockingReads;
	readonly parameterTypes: readonly SqlType[];
	/** Parameter types of the last run: fast path for a run with the same type objects. */
	readonly givenTypes: (SqlType | undefined)[];
	/** Bytes of long constants in the plan. */
	readonly foldedBytes: number;
}

/** A plan that belongs to one session. */
interface OwnPlan extends Planned {
	readonly database: string | null;
	/** `SessionVariables.changes` at planning time. */
	readonly changes: number;
	/** The user variables whose types the plan depends on. */
	readonly variables: VariableDependencies;
	readonly place: OwnPlace;
}

/** Place of a session's plan in the budget; it keeps no session that has ended. */
class OwnPlace implements CachePlace {
	isUsed = false;
	readonly #all: WeakMap<SessionDependencies, OwnPlan>;
	readonly #session: WeakRef<SessionDependencies>;

	constructor(all: WeakMap<SessionDependencies, OwnPlan>, session: SessionDependencies) {
		this.#all = all;
		this.#session = new WeakRef(session);
	}

	empty(): void {
		const session = this.#session.deref();
		if (session !== undefined) {
			this.#all.delete(session);
		}
	}
}

/** Inputs of planning. */
export interface PlanCircumstances {
	readonly planning: Planning;
	/** Records what `planning` reads of the session. */
	readonly asked: SessionDependencies;
	readonly settings: SessionSettings;
	readonly changes: number;
	readonly providers: Providers;
	readonly budget: CacheBudget;
}

/** Shared plans of one statement and default database. */
const maximumPlans = 4;

/** Shared plans of one default database, the newest first. */
class SharedPlans implements CachePlace {
	isUsed = false;
	plans: readonly Planned[] = [];
	readonly #all: Map<string | null, SharedPlans>;
	readonly #database: string | null;

	constructor(all: Map<string | null, SharedPlans>, database: string | null) {
		this.#all = all;
		this.#database = database;
	}

	empty(): void {
		this.#all.delete(this.#database);
	}

	hold(schema: Schema): boolean {
		this.plans = this.plans.filter((planned) => isValid(planned, schema));
		return this.plans.length > 0;
	}

	/** Plans over objects that have changed since are dropped. */
	add(planned: Planned, schema: Schema): void {
		this.plans = [planned, ...this.plans.filter((other) => isValid(other, schema))].slice(0, maximumPlans);
	}
}

const maximumParameters = 65_535;

export class StatementText {
	readonly parsed: ParsedStatement;
	/** A data statement (`kinds/data-kind.ts`): it has a plan. */
	readonly isData: boolean;
	/** It changes rows. */
	readonly isWrite: boolean;
	/** Its queries are planned while it runs. */
	readonly isPlannedLate: boolean;
	/** Its text is long and of such a kind: `planInTurns`. */
	readonly isPlannedInTurns: boolean;
	/** Its name in counters and events. */
	readonly command: string;
	/** A diagnostic statement: it reports on the previous one, whose warnings stay. */
	readonly isDiagnostic: boolean;
	/** Its text may hold a password: `shownText` must check. */
	readonly mayHoldSecret: boolean;
	/** A query without a LIMIT of its own: `sql_select_limit` applies. */
	readonly takesSelectLimit: boolean;
	/** Time limit by the hint in its first SELECT; undefined: `max_execution_time`; 0: no limit. */
	readonly maximumMs: number | undefined;
	/** A cache, a list of prepared statements or a program keeps it: its plans count in the budget. */
	isKept: boolean;
	/** Prepared statements of all sessions that are this one. */
	preparedTimes = 0;
	#words: number | undefined;
	/** At least one of its plans reads no table. */
	hasConstantPlan = false;
	/** By default database. */
	readonly #shared = new Map<string | null, SharedPlans>();
	/** By the session whose facts were read. */
	readonly #own = new WeakMap<SessionDependencies, OwnPlan>();

	/** Throws 1390 for more parameters than the protocol can count. */
	static toPrepare(parsed: ParsedStatement): StatementText {
		if (parsed.parameterCount > maximumParameters) {
			throw sqlError("tooManyParameters");
		}
		return new StatementText(parsed, true);
	}

	constructor(parsed: ParsedStatement, isKept = false) {
		this.parsed = parsed;
		this.isKept = isKept;
		const { statement } = parsed;
		this.isData = isDataKind(statement.kind);
		this.isWrite = isWriteKind(statement.kind);
		this.isPlannedLate = isPlannedLate(statement.kind);
		this.isPlannedInTurns = parsed.text.length > plannedAtOnce && isPlannedInTurns(statement.kind);
		this.command = commandName(statement);
		this.isDiagnostic = isDiagnostic(statement);
		this.mayHoldSecret = mayHoldSecret(statement.kind);
		this.takesSelectLimit = takesSelectLimit(statement);
		this.maximumMs = maximumMsOf(statement);
	}

	get words(): number {
		return (this.#words ??= countWords(this.parsed.text));
	}

	/** Of its text and tree in memory, in bytes: an estimate. */
	get treeWeight(): number {
		return treeWeight(this.parsed.text.length, this.words);
	}

	/** Returns a cached plan that reads no table, which is valid for any schema. */
	constantPlan(
		database: string | null,
		settings: SessionSettings,
		parameters: readonly TypedValue[],
	): StatementPlan | undefined {
		const shared = this.#shared.get(database);
		if (shared === undefined) {
			return undefined;
		}
		for (const planned of shared.plans) {
			if (planned.plan.readsNothing === true && planned.settings === settings && arePlanned(parameters, planned)) {
				shared.isUsed = true;
				return planned.plan;
			}
		}
		return undefined;
	}

	/** Fast path: returns a valid shared plan without estimates. Undefined: `plan` may still find one. */
	keptPlan(
		database: string | null,
		schema: Schema,
		settings: SessionSettings,
		lockingReads: LockingReads,
		parameters: readonly TypedValue[],
	): StatementPlan | undefined {
		const shared = this.#shared.get(database);
		if (shared === undefined) {
			return undefined;
		}
		for (const planned of shared.plans) {
			if (
				planned.schema === schema &&
				planned.settings === settings &&
				planned.lockingReads === lockingReads &&
				planned.plan.stands === undefined &&
				arePlanned(parameters, planned)
			) {
				shared.isUsed = true;
				return planned.plan;
			}
		}
		return undefined;
	}

	plan(circumstances: PlanCircumstances): StatementPlan {
		return this.#goodPlan(circumstances) ?? this.#make(circumstances);
	}

	/** The same where `isPlannedInTurns`, with the turns of its `Planning`. */
	planInTurns(circumstances: PlanCircumstances): MaybePromise<StatementPlan> {
		const found = this.#goodPlan(circumstances);
		if (found !== undefined) {
			return found;
		}
		const { planning, asked, providers, budget } = circumstances;
		budget.plans.add();
		asked.begin();
		const statement = this.parsed.statement as StatementOf<DataKind>;
		if (this.isPlannedLate) {
			return planInTurns(statement, planning, providers);
		}
		const reads = new SchemaReads(planning.schema);
		const before = folded.bytes;
		return after(planInTurns(statement, planning, providers, reads.view), (made) =>
			this.#keep(made, reads, folded.bytes - before, circumstances),
		);
	}

	#goodPlan(circumstances: PlanCircumstances): StatementPlan | undefined {
		const { planning, settings, asked } = circumstances;
		const shared = this.#shared.get(planning.database);
		if (shared !== undefined) {
			for (const planned of shared.plans) {
				if (isGood(planned, planning, settings)) {
					shared.isUsed = true;
					return planned.plan;
				}
			}
		}
		const own = this.#own.get(asked);
		if (
			own !== undefined &&
			own.database === planning.database &&
			own.changes === circumstances.changes &&
			isGood(own, planning, settings) &&
			asked.still(own.variables, isSameVariable)
		) {
			own.place.isUsed = true;
			return own.plan;
		}
		return undefined;
	}

	#make(circumstances: PlanCircumstances): StatementPlan {
		const { planning, asked, providers, budget } = circumstances;
		const { statement } = this.parsed;
		budget.plans.add();
		asked.begin();
		// Planned again at each run, so nothing is cached.
		if (this.isPlannedLate) {
			return planStatement(statement as StatementOf<DataKind>, planning, providers);
		}
		const reads = new SchemaReads(planning.schema);
		const before = folded.bytes;
		const made = planStatement(statement as StatementOf<DataKind>, planning, providers, reads.view);
		return this.#keep(made, reads, folded.bytes - before, circumstances);
	}

	/** Keeps a plan that was made. */
	#keep(
		made: StatementPlan,
		reads: SchemaReads,
		foldedBytes: number,
		{ planning, asked, settings, changes, budget }: PlanCircumstances,
	): StatementPlan {
		const { schema, database, lockingReads, parameterTypes } = planning;
		const plan = !this.isPlannedInTurns && this.parsed.text.length > longText ? afterOthers(made) : made;
		reads.seal();
		const planned: Planned = {
			plan,
			schema,
			reads,
			settings,
			lockingReads,
			parameterTypes,
			givenTypes: parameterTypes.map(() => undefined),
			foldedBytes,
		};
		if (asked.isAsked || schema.shared !== undefined) {
			const place = this.#own.get(asked)?.place ?? new OwnPlace(this.#own, asked);
			this.#own.set(asked, { ...planned, database, changes, variables: asked.variables, place });
			this.#weigh(place, [planned], budget);
		} else {
			this.hasConstantPlan ||= plan.readsNothing === true;
			budget.notice(schema);
			const shared = this.#share(database, planned, schema);
			this.#weigh(shared, shared.plans, budget);
		}
		return plan;
	}

	#weigh(place: CachePlace, plans: readonly Planned[], budget: CacheBudget): void {
		if (this.isKept) {
			budget.fill(
				place,
				plans.reduce((sum, { foldedBytes }) => sum + planWeight(this.words) + foldedBytes, 0),
			);
		}
	}

	#share(database: string | null, planned: Planned, schema: Schema): SharedPlans {
		let shared = this.#shared.get(database);
		if (shared === undefined) {
			shared = new SharedPlans(this.#shared, database);
			this.#shared.set(database, shared);
		}
		shared.add(planned, schema);
		return shared;
	}
}

/** A long text is planned in one piece, of many turns' time: others come before it runs. */
function afterOthers(plan: StatementPlan): StatementPlan {
	return {
		...plan,
		run: (execution) => yieldToEventLoop().then(() => after(execution.giveWay(), () => plan.run(execution))),
	};
}

function isValid(planned: Planned, schema: Schema): boolean {
	if (planned.schema === schema) {
		return true;
	}
	const isHeld = planned.reads.hold(schema);
	if (isHeld) {
		planned.schema = schema;
	}
	return isHeld;
}

function isGood(planned: Planned, planning: Planning, settings: SessionSettings): boolean {
	return (
		planned.settings === settings &&
		planned.lockingReads === planning.lockingReads &&
		sameTypes(planned.parameterTypes, planning.parameterTypes) &&
		isValid(planned, planning.schema) &&
		planned.plan.stands?.(planning) !== false
	);
}

function arePlanned(parameters: readonly TypedValue[], { parameterTypes, givenTypes }: Planned): boolean {
	if (parameters.length !== parameterTypes.length) {
		return false;
	}
	for (let at = 0; at < parameterTypes.length; at++) {
		const { type } = parameters[at]!;
		if (type !== givenTypes[at]) {
			if (!sameType(plannedType(parameters[at]!), parameterTypes[at]!)) {
				return false;
			}
			givenTypes[at] = type;
		}
	}
	return true;
}

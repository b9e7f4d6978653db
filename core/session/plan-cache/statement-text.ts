/**
 * A parsed statement and the plans it was last run with.
 *
 * In: a statement, and what a plan depends on. Out: the plan, made anew when something it depends on has changed: the
 * schema, the session's settings, the default database, or the types of parameters. Sessions share it, as text and as
 * prepared statement: plans are never changed while they run. A plan for which something was asked of the session is
 * that session's own.
 */
import type { Providers } from "../../catalog/information-schema/providers.ts";
import type { Schema } from "../../catalog/table.ts";
import type { LockingReads, Planning } from "../../plan/tree/planning.ts";
import type { ParsedStatement } from "../../sql/parser.ts";
import { type SqlType, sqlType } from "../../types/value/type.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { commandName } from "../kinds/command-name.ts";
import { type DataKind, isDataKind, isPlannedLate } from "../kinds/data-kind.ts";
import { planStatement, type StatementPlan } from "../data-statements/statement-plan.ts";
import type { SessionDependencies, VariableDependencies } from "./session-dependencies.ts";
import type { PlanPlace, SharedPlanCache } from "./shared-plan-cache.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import { isDiagnostic, maximumMsOf, mayHoldSecret, type StatementOf, takesSelectLimit } from "../kinds/statement-of.ts";

/** A plan, and what it depends on besides the default database. */
interface Planned {
	readonly plan: StatementPlan;
	readonly schema: object;
	readonly settings: SessionSettings;
	readonly lockingReads: LockingReads;
	readonly parameterTypes: readonly SqlType[];
	/** Of parameters it was run with last: who sends as much again need not be looked at twice. */
	readonly givenTypes: (SqlType | undefined)[];
}

/** A plan that is one session's own. */
interface OwnPlan extends Planned {
	readonly database: string | null;
	/** `SessionVariables.changes` when it was made. */
	readonly changes: number;
	/** The user variables whose types it was made for. */
	readonly variables: VariableDependencies;
}

/** What a session's plan is made with. */
interface PlanCircumstances {
	readonly planning: Planning;
	/** What `planning` asks. */
	readonly asked: SessionDependencies;
	readonly settings: SessionSettings;
	readonly changes: number;
	readonly providers: Providers;
	readonly shelf: SharedPlanCache;
}

/** So many of one statement and default database. */
const maximumPlans = 4;

/** For all sessions: plans of one default database, the newest first. */
interface Shared extends PlanPlace {
	plans: readonly Planned[];
}

export class StatementText {
	readonly parsed: ParsedStatement;
	/** It reads or writes rows. */
	readonly isData: boolean;
	/** The name that counters and events give it. */
	readonly command: string;
	/** It reports on the statement before, whose warnings stay. */
	readonly isDiagnostic: boolean;
	/** Its text may hold a password: `shownText` has to look. */
	readonly mayHoldSecret: boolean;
	/** A query without a LIMIT of its own: `sql_select_limit` holds. */
	readonly takesSelectLimit: boolean;
	/** How long it may run by the hint in its first SELECT; undefined: `max_execution_time`; 0: no limit. */
	readonly maximumMs: number | undefined;
	/** One of its plans reads nothing. */
	hasConstantPlan = false;
	/** By default database. */
	readonly #shared = new Map<string | null, Shared>();
	/** By what planning asked. */
	readonly #own = new WeakMap<SessionDependencies, OwnPlan>();

	constructor(parsed: ParsedStatement) {
		this.parsed = parsed;
		const { statement } = parsed;
		this.isData = isDataKind(statement.kind);
		this.command = commandName(statement);
		this.isDiagnostic = isDiagnostic(statement);
		this.mayHoldSecret = mayHoldSecret(statement.kind);
		this.takesSelectLimit = takesSelectLimit(statement);
		this.maximumMs = maximumMsOf(statement);
	}

	/** A plan it was run with, if that reads nothing: then it is good for any schema. */
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
				return planned.plan;
			}
		}
		return undefined;
	}

	/** A plan it was run with, that is good still and everybody's. Undefined: `plan` may find one all the same. */
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
				return planned.plan;
			}
		}
		return undefined;
	}

	plan(circumstances: PlanCircumstances): StatementPlan {
		const { planning, settings, asked } = circumstances;
		const shared = this.#shared.get(planning.database);
		if (shared !== undefined) {
			for (const planned of shared.plans) {
				if (isGood(planned, planning, settings)) {
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
			return own.plan;
		}
		return this.#make(circumstances);
	}

	#make({ planning, asked, settings, changes, providers, shelf }: PlanCircumstances): StatementPlan {
		const { schema, database, lockingReads, parameterTypes } = planning;
		const { statement } = this.parsed;
		asked.begin();
		const plan = planStatement(statement as StatementOf<DataKind>, planning, providers);
		// What they tell is planned anew whenever they run, so there is nothing to keep.
		if (isPlannedLate(statement.kind)) {
			return plan;
		}
		const planned: Planned = {
			plan,
			schema,
			settings,
			lockingReads,
			parameterTypes,
			givenTypes: parameterTypes.map(() => undefined),
		};
		if (asked.isAsked || schema.shared !== undefined) {
			this.#own.set(asked, { ...planned, database, changes, variables: asked.variables });
		} else {
			this.hasConstantPlan ||= plan.readsNothing === true;
			shelf.notice(schema);
			shelf.fill(this.#share(database, planned));
		}
		return plan;
	}

	#share(database: string | null, planned: Planned): PlanPlace {
		let shared = this.#shared.get(database);
		if (shared === undefined) {
			shared = { plans: [], empty: () => this.#shared.delete(database) };
			this.#shared.set(database, shared);
		}
		// A schema that is not the newest any more is seldom asked for again.
		const others = shared.plans.filter(({ schema }) => schema === planned.schema);
		shared.plans = [planned, ...others].slice(0, maximumPlans);
		return shared;
	}
}

function isGood(planned: Planned, planning: Planning, settings: SessionSettings): boolean {
	return (
		planned.schema === planning.schema &&
		planned.settings === settings &&
		planned.lockingReads === planning.lockingReads &&
		sameTypes(planned.parameterTypes, planning.parameterTypes) &&
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

/** A plan reads text of any length. */
function isSameVariable(then: SqlType, now: TypedValue): boolean {
	return then === now.type || sameType(roundedType(then), plannedType(now));
}

function sameTypes(a: readonly SqlType[], b: readonly SqlType[]): boolean {
	return a.length === b.length && a.every((type, at) => type === b[at] || sameType(type, b[at]!));
}

function sameType(a: SqlType, b: SqlType): boolean {
	return (
		a.name === b.name &&
		a.length === b.length &&
		a.scale === b.scale &&
		a.unsigned === b.unsigned &&
		a.collation === b.collation
	);
}

/** Text of about the same length shares a plan: lengths are rounded up to these. */
const lengths = [64, 1024, 65535, 16777215, 4294967295];

const rounded = new Map<string, SqlType>();
/** Parameters of one kind share their type. */
const planned = new WeakMap<SqlType, SqlType>();

/** The type a parameter is planned with: its own, if text with the next round length. */
export function plannedType({ type }: TypedValue): SqlType {
	let found = planned.get(type);
	if (found === undefined) {
		found = roundedType(type);
		planned.set(type, found);
	}
	return found;
}

function roundedType(type: SqlType): SqlType {
	if (typeof type.length !== "number" || type.length < 0 || type.name === "decimal" || type.charset === undefined) {
		return type;
	}
	const isText =
		type.name.endsWith("char") ||
		type.name.endsWith("text") ||
		type.name.endsWith("blob") ||
		type.name.endsWith("binary");
	if (!isText) {
		return type;
	}
	const length = lengths.find((each) => each >= type.length) ?? type.length;
	const name = type.collation === "binary" ? "varbinary" : "varchar";
	const key = `${name} ${length} ${type.collation}`;
	let found = rounded.get(key);
	if (found === undefined) {
		found = sqlType(name, { length, charset: type.charset, collation: type.collation });
		rounded.set(key, found);
	}
	return found;
}

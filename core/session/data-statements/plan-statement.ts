/**
 * Plans statements that read or change rows, by their kind.
 */
import type { QuerySource, PassthroughRows } from "../../exec/row-source.ts";
import type { Providers } from "../../catalog/information-schema/providers.ts";
import type { Schema, Table } from "../../catalog/table.ts";
import { analyse, analyseColumns } from "../../exec/analyse/analyse.ts";
import { computedTarget, planComputedUpdate, refuseComputedDelete } from "../../exec/dml/computed-update.ts";
import { constantRead } from "../../exec/point/constant-read.ts";
import { countRead } from "../../exec/point/count-read.ts";
import { deleteRows, planDelete } from "../../exec/dml/delete.ts";
import { columnsDescribed, describe } from "../../exec/show/describe.ts";
import type { Execution } from "../../exec/execution.ts";
import { loadData } from "../../exec/file/load-data.ts";
import { planLoad } from "../../exec/file/load-plan.ts";
import { insert } from "../../exec/dml/insert.ts";
import { planInsert } from "../../exec/dml/insert-plan.ts";
import type { StatementResult } from "../../exec/statement-result.ts";
import { pointLookup } from "../../exec/point/point-lookup.ts";
import { openQuery } from "../../exec/query/open-query.ts";
import { columnsShown, show } from "../../exec/show/show.ts";
import { passthroughPlan } from "../../exec/passthrough/passthrough-plan.ts";
import { PassthroughSource } from "../../exec/passthrough/passthrough-source.ts";
import { update } from "../../exec/dml/update.ts";
import { planUpdate } from "../../exec/dml/update-plan.ts";
import { withPrivilegeChecks } from "../../plan/query/privilege-check.ts";
import type { RequiredPrivileges } from "../../plan/tree/required-privileges.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { withoutTurns } from "../../plan/tree/planning-turns.ts";
import { refuseTooManyRows } from "../../plan/access/max-join-size.ts";
import type { Assumptions } from "../../plan/tree/estimates.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import type { TargetPlan } from "../../plan/query/dml-target.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import { retrying } from "../../async/suspension.ts";
import { evaluateAll, gatherNeeds } from "./evaluate.ts";
import { changing, type PlanDraft, reading, type StatementPlan, writing } from "./statement-plan.ts";
import { oldNames } from "./old-name.ts";
import { columnsExplained, explain, explainedColumns } from "./explain.ts";
import { explainConnection } from "./explain-connection.ts";
import { tellingFirst } from "../locks/missing-table.ts";
import type { PrivilegeScope } from "../privileges/privilege-scope.ts";
import { statementNeeds } from "../privileges/statement-need.ts";
import { selectInto } from "./select-into.ts";
import { type DataKind, isPlannedLate, isWriteKind } from "../kinds/data-kind.ts";
import type { StatementOf } from "../kinds/statement-of.ts";
import type { Query } from "../../sql/tree/expression.ts";

type Planner<K extends DataKind> = (statement: StatementOf<K>, planning: Planning, providers: Providers) => PlanDraft;

const planners: { readonly [K in DataKind]: Planner<K> } = {
	select: planSelect,
	union: planSelect,
	insert(statement, planning) {
		const plan = planInsert(statement, planning);
		const { ignore, tables } = plan;
		const isSelfContained = tables.length === 1;
		return writing((execution) => insert(plan, execution), [plan.table], { ignore, tables, isSelfContained });
	},
	update(statement, planning) {
		const computed = computedTarget(statement.tables, planning);
		if (computed !== undefined) {
			return { ...reading([], planComputedUpdate(statement, computed, planning)), runsOnce: true };
		}
		const plan = planUpdate(statement, planning);
		const changed = plan.updates.map(({ target }) => target);
		const { ignore, tables } = plan;
		const isSelfContained = isByKey(plan.targets);
		return changing((execution) => update(plan, execution), changed, { ignore, tables, isSelfContained });
	},
	delete(statement, planning) {
		const computed = statement.multiple ? undefined : computedTarget(statement.from, planning);
		if (computed !== undefined) {
			refuseComputedDelete(computed, planning);
		}
		const plan = planDelete(statement, planning);
		const { ignore, tables, targets } = plan;
		const isSelfContained = isByKey(targets);
		return changing((execution) => deleteRows(plan, execution), targets.tables, { ignore, tables, isSelfContained });
	},
	"load-data"(statement, planning) {
		const plan = planLoad(statement, planning);
		return {
			...writing((execution) => loadData(plan, execution), [plan.table], {
				...plan,
				tables: [plan.table],
				isSelfContained: true,
			}),
			runsOnce: plan.isLocal,
		};
	},
	do(statement, planning) {
		gatherNeeds(statement.expressions, planning);
		return reading([], (execution) =>
			evaluateAll(statement.expressions, { ...withoutTurns(planning), needs: [] }, execution),
		);
	},
	show: (statement, planning, providers) => ({
		...reading([], (execution) => show(statement, execution, planning, providers)),
		toldColumns: (execution) => columnsShown(statement, execution, planning, providers),
	}),
	describe: (statement, planning, providers) => ({
		...reading([], (execution) => describe(statement, execution, planning, providers)),
		toldColumns: (execution) => columnsDescribed(statement, execution, planning, providers),
	}),
	explain(statement, planning) {
		const answer = (execution: Execution): MaybePromise<StatementResult> => {
			const { parameters } = execution;
			const counting = {
				...planning,
				parameters,
				estimates: planning.newEstimates?.(parameters),
				needsRowEstimates: true,
			};
			return tellingFirst(statement, planning, () => explain(statement, counting, execution));
		};
		return { ...reading([], answer), toldColumns: (execution) => columnsExplained(statement, planning, execution) };
	},
	"explain-connection": (statement, planning, providers) => ({
		...reading([], (execution) =>
			explainConnection(
				statement,
				{ ...planning, estimates: planning.newEstimates?.([]), needsRowEstimates: true },
				providers,
				execution,
			),
		),
		toldColumns: () => explainedColumns(statement.format),
	}),
};

/** `schema`: that of the plan, where it is another than the statement's. */
export function planStatement(
	statement: StatementOf<DataKind>,
	around: Planning,
	providers: Providers,
	schema: Schema = around.schema,
): StatementPlan {
	const { plan, finish } = draftOf(statement, around, providers, schema);
	return finish(plan());
}

/** The same of a statement of `isPlannedInTurns`, with the turns of its `Planning`. */
export function planInTurns(
	statement: StatementOf<DataKind>,
	around: Planning,
	providers: Providers,
	schema: Schema = around.schema,
): MaybePromise<StatementPlan> {
	const { plan, finish } = draftOf(statement, around, providers, schema);
	return after(retrying(plan), finish);
}

interface Drafting {
	/** In a further turn again. */
	readonly plan: () => PlanDraft;
	readonly finish: (plan: PlanDraft) => StatementPlan;
}

function draftOf(statement: StatementOf<DataKind>, around: Planning, providers: Providers, schema: Schema): Drafting {
	const needs: RequiredPrivileges[] = [...statementNeeds(statement, new StatementScope(around, schema))];
	const estimates = around.newEstimates?.(around.parameters ?? []);
	const old = oldNames();
	const plan = plannerOf(
		statement,
		{
			...(isPlannedLate(statement.kind) ? withPrivilegeChecks(around) : around),
			schema,
			estimates,
			needs,
			noteOldName: old.note,
		},
		providers,
	);
	const finish = (made: PlanDraft): StatementPlan => {
		made.run = old.warning(made.run);
		return finished(made, needs, estimates?.assumptions());
	};
	return { plan, finish };
}

function finished(
	plan: PlanDraft,
	needs: readonly RequiredPrivileges[],
	assumptions: Assumptions | undefined,
): StatementPlan {
	if (needs.length > 0) {
		plan.needs = needs;
		plan.readsNothing = false;
	}
	const callsRoutine = needs.some(({ kind }) => kind === "routine");
	if (callsRoutine) {
		plan.callsPrograms = true;
	}
	if (callsRoutine || plan.written.some(firesTriggers)) {
		plan.isSelfContained = false;
	}
	if (assumptions !== undefined) {
		plan.stands = ({ newEstimates, parameters = [] }) =>
			newEstimates !== undefined && assumptions.hold(newEstimates(parameters));
	}
	return plan;
}

/** `currentUser` is read only where the plan needs it: a plan made without it can be shared by all sessions. */
class StatementScope implements PrivilegeScope {
	readonly database: string | null;
	readonly schema: Schema;
	readonly #planning: Planning;

	constructor(planning: Planning, schema: Schema) {
		this.database = planning.database;
		this.schema = schema;
		this.#planning = planning;
	}

	get account(): PrivilegeScope["account"] {
		return this.#planning.session.currentUser;
	}
}

/** Stored functions and triggers may read and write other rows than the statement does. */
function firesTriggers({ record: { triggers } }: Table): boolean {
	return triggers !== undefined && triggers.length > 0;
}

/** `planning`: of this statement alone, changed here. */
function plannerOf(
	statement: StatementOf<DataKind>,
	planning: { -readonly [Part in keyof Planning]: Planning[Part] },
	providers: Providers,
): () => PlanDraft {
	const planner = planners[statement.kind] as Planner<DataKind>;
	const { lockingReads, planQuery } = planning;
	const isWrite = isWriteKind(statement.kind);
	if (lockingReads === "always" || (lockingReads === "writes" && isWrite)) {
		planning.locksReads = true;
	}
	if (!isWrite) {
		return () => planner(statement, planning, providers);
	}
	// Collects the tables of nested queries.
	const read: Table[] = [];
	planning.planQuery = (query, around, enclosing) => {
		const plan = planQuery(query, around, enclosing);
		read.push(...plan.tables);
		return plan;
	};
	// A statement may read its own target only through a derived table.
	planning.materializesDerived = "in-subqueries";
	return () => {
		const plan = planner(statement, planning, providers);
		if (read.length > 0) {
			plan.tables = [...new Set([...plan.tables, ...read])];
			plan.isSelfContained = false;
		}
		return plan;
	};
}

/** True for rows of one table found by whole keys, whatever else the WHERE clause tests. */
function isByKey({ node, read }: TargetPlan): boolean {
	return (
		read.length === 1 &&
		(node.kind === "no-rows" || (node.kind === "table" && node.access.kind === "index" && node.access.unique))
	);
}

function planSelect(query: Query, planning: Planning): PlanDraft {
	const plan = planning.planQuery(query, planning);
	refuseTooManyRows(plan.node, planning.maximumReadRows);
	if (plan.into !== undefined) {
		return reading([], (execution) => selectInto(plan, execution), plan.tables);
	}
	if (plan.analyse !== undefined) {
		const { analyse: kept } = plan;
		return reading(analyseColumns, (execution) => analyse(kept, plan, execution), plan.tables);
	}
	const constant = constantRead(plan);
	const short = constant ?? pointLookup(plan) ?? countRead(plan);
	const open = (execution: Execution): QuerySource => {
		const general = (): QuerySource => openQuery(plan, execution);
		return short === undefined ? general() : short(execution, general);
	};
	// JSON that is sent without blanks is printed row by row.
	const isPrinted = plan.columns.some(({ type }) => type.name === "json") && planning.compactsJson?.() === true;
	const stored = isPrinted ? undefined : passthroughPlan(plan);
	const planned = reading(
		plan.columns,
		stored === undefined
			? (execution) => rowsOf(plan.columns, open(execution), undefined)
			: (execution) => {
					const source = new PassthroughSource(stored, execution, () => open(execution));
					return rowsOf(plan.columns, source, source);
				},
		plan.tables,
	);
	planned.isStrict = query.kind === "select" && query.isAssigned === true;
	if (constant !== undefined) {
		planned.readsNothing = true;
	}
	return planned;
}

function rowsOf(
	columns: readonly ResultColumn[],
	source: QuerySource,
	stored: PassthroughRows | undefined,
): StatementResult {
	return { kind: "rows", columns, source, stored, counted: source };
}

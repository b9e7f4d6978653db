/**
 * Plan of a statement that reads or changes rows: the plan cache keeps it and runs it many times.
 */
import type { Table } from "../../catalog/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import type { StatementResult } from "../../exec/statement-result.ts";
import type { DmlTarget } from "../../plan/query/dml-target.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { RequiredPrivileges } from "../../plan/tree/required-privileges.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import type { AccountRights } from "../privileges/account-rights.ts";

export interface StatementPlan {
	/** Empty where the statement has no result set. */
	readonly columns: readonly ResultColumn[];
	/** It writes rows: refused in a read-only transaction. */
	readonly isWrite: boolean;
	/** Invalid values are errors under a strict sql_mode: writes without IGNORE, values that programs assign. */
	readonly isStrict: boolean;
	/** Write targets. */
	readonly written: readonly Table[];
	/** The aliases of the write targets, where the statement has aliases. */
	readonly writtenAs?: readonly string[] | undefined;
	/** All tables read or written. */
	readonly tables: readonly Table[];
	/** Its result depends on the rows that it writes alone: the read set of these keys is enough for validation. */
	readonly isSelfContained: boolean;
	/** Its input can be read only once: no retry after a conflict. */
	readonly runsOnce?: boolean | undefined;
	/** It calls stored functions, which may write: its rows are complete before its transaction ends. */
	readonly callsPrograms?: boolean | undefined;
	/** It reads no table: it needs no transaction and is valid for every schema. */
	readonly readsNothing?: boolean | undefined;
	/** True if the estimates that the plan was chosen by still hold. Absent: the plan used no estimates. */
	stands?(now: Planning): boolean;
	/** Required privileges. */
	readonly needs: readonly RequiredPrivileges[];
	/** The rights that the last privilege check passed with. */
	admitted?: AccountRights | undefined;
	run(execution: Execution): MaybePromise<StatementResult>;
	/** Returns the result columns where only a run determines them: SHOW and the like. */
	toldColumns?(execution: Execution): MaybePromise<readonly ResultColumn[]>;
}

export type PlanDraft = { -readonly [Part in keyof StatementPlan]: StatementPlan[Part] };

const noNeeds: readonly RequiredPrivileges[] = [];
const noTables: readonly Table[] = [];
const noColumns: readonly ResultColumn[] = [];

interface WritingFacts {
	readonly ignore: boolean;
	readonly tables: readonly Table[];
	readonly isSelfContained: boolean;
}

export function changing(run: StatementPlan["run"], targets: readonly DmlTarget[], facts: WritingFacts): PlanDraft {
	const plan = writing(
		run,
		targets.map(({ table }) => table),
		facts,
	);
	plan.writtenAs = targets.map(({ alias }) => alias);
	return plan;
}

export function writing(run: StatementPlan["run"], written: readonly Table[], facts: WritingFacts): PlanDraft {
	const plan = newPlan(noColumns, facts.tables, run);
	plan.isWrite = true;
	plan.isStrict = !facts.ignore;
	plan.written = written;
	plan.isSelfContained = facts.isSelfContained;
	return plan;
}

export function reading(
	columns: readonly ResultColumn[],
	run: StatementPlan["run"],
	tables: readonly Table[] = noTables,
): PlanDraft {
	return newPlan(columns, tables, run);
}

/** All plans have the same properties in the same order (one hidden class): they are read for every statement. */
function newPlan(columns: readonly ResultColumn[], tables: readonly Table[], run: StatementPlan["run"]): PlanDraft {
	return {
		columns,
		isWrite: false,
		isStrict: false,
		written: noTables,
		writtenAs: undefined,
		tables,
		isSelfContained: true,
		runsOnce: undefined,
		callsPrograms: undefined,
		readsNothing: undefined,
		stands: undefined,
		needs: noNeeds,
		admitted: undefined,
		run,
		toldColumns: undefined,
	};
}

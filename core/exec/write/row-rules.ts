/**
 * What a table's definition makes of every row that is written: generated columns, CHECK, and that a part takes it.
 *
 * In: a row with the values a statement gave. Out: the same row, generated columns computed, or 3819, 1526 and the
 * errors of computing. Virtual columns are written as stored ones are, so that reading and indexing need not know
 * them. It refuses to know statements.
 */
import type { CheckRecord } from "../../catalog/record.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import { sourceOf } from "../../functions/definition.ts";
import type { Compiled } from "../../functions/function.ts";
import { operandOf } from "../../plan/tree/bound-expression.ts";
import { compile, compileCondition, type Condition } from "../../plan/compile/compile.ts";
import { type Partitioner, partitionerOf } from "../../plan/partition/partitioner.ts";
import { bindStored, negated, parseStored } from "../../plan/bind/stored-expression.ts";
import { encodeText, type Row } from "../../types/value.ts";
import { Admission } from "../rows/admission.ts";
import { columnConverter } from "../rows/column-assignment.ts";
import type { Execution } from "../execution.ts";
import { muted } from "../../async/muted.ts";

interface Generated {
	readonly column: Column;
	readonly compute: Compiled;
}

interface Check {
	readonly name: string;
	readonly isViolated: Condition;
}

interface CompiledRules {
	/** In the order of the columns: each sees those before it. */
	readonly generated: readonly Generated[];
	readonly checks: readonly Check[];
	readonly partitioner: Partitioner | undefined;
}

export const generatedClause = "generated column function";
export const checkClause = "check constraint";

const known = new WeakMap<Table, CompiledRules>();

function rulesOf(table: Table): CompiledRules {
	let rules = known.get(table);
	if (rules === undefined) {
		rules = {
			generated: table.columns
				.filter(({ record }) => record.generated !== undefined)
				.map((column) => compileColumn(column, table)),
			checks: table.record.checks.filter(({ enforced }) => enforced).map((check) => compileCheck(check, table)),
			partitioner: partitionerOf(table),
		};
		known.set(table, rules);
	}
	return rules;
}

function compileColumn(column: Column, table: Table): Generated {
	const bound = bindStored(parseStored(column.record.generated?.text ?? ""), table, generatedClause);
	const computed = compile(bound);
	const convert = columnConverter(column, bound.type, sourceOf(operandOf(bound)));
	return { column, compute: (row, evaluation) => convert(computed(row, evaluation), evaluation) };
}

function compileCheck({ name, text }: CheckRecord, table: Table): Check {
	return { name, isViolated: compileCondition(negated(bindStored(parseStored(text), table, checkClause))) };
}

/** What every row passes. */
export type RowRules = (row: Row) => void;

/**
 * Computes these columns alone, in rows that were judged before: what does not fit is cut on the quiet, as where
 * virtual columns are read.
 */
export function rulesOfAdded(table: Table, added: ReadonlySet<Column>, execution: Execution): RowRules {
	const { generated } = rulesOf(table);
	const quiet = muted(execution, () => undefined);
	return (row) => {
		for (const { column, compute } of generated) {
			if (added.has(column)) {
				row[column.offset] = compute(row, quiet);
			}
		}
	};
}

/**
 * Undefined where nothing is to be done. To be made once a statement. `parts`: whether a part has to take the row.
 */
export function rowRules(table: Table, execution: Execution, parts: "judged" | "any" = "judged"): RowRules | undefined {
	const { generated, checks, partitioner } = rulesOf(table);
	if (generated.length === 0 && checks.length === 0 && partitioner === undefined) {
		return undefined;
	}
	const admission = new Admission(execution, true);
	return (row) => {
		for (const { column, compute } of generated) {
			const value = compute(row, execution);
			if (value === null && !column.nullable) {
				throw sqlError("badNull", encodeText(column.name));
			}
			row[column.offset] = value === null ? null : admission.admit(column, value);
		}
		for (const { name, isViolated } of checks) {
			if (isViolated(row, execution)) {
				throw sqlError("checkViolated", encodeText(name));
			}
		}
		if (partitioner !== undefined && parts === "judged" && partitioner.of(row, execution) < 0) {
			throw sqlError("noPartition", encodeText(partitioner.shown(row, execution)));
		}
	};
}

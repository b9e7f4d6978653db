/**
 * Row rules of a table's definition: computes generated columns, checks CHECK constraints (3819) and partitions
 * (1526).
 *
 * Virtual columns are stored like stored ones, so that reads and indexes need no special case.
 */
import { isReadFromCatalog } from "../../catalog/computed-database.ts";
import type { CheckRecord } from "../../catalog/record.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { sourceOf } from "../../functions/definition/definition.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import { operandOf } from "../../plan/tree/bound-expression.ts";
import { compile, compileCondition, type Condition } from "../../plan/compile/compile.ts";
import { type Partitioner, partitionerOf } from "../../plan/partition/partitioner.ts";
import { bindStored, negated, parseStored } from "../../plan/bind/stored-expression.ts";
import { isSpatialType } from "../../types/value/type.ts";
import { encodeText, type Row, type Value } from "../../types/value/value.ts";
import { Admission } from "../rows/admission.ts";
import { zeroOf } from "../rows/column-default.ts";
import { columnConverter } from "../rows/column-assignment.ts";
import type { Execution } from "../execution.ts";
import { silentEvaluation } from "../rows/silent-evaluation.ts";

interface Generated {
	readonly column: Column;
	readonly compute: Compiled;
}

interface Check {
	readonly name: string;
	readonly isViolated: Condition;
}

interface CompiledRules {
	/** In column order: each reads those before it. */
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

/** Applied to every written row. */
export type RowRules = (row: Row) => void;

/**
 * Computes only these columns, in rows that were checked before: values are cut silently, as where virtual columns
 * are read.
 */
export function rulesOfAdded(table: Table, added: ReadonlySet<Column>, execution: Execution): RowRules {
	const { generated } = rulesOf(table);
	const quiet = silentEvaluation(execution, () => undefined);
	return (row) => {
		for (const { column, compute } of generated) {
			if (added.has(column)) {
				row[column.offset] = compute(row, quiet);
			}
		}
	};
}

/** Made once a statement; undefined where a table has no rules. `parts`: whether a partition must take the row. */
export function rowRules(table: Table, execution: Execution, parts: "judged" | "any" = "judged"): RowRules | undefined {
	const { generated, checks, partitioner } = rulesOf(table);
	if (generated.length === 0 && checks.length === 0 && partitioner === undefined) {
		return isReadFromCatalog(table) ? (row) => warnOfLostRow(row, table, execution) : undefined;
	}
	const admission = new Admission(execution, true);
	return (row) => {
		for (const { column, compute } of generated) {
			const value = compute(row, execution);
			row[column.offset] =
				value !== null ? admission.admit(column, value) : column.nullable ? null : withoutNull(column, execution);
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

/** Dumps insert rows of stored programs, which only their own statements make; those of `sys` are there. */
function warnOfLostRow(row: Row, table: Table, execution: Execution): void {
	const database = row[table.columnsByName.get("db")?.offset ?? 0];
	if (String(database).toLowerCase() !== "sys") {
		execution.warn("Warning", "notSupportedYet", encodeText(`rows inserted into mysql.${table.name}`));
	}
}

/** Throws 1048; under IGNORE zero with a warning, which no geometry has. */
function withoutNull(column: Column, execution: Execution): Value {
	if (execution.isLenientWrite !== true || isSpatialType(column.type)) {
		throw sqlError("badNull", encodeText(column.name));
	}
	execution.warn("Warning", "badNull", encodeText(column.name));
	return zeroOf(column.type);
}

/**
 * Result of a SHOW statement: its columns and rows, filtered by LIKE on the first column or by WHERE.
 *
 * WHERE is bound to the columns as a query's is, so that every expression works in it.
 */
import { column, type DefinedColumn, tableOf } from "../../catalog/information-schema/definition.ts";
import type { Sources } from "../../catalog/information-schema/sources.ts";
import type { Providers } from "../../catalog/information-schema/providers.ts";
import type { Table } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import { bindExpression } from "../../plan/bind/bind-expression.ts";
import { compileCondition } from "../../plan/compile/compile.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { inOwnTurns } from "../../plan/tree/planning-turns.ts";
import { fixedColumn, type ResultColumn } from "../../plan/tree/result-column.ts";
import { tableScope } from "../../plan/bind/scope.ts";
import { isUpdatable, viewTables } from "../../plan/from/listed-view.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import { Listing } from "../../rules/listing.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { answeredRows, type StatementResult } from "../statement-result.ts";
import { sharedSchema } from "../temporary-table.ts";
import { eachRow } from "../../async/suspension.ts";

/** The context of a SHOW statement. */
export interface Showing {
	readonly execution: Execution;
	readonly planning: Planning;
	readonly providers: Providers;
	readonly sources: Sources;
}

export interface Shown {
	/** The table of information_schema with the same rows. */
	readonly table: string;
	readonly columns: readonly DefinedColumn[];
	readonly rows: MaybePromise<readonly Row[]>;
	/** Index of the column that LIKE is about; the first by default. */
	readonly likeColumn?: number;
}

interface ShowFilter {
	readonly like?: string;
	readonly where?: Expression;
}

export function showing(execution: Execution, planning: Planning, providers: Providers): Showing {
	const sources = {
		schema: providers.sight().schema(sharedSchema(execution.schema)),
		server: execution.book.ask(DefaultCharset).server(),
		listing: execution.book.ask(Listing),
		providers,
		viewTables: () => viewTables(planning),
		isUpdatable: (view: View) => isUpdatable(view, planning),
		offsetSeconds: (epochSeconds: number) => execution.offsetSeconds(epochSeconds),
	};
	return { execution, planning, providers, sources };
}

/** Column names separated by spaces, with the type words of `definition.ts`. */
export function shown(
	table: string,
	columns: readonly (readonly [name: string, word: string])[],
	rows: MaybePromise<readonly Row[]>,
): Shown {
	return { table, columns: columns.map(([name, word]) => column(name, word)), rows };
}

export function answerShown(
	{ table, columns, rows, likeColumn }: Shown,
	filter: ShowFilter,
	{ execution, planning }: Showing,
): MaybePromise<StatementResult> {
	const definition = tableOf("information_schema", table, columns);
	const scope = tableScope(definition);
	const written = conditionsOf(filter, definition, likeColumn);
	if (rows instanceof Promise) {
		// A failure of the conditions, which may take turns, comes first.
		rows.catch(() => undefined);
	}
	const bound = inOwnTurns(planning, (within) =>
		written.map((condition) => bindExpression(condition, scope, within, "where clause")),
	);
	return after(bound, (all) => {
		const conditions = all.map((condition) => compileCondition(condition));
		const left: Row[] = [];
		const keep = (row: Row): void => {
			if (conditions.every((holds) => holds(row, execution))) {
				left.push(row);
			}
		};
		return after(rows, (found) =>
			after(eachRow(found, keep, execution), () => answeredRows(resultColumns(definition), left)),
		);
	});
}

export function columnsOfShown({ table, columns, rows }: Shown): MaybePromise<readonly ResultColumn[]> {
	return after(rows, () => resultColumns(tableOf("information_schema", table, columns)));
}

function resultColumns(definition: Table): readonly ResultColumn[] {
	return definition.columns.map((each) => resultColumn(each, definition));
}

function conditionsOf({ like, where }: ShowFilter, definition: Table, likeColumn = 0): readonly Expression[] {
	const conditions: Expression[] = where === undefined ? [] : [where];
	const first = definition.columns[likeColumn];
	if (like !== undefined && first !== undefined) {
		conditions.push({
			kind: "like",
			operand: { kind: "column", name: first.name },
			pattern: { kind: "literal", type: "string", bytes: encodeText(like) },
			negated: false,
		});
	}
	return conditions;
}

function resultColumn({ name, type, nullable }: Table["columns"][number], table: Table): ResultColumn {
	return {
		...fixedColumn(name, type, nullable),
		database: table.database,
		table: table.name,
		originalTable: table.name,
	};
}

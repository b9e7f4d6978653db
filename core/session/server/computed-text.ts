/**
 * Applies the rules' column collations to a computed table; returns the same table where nothing differs.
 */
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { CharsetPair } from "../../catalog/record.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { isCharacterType } from "../../types/value/type.ts";

type TextQuestion = (pair: CharsetPair) => CharsetPair;

export function computedText(computed: ComputedTable, text: TextQuestion): ComputedTable {
	const { table } = computed;
	const columns = table.columns.map((column) => comparedAs(column, text));
	if (columns.every((column, at) => column === table.columns[at])) {
		return computed;
	}
	const other: Table = {
		...table,
		columns,
		columnsByName: new Map(columns.map((column) => [column.name.toLowerCase(), column])),
	};
	return { ...computed, table: other };
}

function comparedAs(column: Column, text: TextQuestion): Column {
	const { type, charset, collation } = column;
	if (!isCharacterType(type)) {
		return column;
	}
	const answer = text({ charset, collation });
	return answer.charset === type.charset && answer.collation === type.collation
		? column
		: { ...column, type: Object.freeze({ ...type, ...answer }) };
}

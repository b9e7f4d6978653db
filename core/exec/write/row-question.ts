/**
 * Row question of the insert-check hook: asked about each row a statement writes, where a rule in force asks for it.
 */
import type { Table } from "../../catalog/table.ts";
import { InsertCheck, type RuleRow } from "../../rules/insert-check.ts";
import { granted } from "../../rules/warned.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { tableFacts } from "../rows/charset-facts.ts";
import { ruleValue } from "../rows/rule-value.ts";

/** Throws the refusal, records the warning. */
export type RowQuestion = (row: Row) => void;

/** Made once a statement; undefined where no rule asks for the table's rows. */
export function rowQuestion(table: Table, execution: Execution): RowQuestion | undefined {
	const { book, settings } = execution;
	if (!book.isAnswered(InsertCheck, "row")) {
		return undefined;
	}
	const rules = book.ask(InsertCheck);
	const facts = Object.freeze(tableFacts(table));
	if (rules.rowScope(facts, settings) === "none") {
		return undefined;
	}
	return (row) => {
		granted(rules.row(plainRow(table, row), facts, settings), execution);
	};
}

function plainRow({ columns }: Table, row: Row): RuleRow {
	return Object.fromEntries(columns.map(({ name, offset, type }) => [name, ruleValue(row[offset] as Value, type)]));
}

/**
 * HELP: what the help tables say of a topic, which are empty.
 *
 * In: a topic. Out: the result that a topic nobody knows has.
 */
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import { fixedTextColumn } from "../../plan/tree/result-column.ts";

export function help(): StatementResult {
	return answeredRows([fixedTextColumn("name", 64), fixedTextColumn("is_it_category", 1)], []);
}

/**
 * HELP: returns the result for an unknown topic, since the help tables are empty.
 */
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import { fixedTextColumn } from "../../plan/tree/result-column.ts";

export function help(): StatementResult {
	return answeredRows([fixedTextColumn("name", 64), fixedTextColumn("is_it_category", 1)], []);
}

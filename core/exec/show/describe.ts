/**
 * DESCRIBE table [column | 'pattern']: runs as SHOW COLUMNS.
 */
import type { Providers } from "../../catalog/information-schema/providers.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import type { Describe } from "../../sql/tree/session.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import type { StatementResult } from "../statement-result.ts";
import { plainColumns, shownTable } from "./show-columns.ts";
import { answerShown, columnsOfShown, showing } from "./show-result.ts";

export function describe(
	{ table, column }: Describe,
	execution: Execution,
	planning: Planning,
	providers: Providers,
): MaybePromise<StatementResult> {
	const found = shownTable(table, planning);
	const filter = column === undefined ? {} : { like: column };
	const context = showing(execution, planning, providers);
	return answerShown(plainColumns(found, context.sources), filter, context);
}

export function columnsDescribed(
	{ table }: Describe,
	execution: Execution,
	planning: Planning,
	providers: Providers,
): MaybePromise<readonly ResultColumn[]> {
	return columnsOfShown(plainColumns(shownTable(table, planning), showing(execution, planning, providers).sources));
}

/**
 * Result columns of a prepared statement: resolves names and checks privileges without running it.
 *
 * Empty where it answers with OK; 1295 for a kind that cannot be prepared. The columns of SHOW depend on more than
 * its text, so that SHOW itself is called.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { releaseColumns, ruleColumns } from "../decide/rule-columns.ts";
import { maintainColumns } from "../statements/maintain-table.ts";
import type { StatementFrame } from "../run/statement-frame.ts";
import { isDataKind } from "../kinds/data-kind.ts";
import { isPreparable } from "../kinds/preparable.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";

export function preparedColumns(text: StatementText, frame: StatementFrame): MaybePromise<readonly ResultColumn[]> {
	const { statement } = text.parsed;
	if (!isPreparable(text.parsed)) {
		throw sqlError("unsupportedPrepared");
	}
	if (statement.kind === "maintain-table") {
		return maintainColumns(statement);
	}
	if (statement.kind === "explain-rules") {
		return statement.releases === undefined ? ruleColumns : releaseColumns;
	}
	if (!isDataKind(statement.kind)) {
		return [];
	}
	return frame.readSchema((schema, transaction) => {
		const settings = frame.conversation.settings();
		const plan = frame.withPlanMemory(() => frame.planOf({ text, parameters: noParameters, settings }, schema));
		return after(
			plan,
			({ toldColumns, columns }) => toldColumns?.(frame.execution(transaction, schema, noParameters)) ?? columns,
		);
	});
}

const noParameters: readonly TypedValue[] = [];

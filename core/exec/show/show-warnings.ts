/**
 * SHOW WARNINGS and SHOW ERRORS, and their COUNT(*) forms.
 */
import { bindExpression } from "../../plan/bind/bind-expression.ts";
import { compile } from "../../plan/compile/compile.ts";
import { emptyScope } from "../../plan/bind/scope.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { Show } from "../../sql/tree/show.ts";
import type { Row } from "../../types/value/value.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";

export function showWarnings({ subject, limit }: Show, context: Showing): Shown {
	const wanted = context.providers.warnings().filter(({ level }) => subject === "warnings" || level === "Error");
	const from = limit?.offset === undefined ? 0 : numberOf(limit.offset, context);
	const to = limit === undefined ? wanted.length : from + numberOf(limit.count, context);
	const rows = wanted.slice(from, to).map(({ level, code, message }): Row => [level, code, message]);
	return shown(
		"WARNINGS",
		[
			["Level", "7"],
			["Code", "int"],
			["Message", "512"],
		],
		rows,
	);
}

function numberOf(expression: Expression, { planning, execution }: Showing): number {
	return Number(compile(bindExpression(expression, emptyScope(), planning, "field list"))([], execution));
}

export function countWarnings({ subject }: Show, { providers }: Showing): Shown {
	const errorsOnly = subject === "count errors";
	const count = providers.warnings().filter(({ level }) => !errorsOnly || level === "Error").length;
	return shown("WARNINGS", [[errorsOnly ? "@@session.error_count" : "@@session.warning_count", "bigint"]], [[count]]);
}

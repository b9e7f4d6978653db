/**
 * WITH CHECK OPTION: throws 1369 for a row, written through a view, that does not satisfy the view's conditions.
 *
 * `plan/from/view.ts` says which conditions count.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { compileCondition } from "../../plan/compile/compile.ts";
import type { ViewCheck } from "../../plan/from/derived-merge.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

export type CheckRow = (row: Row, execution: Execution) => void;

export function viewCheck(checks: readonly ViewCheck[]): CheckRow | undefined {
	if (checks.length === 0) {
		return undefined;
	}
	const conditions = checks.map(({ view, condition }) => ({ view, holds: compileCondition(condition) }));
	return (row, execution) => {
		for (const { view, holds } of conditions) {
			if (!holds(row, execution)) {
				throw sqlError("viewCheckFailed", encodeText(view.database), encodeText(view.name));
			}
		}
	};
}

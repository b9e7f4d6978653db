/**
 * WITH CHECK OPTION: rows that are written through a view have to be rows of the view.
 *
 * In: conditions over a row in its slots, and the views that ask for them. Out: a function that throws 1369 for a row
 * that one does not hold. It refuses to know views: `plan/view/view.ts` says which conditions count.
 */
import { sqlError } from "../../errors.ts";
import { compileCondition } from "../../plan/compile/compile.ts";
import type { ViewCheck } from "../../plan/from/derived-merge.ts";
import { encodeText, type Row } from "../../types/value.ts";
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

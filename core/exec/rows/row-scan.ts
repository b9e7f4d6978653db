/**
 * Full table scan in batches or pages, for statements that visit every row; may be killed between batches.
 */
import type { Table } from "../../catalog/table.ts";
import type { Page } from "../../store/page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Entry } from "../../store/contract.ts";
import type { Execution } from "../execution.ts";
import { tableRange } from "./index-entry.ts";

/** Calls `visit` with one batch after the other; its writes are not seen by the scan. */
export function visitRows(
	table: Table,
	execution: Execution,
	visit: (entries: readonly Entry[]) => MaybePromise<unknown>,
): MaybePromise<void> {
	return visitAll(execution.transaction.scan(tableRange(table)), execution, visit);
}

/** The same with pages, for callers that need a part of each row. */
export function visitPages(
	table: Table,
	execution: Execution,
	visit: (page: Page) => MaybePromise<unknown>,
): MaybePromise<void> {
	return visitAll(execution.transaction.pages(tableRange(table)), execution, visit);
}

function visitAll<T>(
	scan: { next(): MaybePromise<T | null> },
	execution: Execution,
	visit: (batch: T) => MaybePromise<unknown>,
): MaybePromise<void> {
	const step = (): MaybePromise<void> => {
		for (;;) {
			const batch = scan.next();
			if (batch instanceof Promise) {
				return batch.then((arrived) => (arrived === null ? undefined : Promise.resolve(visit(arrived)).then(rest)));
			}
			if (batch === null) {
				return;
			}
			const answer = visit(batch);
			if (answer instanceof Promise) {
				return answer.then(rest);
			}
			const turn = execution.giveWay();
			if (turn instanceof Promise) {
				return turn.then(step);
			}
		}
	};
	const rest = (): MaybePromise<void> => {
		const turn = execution.giveWay();
		return turn instanceof Promise ? turn.then(step) : step();
	};
	return step();
}

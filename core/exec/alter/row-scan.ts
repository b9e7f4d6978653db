/**
 * All rows of a table in batches, for statements that look at every one of them.
 *
 * In: a table and what is done with a batch. Out: an answer once all batches are done. Between batches the statement may be
 * killed. It refuses to know conditions: queries have their own readers.
 */
import type { Table } from "../../catalog/table.ts";
import type { Answer, Entry } from "../../store/store.ts";
import type { Execution } from "../execution.ts";
import { tableRange } from "../index-entry.ts";

/** `visit` is called with one batch after the other; writes it makes are not seen by the scan. */
export function visitRows(table: Table, execution: Execution, visit: (entries: readonly Entry[]) => Answer<unknown>): Answer<void> {
	const scan = execution.transaction.scan(tableRange(table));
	const step = (): Answer<void> => {
		for (;;) {
			const batch = scan.next();
			if (batch instanceof Promise) {
				return batch.then((entries) => (entries === null ? undefined : Promise.resolve(visit(entries)).then(rest)));
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
	const rest = (): Answer<void> => {
		const turn = execution.giveWay();
		return turn instanceof Promise ? turn.then(step) : step();
	};
	return step();
}

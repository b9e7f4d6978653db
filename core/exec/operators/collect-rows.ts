/**
 * All rows of a source at once: for statements that change what they read, and so must have read it first.
 *
 * In: a source. Out: its rows, in a file where they are too many for memory. It refuses to keep a source open on
 * failure.
 */
import type { RowSource } from "../row-source.ts";
import type { Row } from "../../types/value.ts";
import type { Execution } from "../execution.ts";
import { type RowList, rowList } from "../spill/row-list.ts";

export async function collectRows(source: RowSource, execution: Execution): Promise<RowList<Row>> {
	const rows = rowList(execution);
	try {
		for (;;) {
			const answer = source.next();
			const batch = answer instanceof Promise ? await answer : answer;
			if (batch === null) {
				return rows;
			}
			await execution.giveWay();
			for (const row of batch) {
				rows.add(row);
			}
		}
	} catch (failure) {
		source.close();
		throw failure;
	}
}

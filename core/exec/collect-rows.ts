/**
 * All rows of a source at once: for statements that change what they read, and so must have read it first.
 *
 * In: a source. Out: its rows. It refuses to keep a source open on failure.
 */
import type { Row } from "../types/value.ts";
import type { Execution, RowSource } from "./execution.ts";

export async function collectRows(source: RowSource, execution: Execution): Promise<Row[]> {
	const rows: Row[] = [];
	try {
		for (;;) {
			const answer = source.next();
			const batch = answer instanceof Promise ? await answer : answer;
			if (batch === null) {
				return rows;
			}
			await execution.giveWay();
			for (const row of batch) {
				rows.push(row);
			}
		}
	} catch (failure) {
		source.close();
		throw failure;
	}
}

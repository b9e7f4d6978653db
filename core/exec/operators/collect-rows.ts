/**
 * Materializes a row source, on disk if it exceeds memory: for statements that change the tables they read (the
 * Halloween problem).
 */
import { isTurnOver } from "../../async/work-meter.ts";
import type { RowSource } from "../row-source.ts";
import type { Row } from "../../types/value/value.ts";
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
				if (isTurnOver()) {
					await execution.giveWay();
				}
			}
		}
	} catch (failure) {
		source.close();
		throw failure;
	}
}

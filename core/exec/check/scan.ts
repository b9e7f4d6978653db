/**
 * Scans a key range in batches, with progress reports and yields.
 */
import { runningMs } from "../../async/clock.ts";
import { yieldToEventLoop, sliceMs } from "../../async/event-loop-yield.ts";
import type { Entry, Range } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";

export async function walk(
	reader: FastReader,
	range: Range,
	take: (entry: Entry) => void | Promise<void>,
	passed?: (count: number) => void,
): Promise<number> {
	const scan = reader.scan(range);
	let count = 0;
	let turnEndMs = runningMs() + sliceMs;
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		for (const entry of batch) {
			const answer = take(entry);
			if (answer instanceof Promise) {
				await answer;
			}
		}
		count += batch.length;
		passed?.(batch.length);
		if (runningMs() > turnEndMs) {
			await yieldToEventLoop();
			turnEndMs = runningMs() + sliceMs;
		}
	}
	return count;
}

export async function firstEntry(reader: FastReader, range: Range): Promise<Entry | undefined> {
	if (range.from >= range.to) {
		return undefined;
	}
	const scan = reader.scan({ ...range, limit: 1 });
	const batch = await scan.next();
	scan.close();
	return batch?.[0];
}

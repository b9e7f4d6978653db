/**
 * Compaction continues after a refused step, and ends when nothing can be written any more.
 */
import test from "ava";
import type { BlockWriter } from "../../../core/store/blocks/block-writer.ts";
import { CompactionSchedule } from "../../../core/store/blocks/compaction-schedule.ts";
import { CompactionCandidates } from "../../../core/store/blocks/compaction-candidates.ts";

const waits = { tickMs: 1, pauseMs: 1, refusedMs: 1 };

/** A key space that is worth compacting. */
function writerWithMuch(): BlockWriter {
	const spaces = new CompactionCandidates(() => 1);
	for (let at = 0; at < 1000; at++) {
		spaces.note(`@${at}`);
	}
	return { spaces } as BlockWriter;
}

/** Runs a schedule until `steps` were begun, each with the next of the outcomes (whether it succeeds). */
function stepsOf(
	outcomes: readonly boolean[],
	isBroken: boolean,
): { readonly schedule: CompactionSchedule; readonly taken: () => number; readonly all: Promise<void> } {
	let taken = 0;
	let done: () => void;
	const all = new Promise<void>((resolve) => {
		done = resolve;
	});
	const runner = {
		isBroken,
		work(): Promise<void> {
			const succeeds = outcomes[taken++] ?? true;
			if (taken >= outcomes.length) {
				done();
			}
			return succeeds ? Promise.resolve() : Promise.reject(new Error("The disk is full."));
		},
	};
	return { schedule: new CompactionSchedule(writerWithMuch(), runner, waits), taken: () => taken, all };
}

/** Timers of the schedule keep no process alive. */
async function awake(promise: Promise<void>): Promise<void> {
	const timer = setInterval(() => undefined, 1000);
	await promise;
	clearInterval(timer);
}

test("a refused step is repeated", async (t) => {
	const { schedule, taken, all } = stepsOf([true, false, false, true], false);
	schedule.notice();
	await awake(all);
	schedule.stop();
	t.true(taken() >= 4);
});

test("without further writes no step is made", async (t) => {
	const { schedule, taken, all } = stepsOf([false], true);
	schedule.notice();
	await awake(all);
	await awake(new Promise((resolve) => setTimeout(resolve, 50)));
	t.is(taken(), 1);
	schedule.stop();
});

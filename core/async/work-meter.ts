/**
 * Work meter: counts the work done within values, so that loops over rows give way by work and not by rows alone.
 *
 * A row may cost a microsecond or, with texts of megabytes, a second. Functions add what they did with long values;
 * loops over rows compare the sum with a turn's worth after each row, which is one comparison of integers.
 */
import type { MaybePromise } from "./maybe-promise.ts";
import { Waiting } from "./waiting.ts";

/** One for the process, since it runs one thing at a time. */
export const work = {
	/** Since a loop last gave way: about 1 to 10 ns each. */
	units: 0,
	/** Bytes of long values made since the start of the process. */
	madeBytes: 0,
	/** Evaluations since the start of the process: the serial number of the last one. */
	evaluations: 0,
};

/** A loop that has done more gives way. */
export const unitsInTurn = 500_000;

/** Values up to this length are not counted. */
export const shortLength = 1024;

/** Adds the work of making a long value. */
export function countMade(length: number): void {
	work.units += length;
	work.madeBytes += length;
}

export interface TurnTaker {
	/** Throws if the statement was killed or its time is over; yields to the event loop if its turn is. */
	giveWay(): MaybePromise<void>;
}

/** Whether the turn's work is done; a new turn begins then, and the loop is to give way. */
export function isTurnOver(): boolean {
	const isOver = work.units > unitsInTurn;
	if (isOver) {
		work.units = 0;
	}
	return isOver;
}

/** Between two rows of a loop that can resume (`suspension.ts`): suspends it if the turn's work is done. */
export function pauseAfterTurn(statement: TurnTaker): void {
	if (isTurnOver()) {
		const turn = statement.giveWay();
		if (turn instanceof Promise) {
			throw new Waiting(turn);
		}
	}
}

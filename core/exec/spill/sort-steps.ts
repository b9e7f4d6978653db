/**
 * An array sorted in small steps, between which others have their turn.
 *
 * In: items in memory, and an order. Out: the same items in that order; of equal ones the first stays first. Pieces are sorted
 * at once, and merged two by two. It refuses to know what items are; rows that memory does not hold are `sorter.ts`'s.
 */

/** A piece is sorted at once: less than a millisecond. */
const pieceItems = 1024;

export function* sortSteps<T>(items: readonly T[], order: (one: T, other: T) => number): Generator<undefined, readonly T[]> {
	let sorted: T[] = [];
	for (let from = 0; from < items.length; from += pieceItems) {
		for (const item of items.slice(from, from + pieceItems).sort(order)) {
			sorted.push(item);
		}
		yield;
	}
	for (let size = pieceItems; size < sorted.length; size *= 2) {
		const merged: T[] = [];
		for (let from = 0; from < sorted.length; from += 2 * size) {
			yield* mergeInto(merged, sorted, from, Math.min(from + size, sorted.length), Math.min(from + 2 * size, sorted.length), order);
		}
		sorted = merged;
	}
	return sorted;
}

/** Appends the items of two neighbours, each in order. */
function* mergeInto<T>(merged: T[], items: readonly T[], from: number, middle: number, to: number, order: (one: T, other: T) => number): Generator<undefined, void> {
	let [left, right] = [from, middle];
	while (left < middle || right < to) {
		const isLeft = right === to || (left < middle && order(items[left]!, items[right]!) <= 0);
		merged.push(items[isLeft ? left++ : right++]!);
		if (merged.length % pieceItems === 0) {
			yield;
		}
	}
}

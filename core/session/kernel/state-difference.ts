/**
 * Difference of two states of stores: the entries of either that are not in the other.
 *
 * Where both stand on states of one file, the engine knows which key ranges may differ, and only these are read: the
 * cost follows the changes between the two, whatever their size.
 */
import { invariant } from "../../errors/invariant.ts";
import type { Entry, Key, Range, Scan } from "../../store/contract.ts";
import { equalBytes } from "../../store/encoding/equal-bytes.ts";
import type { FastSnapshot } from "../../store/fast-store.ts";

/** A key with its values in both states; undefined: it is not there. Copies, as the states' own memory is not kept. */
interface Difference {
	readonly key: Key;
	readonly one: Uint8Array | undefined;
	readonly other: Uint8Array | undefined;
}

/** Compares a range of two states that are read at once; in the order of the keys. */
export function* differences(one: FastSnapshot, other: FastSnapshot, range: Range): Iterable<Difference> {
	for (const each of differingRanges(one, other, range)) {
		yield* each.to === `${each.from}\0` ? differenceOf(one, other, each.from) : compared(one, other, each);
	}
}

/** The parts of a range that may differ, in order and apart from each other. */
function differingRanges(one: FastSnapshot, other: FastSnapshot, whole: Range): readonly Range[] {
	const ranges: Range[] = [];
	const below = bared(one, ranges);
	const otherBelow = bared(other, ranges);
	const inFile = below === otherBelow ? [] : below.differingRanges?.(otherBelow);
	if (inFile === undefined) {
		return [whole];
	}
	// One by one: there may be more than a call has arguments.
	for (const range of inFile) {
		ranges.push(range);
	}
	return joined(ranges.filter(({ from, to }) => from < whole.to && to > whole.from)).map(({ from, to }) => ({
		from: from < whole.from ? whole.from : from,
		to: to > whole.to ? whole.to : to,
	}));
}

/** The state beneath all that is laid over it, whose ranges are added. */
function bared(state: FastSnapshot, ranges: Range[]): FastSnapshot {
	let below = state;
	for (let laid = below.laid?.(); laid !== undefined; laid = below.laid?.()) {
		for (const range of laid.ranges) {
			ranges.push(range);
		}
		below = laid.below;
	}
	return below;
}

function joined(ranges: Range[]): readonly Range[] {
	const found: { from: Key; to: Key }[] = [];
	for (const { from, to } of ranges.sort((one, other) => (one.from < other.from ? -1 : 1))) {
		const last = found.at(-1);
		if (last === undefined || from >= last.to) {
			found.push({ from, to });
		} else if (to > last.to) {
			last.to = to;
		}
	}
	return found;
}

function* differenceOf(one: FastSnapshot, other: FastSnapshot, key: Key): Iterable<Difference> {
	const [mine, theirs] = [one.get(key), other.get(key)];
	invariant(!(mine instanceof Promise || theirs instanceof Promise), readsAtOnce);
	if (!equalBytes(mine, theirs)) {
		yield { key, one: mine && Uint8Array.from(mine), other: theirs && Uint8Array.from(theirs) };
	}
}

function* compared(one: FastSnapshot, other: FastSnapshot, range: Range): Iterable<Difference> {
	const ones = new EntryWalk(one.scan(range));
	const others = new EntryWalk(other.scan(range));
	try {
		for (;;) {
			const mine = ones.entry;
			const theirs = others.entry;
			if (mine === undefined && theirs === undefined) {
				return;
			}
			if (theirs === undefined || (mine !== undefined && mine.key < theirs.key)) {
				yield { key: mine!.key, one: Uint8Array.from(mine!.value), other: undefined };
				ones.next();
			} else if (mine === undefined || theirs.key < mine.key) {
				yield { key: theirs.key, one: undefined, other: Uint8Array.from(theirs.value) };
				others.next();
			} else {
				if (!equalBytes(mine.value, theirs.value)) {
					yield { key: mine.key, one: Uint8Array.from(mine.value), other: Uint8Array.from(theirs.value) };
				}
				ones.next();
				others.next();
			}
		}
	} finally {
		ones.close();
		others.close();
	}
}

const readsAtOnce = "A store whose states are compared reads at once.";

/** The entries of a scan one by one. */
class EntryWalk {
	/** Undefined after the last. */
	entry: Entry | undefined;
	readonly #scan: Scan;
	#batch: readonly Entry[] = [];
	#at = 0;

	constructor(scan: Scan) {
		this.#scan = scan;
		this.next();
	}

	next(): void {
		if (this.#at === this.#batch.length) {
			const batch = this.#scan.next();
			invariant(!(batch instanceof Promise), readsAtOnce);
			this.#batch = batch ?? [];
			this.#at = 0;
		}
		this.entry = this.#batch[this.#at];
		this.#at++;
	}

	close(): void {
		this.#scan.close();
	}
}

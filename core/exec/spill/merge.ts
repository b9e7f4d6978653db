/**
 * K-way merge of sorted lists with a loser tree: log2(k) comparisons a row; stable, the older list first.
 */
import type { Row } from "../../types/value/value.ts";

export interface KeyedRow {
	readonly keys: Row;
	readonly row: Row;
}

export type RowOrder = (one: KeyedRow, other: KeyedRow) => number;

export interface SortedRows {
	next(): KeyedRow | null;
}

export class Merge implements SortedRows {
	readonly #lists: readonly SortedRows[];
	readonly #order: RowOrder;
	/** The current row of each list. */
	readonly #heads: (KeyedRow | null)[];
	/** Node `n` of the tree, from 1: the list that lost there. Leaves are implicit. */
	readonly #losers: number[];
	#winner: number;

	constructor(lists: readonly SortedRows[], order: RowOrder) {
		this.#lists = lists;
		this.#order = order;
		this.#heads = lists.map((list) => list.next());
		this.#losers = new Array<number>(Math.max(1, lists.length)).fill(0);
		this.#winner = lists.length > 1 ? this.#build(1) : 0;
	}

	next(): KeyedRow | null {
		const found = this.#heads[this.#winner] ?? null;
		if (found !== null) {
			this.#heads[this.#winner] = this.#lists[this.#winner]!.next();
			this.#replay();
		}
		return found;
	}

	/** Returns the winner below a node and records the losers. */
	#build(node: number): number {
		const count = this.#lists.length;
		if (node >= count) {
			return node - count;
		}
		const [left, right] = [this.#build(2 * node), this.#build(2 * node + 1)];
		const isLeft = this.#isBefore(left, right);
		this.#losers[node] = isLeft ? right : left;
		return isLeft ? left : right;
	}

	/** Replays the matches on the winner's path after its list has advanced. */
	#replay(): void {
		let winner = this.#winner;
		for (let node = (winner + this.#lists.length) >> 1; node >= 1; node >>= 1) {
			const rival = this.#losers[node]!;
			if (this.#isBefore(rival, winner)) {
				this.#losers[node] = winner;
				winner = rival;
			}
		}
		this.#winner = winner;
	}

	#isBefore(one: number, other: number): boolean {
		const [first, second] = [this.#heads[one], this.#heads[other]];
		if (first === null || first === undefined || second === null || second === undefined) {
			return first !== null && first !== undefined;
		}
		const order = this.#order(first, second);
		return order < 0 || (order === 0 && one < other);
	}
}

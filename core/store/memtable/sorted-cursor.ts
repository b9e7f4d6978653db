/**
 * Cursor over a range of a sorted map, forward or backward. The map must not be written meanwhile.
 */
import type { Key } from "../contract.ts";
import { firstAfter, firstNotBefore, type TreeNode } from "./tree-node.ts";

export class SortedCursor<V> {
	/** The entry that the last `next()` reached. */
	key: Key = "";
	value: V | undefined = undefined;
	readonly #reverse: boolean;
	/** End of the range: exclusive forward, inclusive backward. */
	readonly #end: Key;
	/** The branches above the leaf and the child taken in each. */
	readonly #branches: TreeNode<V>[] = [];
	readonly #taken: number[] = [];
	#leaf: TreeNode<V>;
	#at: number;

	constructor(root: TreeNode<V>, from: Key, to: Key, reverse: boolean) {
		this.#reverse = reverse;
		this.#end = reverse ? from : to;
		const start = reverse ? to : from;
		let node = root;
		while (node.children !== null) {
			const child = firstAfter(node.keys, start);
			this.#branches.push(node);
			this.#taken.push(child);
			node = node.children[child];
		}
		this.#leaf = node;
		const at = firstNotBefore(node.keys, start);
		this.#at = reverse ? at - 1 : at;
	}

	/** Whether there is a next entry. */
	get hasNext(): boolean {
		while (this.#at < 0 || this.#at >= this.#leaf.keys.length) {
			if (!this.#nextLeaf()) {
				return false;
			}
		}
		const key = this.#leaf.keys[this.#at]!;
		return this.#reverse ? key >= this.#end : key < this.#end;
	}

	/** Moves to the next entry; `false` at the end of the range. */
	next(): boolean {
		if (!this.hasNext) {
			return false;
		}
		this.key = this.#leaf.keys[this.#at]!;
		this.value = this.#leaf.values[this.#at];
		this.#at += this.#reverse ? -1 : 1;
		return true;
	}

	#nextLeaf(): boolean {
		const step = this.#reverse ? -1 : 1;
		let level = this.#branches.length - 1;
		while (level >= 0) {
			const children = this.#branches[level].children as TreeNode<V>[];
			const child = this.#taken[level] + step;
			if (child >= 0 && child < children.length) {
				this.#taken[level] = child;
				this.#descend(children[child], level + 1);
				return true;
			}
			level--;
		}
		return false;
	}

	#descend(top: TreeNode<V>, topLevel: number): void {
		let node = top;
		let level = topLevel;
		while (node.children !== null) {
			const child = this.#reverse ? node.children.length - 1 : 0;
			this.#branches[level] = node;
			this.#taken[level] = child;
			node = node.children[child];
			level++;
		}
		this.#leaf = node;
		this.#at = this.#reverse ? node.keys.length - 1 : 0;
	}
}

/**
 * Ordered map with clones in O(1): a copy-on-write B+tree.
 *
 * Snapshots of the memory engine, a transaction's write set and its savepoints are clones that share all nodes until
 * one side writes.
 *
 *                     [ m | t ]                 branch: key i is the smallest under child i + 1
 *                   /     |     \
 *            [a c f]   [m p]   [t v z]          leaves: keys and their values, side by side
 *
 * A node belongs to the map that made it. A map writes into its own nodes and copies others first; a clone makes both
 * maps give up what they own.
 */
import { SortedCursor } from "./sorted-cursor.ts";
import type { Key } from "../contract.ts";
import { collect, firstAfter, firstNotBefore, insertAt, weight, type TreeNode } from "./tree-node.ts";

/** The most entries of a leaf and children of a branch. 32 measured best of 16, 32 and 64. */
const maximumEntries = 32;
const minimumEntries = 12;

export class SortedMap<V> {
	#root: TreeNode<V>;
	#owner: object = {};
	#size = 0;
	/** The smallest key of the node that the last `#insert` split off. */
	#separator: Key = "";

	constructor() {
		this.#root = { owner: this.#owner, keys: [], values: [], children: null };
	}

	get size(): number {
		return this.#size;
	}

	/** Returns a map with the same entries; later writes to either do not affect the other. */
	clone(): SortedMap<V> {
		const copy = new SortedMap<V>();
		copy.#root = this.#root;
		copy.#size = this.#size;
		this.#owner = {};
		return copy;
	}

	/** The value of a key, `undefined` if there is none. */
	get(key: Key): V | undefined {
		let node = this.#root;
		while (node.children !== null) {
			node = node.children[firstAfter(node.keys, key)];
		}
		const at = firstNotBefore(node.keys, key);
		return node.keys[at] === key ? node.values[at] : undefined;
	}

	set(key: Key, value: V): void {
		const root = this.#owned(this.#root);
		this.#root = root;
		const right = this.#insert(root, key, value);
		if (right !== null) {
			this.#root = { owner: this.#owner, keys: [this.#separator], values: [], children: [root, right] };
		}
	}

	/** Removes a key; returns whether it existed. */
	delete(key: Key): boolean {
		if (!this.#holds(key)) {
			return false;
		}
		let root = this.#owned(this.#root);
		this.#remove(root, key);
		if (root.children !== null && root.children.length === 1) {
			root = root.children[0];
		}
		this.#root = root;
		this.#size--;
		return true;
	}

	/** Cursor over keys from `from` to `to` (exclusive). The map must not be written meanwhile: use a clone. */
	cursor(from: Key, to: Key, reverse: boolean): SortedCursor<V> {
		return new SortedCursor(this.#root, from, to, reverse);
	}

	/** Maps all entries in key order; faster than a cursor. */
	entries<T>(make: (key: Key, value: V) => T): T[] {
		const made: T[] = [];
		collect(this.#root, make, made);
		return made;
	}

	#holds(key: Key): boolean {
		let node = this.#root;
		while (node.children !== null) {
			node = node.children[firstAfter(node.keys, key)];
		}
		return node.keys[firstNotBefore(node.keys, key)] === key;
	}

	#owned(node: TreeNode<V>): TreeNode<V> {
		if (node.owner === this.#owner) {
			return node;
		}
		return {
			owner: this.#owner,
			keys: node.keys.slice(),
			values: node.values.slice(),
			children: node.children === null ? null : node.children.slice(),
		};
	}

	/** Writes into an owned node; returns the node split off, with its smallest key in `#separator`. */
	#insert(node: TreeNode<V>, key: Key, value: V): TreeNode<V> | null {
		if (node.children === null) {
			const at = firstNotBefore(node.keys, key);
			if (node.keys[at] === key) {
				node.values[at] = value;
				return null;
			}
			insertAt(node.keys, at, key);
			insertAt(node.values, at, value);
			this.#size++;
			return node.keys.length > maximumEntries ? this.#splitLeaf(node, at) : null;
		}
		const at = firstAfter(node.keys, key);
		const child = this.#owned(node.children[at]);
		node.children[at] = child;
		const right = this.#insert(child, key, value);
		if (right === null) {
			return null;
		}
		insertAt(node.keys, at, this.#separator);
		insertAt(node.children, at + 1, right);
		return node.children.length > maximumEntries ? this.#splitBranch(node, node.children, at + 1) : null;
	}

	/** For keys that arrive in order all but the newest entry stay in the left node, so that leaves are full. */
	#splitLeaf(node: TreeNode<V>, inserted: number): TreeNode<V> {
		const last = node.keys.length - 1;
		const at = inserted === last ? last : node.keys.length >> 1;
		const right = { owner: this.#owner, keys: node.keys.splice(at), values: node.values.splice(at), children: null };
		this.#separator = right.keys[0];
		return right;
	}

	#splitBranch(node: TreeNode<V>, children: TreeNode<V>[], inserted: number): TreeNode<V> {
		const last = children.length - 1;
		const at = inserted === last ? last : children.length >> 1;
		const right = { owner: this.#owner, keys: node.keys.splice(at), values: [], children: children.splice(at) };
		this.#separator = node.keys.pop() as Key;
		return right;
	}

	/** Removes an existing key from an owned node. */
	#remove(node: TreeNode<V>, key: Key): void {
		if (node.children === null) {
			const at = firstNotBefore(node.keys, key);
			node.keys.splice(at, 1);
			node.values.splice(at, 1);
			return;
		}
		const at = firstAfter(node.keys, key);
		const child = this.#owned(node.children[at]);
		node.children[at] = child;
		this.#remove(child, key);
		if (weight(child) < minimumEntries && node.children.length > 1) {
			this.#refill(node, node.children, at === 0 ? 0 : at - 1);
		}
	}

	/** Merges children `at` and `at + 1`, or balances them if they do not fit in one node. */
	#refill(node: TreeNode<V>, children: TreeNode<V>[], at: number): void {
		const left = this.#owned(children[at]);
		const right = children[at + 1];
		children[at] = left;
		if (left.children !== null && right.children !== null) {
			left.keys.push(node.keys[at], ...right.keys);
			left.children.push(...right.children);
		} else {
			left.keys.push(...right.keys);
			left.values.push(...right.values);
		}
		if (weight(left) <= maximumEntries) {
			node.keys.splice(at, 1);
			children.splice(at + 1, 1);
			return;
		}
		children[at + 1] = left.children === null ? this.#splitLeaf(left, 0) : this.#splitBranch(left, left.children, 0);
		node.keys[at] = this.#separator;
	}
}

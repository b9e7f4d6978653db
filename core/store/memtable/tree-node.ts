/**
 * Node of a sorted map's B+tree, with binary search for a key.
 */
import type { Key } from "../contract.ts";

/** One shape for leaves and branches, so that the descent stays monomorphic. */
export interface TreeNode<V> {
	readonly owner: object;
	readonly keys: Key[];
	/** Empty in a branch. */
	readonly values: V[];
	/** `null` in a leaf. */
	readonly children: TreeNode<V>[] | null;
}

/** Size of a node: entries of a leaf, children of a branch. */
export function weight<V>(node: TreeNode<V>): number {
	return node.children === null ? node.keys.length : node.children.length;
}

/** The first position whose key is not smaller than `key`. */
export function firstNotBefore(keys: readonly Key[], key: Key): number {
	let low = 0;
	let high = keys.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (keys[middle] < key) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

/** The first position whose key is larger than `key`. */
export function firstAfter(keys: readonly Key[], key: Key): number {
	let low = 0;
	let high = keys.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (keys[middle] <= key) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

/** Maps each entry beneath a node and appends the results. */
export function collect<V, T>(
	{ keys, values, children }: TreeNode<V>,
	make: (key: Key, value: V) => T,
	made: T[],
): void {
	if (children === null) {
		for (let at = 0; at < keys.length; at++) {
			made.push(make(keys[at]!, values[at]!));
		}
		return;
	}
	for (let at = 0; at < children.length; at++) {
		collect(children[at]!, make, made);
	}
}

/** Shifts the later items by one: `splice` would allocate an array of removed items, even for none. */
export function insertAt<T>(list: T[], at: number, item: T): void {
	list.push(item);
	for (let to = list.length - 1; to > at; to--) {
		list[to] = list[to - 1]!;
	}
	list[at] = item;
}

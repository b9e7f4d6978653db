/**
 * Difference of two states of an LMDB file: the key ranges outside of which both hold the same.
 *
 * LMDB writes no page that an open read transaction can reach (copy-on-write): a page that both trees reach is the same
 * in both, with all beneath it. Only pages that one of them has are read, so that the cost follows the changes between
 * the two states, whatever the size of the file.
 *
 *     one      r1 ─┬─ a ── 1 2          other    r2 ─┬─ a          shared: neither a nor 1 and 2 are read
 *                  └─ b ── 3 4                       └─ c ── 3 5    differ: 4 and 5
 */
import { invariant } from "../../errors/invariant.ts";
import { blockKeyBit } from "../blocks/block-key.ts";
import { BlockView, blockMemory } from "../blocks/block-view.ts";
import { rangeThrough } from "../encoding/keys.ts";
import { readLatin1 } from "../encoding/latin1.ts";
import type { Key, Range } from "../contract.ts";
import { BranchNode, headerBytes, isBranch, isLeaf, LeafNode, nodeCount, pageBytes, pageNumber } from "./lmdb-page.ts";
import { type MappedFile, type MappedTree, placeIn } from "./mapped-file.ts";

/** Undefined: the trees are not of one file in memory. Both are read by open transactions. */
export function differingRanges(one: MappedTree, other: MappedTree): readonly Range[] | undefined {
	if (one.file !== other.file) {
		return undefined;
	}
	const { file } = one;
	const [ones, others] = ownLeaves(one, other);
	const left = nodesOf(file, ones);
	const ranges: Range[] = [];
	for (const [key, node] of nodesOf(file, others)) {
		const same = left.get(key);
		if (same?.data.equals(node.data) === true) {
			left.delete(key);
		} else {
			ranges.push(rangeOfNode(file, node));
		}
	}
	for (const node of left.values()) {
		ranges.push(rangeOfNode(file, node));
	}
	return ranges;
}

type Pages = ReadonlySet<number>;

/** The leaves of each tree that the other does not reach. A page that both reach has the same height in both. */
function ownLeaves(one: MappedTree, other: MappedTree): readonly [Pages, Pages] {
	const { file } = one;
	let ones: Pages = new Set([one.root]);
	let others: Pages = new Set([other.root]);
	for (let height = Math.max(one.depth, other.depth); ; height--) {
		if (height <= one.depth && height <= other.depth) {
			[ones, others] = [without(ones, others), without(others, ones)];
		}
		if (height <= 1) {
			return [ones, others];
		}
		ones = height <= one.depth ? childrenOf(file, ones) : ones;
		others = height <= other.depth ? childrenOf(file, others) : others;
	}
}

function without(pages: Pages, others: Pages): Pages {
	return new Set([...pages].filter((page) => !others.has(page)));
}

function childrenOf(file: MappedFile, branches: Pages): Pages {
	const children = new Set<number>();
	for (const number of branches) {
		const page = pageIn(file, number);
		invariant(isBranch(page), "A page above the leaves is a branch.");
		for (let at = 0; at < nodeCount(page); at++) {
			const node = BranchNode.at(page, at);
			invariant(node !== undefined, "A branch's nodes are inside its page.");
			children.add(node.child);
		}
	}
	return children;
}

function nodesOf(file: MappedFile, leaves: Pages): Map<Key, LeafNode> {
	const nodes = new Map<Key, LeafNode>();
	for (const number of leaves) {
		const page = pageIn(file, number);
		invariant(isLeaf(page), "A page of the lowest height is a leaf.");
		for (let at = 0; at < nodeCount(page); at++) {
			const node = LeafNode.at(page, at);
			invariant(node !== undefined, "A leaf's nodes are inside its page.");
			nodes.set(readLatin1(node.key, 0, node.key.length), node);
		}
	}
	return nodes;
}

function pageIn(file: MappedFile, number: number): Buffer {
	const window = file.window(number);
	const page = Buffer.from(window.bytes.buffer, window.bytes.byteOffset + placeIn(window, number), pageBytes);
	invariant(pageNumber(page) === number, "A page has its own number.");
	return page;
}

/** The keys that a node speaks of: its own, or those of its block. */
function rangeOfNode(file: MappedFile, node: LeafNode): Range {
	const key = readLatin1(node.key, 0, node.key.length);
	if (key.charCodeAt(0) < blockKeyBit) {
		return rangeThrough(key, key);
	}
	const { data, overflow } = node;
	// Copied: a block within a leaf may begin at an odd word.
	const bytes = Uint8Array.from(
		overflow === undefined ? data : pageIn(file, overflow.first).subarray(headerBytes, pageBytes),
	);
	const view = new BlockView(blockMemory(bytes.buffer, 0, bytes.length));
	invariant(view.open(bytes.length), "A node with a block's key holds a block.");
	return rangeThrough(view.key(0), view.key(view.count - 1));
}

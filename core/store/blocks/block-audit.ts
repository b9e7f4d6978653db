/**
 * Audit of a state's blocks: checksums, order of keys, key space, block key, overlaps.
 *
 * Returns the counts, or a sentence that describes the damage.
 */
import type { BlockView } from "./block-view.ts";
import type { StoredTree } from "./entry-tree.ts";
import { entriesEnd } from "./block-key.ts";
import type { Key } from "../contract.ts";

export interface BlockAudit {
	readonly blocks: number;
	/** Entries in blocks, overridden ones included. */
	readonly entries: number;
	/** `null`: no damage. */
	readonly damage: string | null;
}

export function auditBlocks(state: StoredTree, spaceOf: (key: Key) => number): BlockAudit {
	const cursor = state.takeCursor();
	const page = state.takePage();
	let blocks = 0;
	let entries = 0;
	let before: Key = "";
	let damage: string | null = null;
	try {
		for (let isThere = cursor.seek(entriesEnd); isThere && damage === null; isThere = cursor.step()) {
			state.openBlock(cursor, page);
			damage = damageOf(page.view, before, spaceOf);
			before = page.view.key(page.view.count - 1);
			blocks++;
			entries += page.view.count;
		}
	} finally {
		state.giveBack(page, [cursor]);
	}
	return { blocks, entries, damage };
}

function damageOf(view: BlockView, before: Key, spaceOf: (key: Key) => number): string | null {
	const name = `The block of key ${Buffer.from(view.key(view.count - 1), "latin1").toString("hex")}`;
	if (!view.isSound()) {
		return `${name} has another checksum than its own.`;
	}
	const first = view.key(0);
	if (first <= before) {
		return `${name} overlaps the one before it.`;
	}
	const space = first.slice(0, spaceOf(first));
	let last: Key = "";
	for (let at = 0; at < view.count; at++) {
		const key = view.key(at);
		if (key <= last || view.valueEnd(at) < view.valueStart(at) || view.valueEnd(at) - view.values > view.size) {
			return `${name} has entries out of order.`;
		}
		if (space === "" || !key.startsWith(space)) {
			return `${name} holds a key that is not of its table or index.`;
		}
		last = key;
	}
	return null;
}

/**
 * Merges a block's entries with the standalone entries over it and with writes.
 *
 * All inputs are in order. Entries too large for a block are left out: they stay standalone.
 */
import type { PackedEntry } from "./block-packer.ts";
import type { BlockView } from "./block-view.ts";
import type { StandaloneEntry } from "./standalone-entry.ts";
import type { Write } from "../contract.ts";

export function mergeBlock(view: BlockView, over: readonly StandaloneEntry[], greatest: number): PackedEntry[] {
	const entries: PackedEntry[] = [];
	let place = 0;
	for (let at = 0; at <= view.count; at++) {
		const key = at < view.count ? view.key(at) : undefined;
		for (; place < over.length && (key === undefined || over[place].key < key); place++) {
			addEntry(entries, over[place], greatest);
		}
		if (key !== undefined && place < over.length && over[place].key === key) {
			addEntry(entries, over[place++], greatest);
		} else if (key !== undefined) {
			entries.push({ key, value: view.bytes.slice(view.valueStart(at), view.valueEnd(at)) });
		}
	}
	return entries;
}

function addEntry(entries: PackedEntry[], { key, value, isGreat }: StandaloneEntry, greatest: number): void {
	if (!isGreat && value !== null && key.length + value.length <= greatest) {
		entries.push({ key, value });
	}
}

/** Merges writes into standalone entries; a write overrides the entry of the same key. */
export function layWrites(lone: readonly StandaloneEntry[], writes: readonly Write[]): StandaloneEntry[] {
	const merged: StandaloneEntry[] = [];
	let place = 0;
	for (const { key, value } of writes) {
		for (; place < lone.length && lone[place].key < key; place++) {
			merged.push(lone[place]);
		}
		if (place < lone.length && lone[place].key === key) {
			place++;
		}
		merged.push({ key, value, isGreat: false });
	}
	return merged.concat(lone.slice(place));
}

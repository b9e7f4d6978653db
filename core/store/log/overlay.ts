/**
 * What the log holds and the store's file does not: commits laid over its entries.
 *
 * In: writes; when they are being folded into the file, and when they are in it. Out: states, each unchanging, made in O(1)
 * (`sorted-map.ts`). It refuses to know files.
 *
 *     newer    commits since the last fold began
 *     older    what is being folded; empty if nothing is
 */
import { SortedMap } from "../sorted-map.ts";
import type { Key, Write } from "../store.ts";

type Layer = SortedMap<Uint8Array | null>;

export interface OverlayState {
	readonly newer: Layer;
	readonly older: Layer | null;
}

/** Null: it is removed. Undefined: the file says what is there. */
export function findIn({ newer, older }: OverlayState, key: Key): Uint8Array | null | undefined {
	const found = newer.get(key);
	return found === undefined && older !== null ? older.get(key) : found;
}

export class Overlay implements OverlayState {
	newer: Layer = new SortedMap();
	older: Layer | null = null;
	#state: OverlayState | null = null;

	get isEmpty(): boolean {
		return this.newer.size === 0 && this.older === null;
	}

	/** The state that all snapshots of the same moment share. */
	state(): OverlayState {
		this.#state ??= { newer: this.newer.clone(), older: this.older };
		return this.#state;
	}

	put(writes: readonly Write[]): void {
		this.#state = null;
		for (const { key, value } of writes) {
			this.newer.set(key, value);
		}
	}

	/** What was put since is not there: the log did not take it. */
	restore({ newer, older }: OverlayState): void {
		this.#state = null;
		this.newer = newer.clone();
		this.older = older;
	}

	/** What is being folded. */
	olderWrites(): Write[] {
		return this.older === null ? [] : writesOf(this.older);
	}

	/** Begins a fold. */
	freeze(): void {
		this.#state = null;
		this.older = this.newer;
		this.newer = new SortedMap();
	}

	/** The fold is in the file. */
	melt(): void {
		this.#state = null;
		this.older = null;
	}
}

function writesOf(layer: Layer): Write[] {
	const writes: Write[] = [];
	const cursor = layer.cursor("", "\xff\xff", false);
	while (cursor.next()) {
		writes.push({ key: cursor.key, value: cursor.value ?? null });
	}
	return writes;
}

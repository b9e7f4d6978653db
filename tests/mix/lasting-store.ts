/**
 * A memory store that outlives the kernels opened on it: data in which one release follows another.
 *
 * In: nothing. Out: a store whose `close` does nothing.
 */
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";

export function lastingStore(): FastStore {
	const store = openMemoryStore();
	return {
		snapshot: () => store.snapshot(),
		commit: (batch) => store.commit(batch),
		check: () => store.check(),
		close: async () => undefined,
	};
}

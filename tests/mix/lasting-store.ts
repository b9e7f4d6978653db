/**
 * Memory store that outlives the kernels opened on it (`close` does nothing), for upgrades from release to release.
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

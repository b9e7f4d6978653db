/**
 * The memory engine: the conformance suite.
 */
import { gatherPages } from "../../../core/store/memtable/gathered-pages.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import type { Range, Scan } from "../../../core/store/contract.ts";
import type { FastSnapshot, FastStore } from "../../../core/store/fast-store.ts";
import { conformance } from "../conformance.ts";

conformance("memory", () => openMemoryStore());

/** Answers every read with a promise, as a remote engine would. */
class RemoteStore implements FastStore {
	readonly #store = openMemoryStore();

	snapshot(): FastSnapshot {
		const snapshot = this.#store.snapshot();
		return {
			transactionId: snapshot.transactionId,
			get: async (key) => snapshot.get(key),
			getMany: async (keys) => snapshot.getMany(keys),
			getPage: async (keys, page) => snapshot.getPage(keys, page),
			scan: (range: Range): Scan => scanLater(snapshot, range),
			pages: (range: Range) => gatherPages(scanLater(snapshot, range)),
			release: () => snapshot.release(),
		};
	}

	commit: FastStore["commit"] = (batch) => this.#store.commit(batch);
	check(): void {
		this.#store.check();
	}
	close: FastStore["close"] = () => this.#store.close();
}

function scanLater(snapshot: FastSnapshot, range: Range): Scan {
	const scan = snapshot.scan(range);
	return { next: async () => scan.next(), close: () => scan.close() };
}

conformance("memory behind promises", () => new RemoteStore());

/**
 * Asynchronous store: decorates a store so that every read returns a promise, resolved in the next turn of the loop.
 */
import { gatherPages } from "../../core/store/memtable/gathered-pages.ts";
import type { Range, Scan } from "../../core/store/contract.ts";
import type { FastSnapshot, FastStore } from "../../core/store/fast-store.ts";

export function slowStore(inner: FastStore): FastStore {
	return {
		snapshot: () => slowSnapshot(inner.snapshot()),
		commit: (batch) => inner.commit(batch),
		check: () => inner.check(),
		close: () => inner.close(),
	};
}

function slowSnapshot(inner: FastSnapshot): FastSnapshot {
	return {
		transactionId: inner.transactionId,
		get: (key) => later(() => inner.get(key)),
		getMany: (keys) => later(() => inner.getMany(keys)),
		getPage: (keys, page) => later(() => inner.getPage(keys, page)),
		scan: (range) => slowScan(inner, range),
		pages: (range) => gatherPages(slowScan(inner, range)),
		release: () => inner.release(),
	};
}

function slowScan(inner: FastSnapshot, range: Range): Scan {
	const scan = inner.scan(range);
	return { next: () => later(() => scan.next()), close: () => scan.close() };
}

async function later<T>(read: () => T | Promise<T>): Promise<T> {
	await Promise.resolve();
	return read();
}

/**
 * A server without ports on a file, sound or with the fault that the checker must find.
 */
import net from "node:net";
import type { Kernel } from "../../core/kernel.ts";
import { parseDurability } from "../../core/store/durability.ts";
import { openLmdbStore } from "../../core/store/lmdb/lmdb.ts";
import { openLoggedStore } from "../../core/store/wal/logged-store.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { openMemoryKernel } from "../memory-kernel.ts";
import type { Task } from "./player.ts";

export interface Order {
	readonly path: string;
	readonly task: Task;
	readonly isFaulty: boolean;
	/** With the write-ahead log, as servers are run; otherwise each commit goes into the file, without syncs. */
	readonly hasLog: boolean;
	/** They are processes of one server: one owns the log, the other commits through it. */
	readonly isShared: boolean;
}

/** The fault: commits without validation of the read set. */
export function withoutConditions(store: FastStore): FastStore {
	return {
		snapshot: () => store.snapshot(),
		commit: ({ writes, additions }) =>
			store.commit({ writes, conditions: [], ...(additions === undefined ? {} : { additions }) }),
		check: () => store.check(),
		close: () => store.close(),
	};
}

export async function openServer({ path, isFaulty, hasLog, isShared }: Omit<Order, "task">): Promise<Kernel> {
	const store = hasLog
		? openLoggedStore({ path, ...(isShared ? { sockets: net } : {}) })
		: openLmdbStore({ path, durability: parseDurability("off")! });
	return openMemoryKernel({ release: "2.1.7" }, isFaulty ? withoutConditions(store) : store);
}

/**
 * A directory's database, one that begins with it, and forks of both, in this process: each plays a history of its own
 * at the same time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forkKernel, keepState } from "../../core/fork.ts";
import type { Kernel } from "../../core/kernel.ts";
import { parseDurability } from "../../core/store/durability.ts";
import { openLmdbStore } from "../../core/store/lmdb/lmdb.ts";
import { openOverlay } from "../../core/store/memory/memory.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { listsOf, play, tables } from "./player.ts";
import type { History, Level, Transaction } from "./record.ts";
import { withoutConditions } from "./server.ts";

interface OverlayWish {
	readonly level: Level;
	/** Of each database. */
	readonly transactions: number;
	/** The fork is none, but a second database over the store of the overlay, which does not validate. */
	readonly isFaulty?: boolean;
}

const sessions = 8;

/** Histories by database: `directory`, `overlay`, `fork`, `fork of a fork`. */
export async function recordOverlays(wish: OverlayWish): Promise<ReadonlyMap<string, History>> {
	const folder = mkdtempSync(join(tmpdir(), "verso-history-"));
	const store = openLmdbStore({ path: join(folder, "verso.mdb"), durability: parseDurability("off")! });
	const directory = await openMemoryKernel({ release: "2.1.7" }, store);
	try {
		const session = await connectRoot(directory);
		for (const sql of tables) {
			await answerOf(session, sql);
		}
		session.close();
		const overlay = openOverlay(store);
		const fork =
			wish.isFaulty === true
				? await openMemoryKernel({ release: "2.1.7" }, withoutConditions(overlay))
				: forkKernel(await keepState(directory));
		const kernels = {
			directory,
			overlay: await openMemoryKernel({ release: "2.1.7" }, overlay),
			fork,
			"fork of a fork": forkKernel(await keepState(wish.isFaulty === true ? directory : fork)),
		};
		const histories = await Promise.all(
			Object.entries(kernels).map(async ([name, kernel], at) => [name, await historyOf(kernel, wish, at)] as const),
		);
		for (const kernel of Object.values(kernels).reverse()) {
			await kernel.close(0);
		}
		return new Map(histories);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Transactions are numbered apart, so that one of another database would be seen. */
async function historyOf(kernel: Kernel, { level, transactions: count }: OverlayWish, at: number): Promise<History> {
	const transactions: Transaction[] = [];
	const task = {
		level,
		sessions,
		transactions: count,
		firstId: 1 + at * count,
		locksRegisters: false,
		hasSingles: false,
	};
	await play(kernel, task, (transaction) => transactions.push(transaction));
	const session = await connectRoot(kernel);
	const lists = await listsOf(session);
	session.close();
	return { transactions, lists };
}

/**
 * Two servers in this process over one shared log, each with a memory of its own: the log delivers a little late.
 */
import { setTimeout } from "../../core/async/timers.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { FollowedStore } from "../../core/store/shared-log/followed-store.ts";
import { MemoryLog } from "../../core/store/shared-log/memory-log.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { listsOf, play, tables } from "./player.ts";
import type { History, Level, Transaction } from "./record.ts";

interface SharedWish {
	readonly level: Level;
	readonly transactions: number;
	/** Statements first ask the log for its end. */
	readonly isFresh?: boolean;
	/** One server doesn't look at what its commits, and the other's, rely on. */
	readonly isFaulty?: boolean;
	readonly locksRegisters?: boolean;
}

const sessions = 12;
const mostLateMs = 2;

export async function recordShared(wish: SharedWish): Promise<History> {
	const log = new MemoryLog({ later: (work) => setTimeout(work, Math.random() * mostLateMs) });
	const open = async (name: string): Promise<FollowedStore> => {
		const store = new FollowedStore({
			file: openMemoryStore(),
			log: log.connect(),
			cluster: "c",
			name,
			facts: { host: "here", port: 0, release: "2.1.7" },
			isFresh: wish.isFresh === true,
			...(wish.isFaulty === true ? { findConflict: () => undefined } : {}),
		});
		await store.join();
		return store;
	};
	const one = await openMemoryKernel({ release: "2.1.7" }, await open("one"));
	const session = await connectRoot(one);
	for (const sql of tables) {
		await answerOf(session, sql);
	}
	const other = await openMemoryKernel({ release: "2.0" }, await open("other"));
	const transactions: Transaction[] = [];
	const share = Math.ceil(wish.transactions / 2);
	await Promise.all(
		[one, other].map((kernel, at) =>
			play(
				kernel,
				{
					level: wish.level,
					sessions,
					transactions: share,
					firstId: 1 + at * share,
					locksRegisters: wish.locksRegisters === true,
					hasSingles: false,
				},
				(transaction) => transactions.push(transaction),
			),
		),
	);
	const reader = await connectRoot(other);
	// Its own commit comes behind all others in the log: by its answer this server has them.
	await answerOf(reader, "create table last_of_all (id int)");
	const lists = await listsOf(reader);
	reader.close();
	session.close();
	await one.close(0);
	await other.close(0);
	return { transactions, lists };
}

/**
 * Plays one history on two servers on one file, or on one alone.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { longestPart } from "../longest-run.ts";
import { answerOf, connectRoot } from "../memory-kernel.ts";
import { listsOf, play, tables, type Task } from "./player.ts";
import type { History, Level, Transaction } from "./record.ts";
import { openServer, type Order } from "./server.ts";

export interface Wish {
	readonly level: Level;
	readonly transactions: number;
	readonly servers: 1 | 2;
	readonly locksRegisters?: boolean;
	/** With the log, and single statements among the transactions. */
	readonly hasLog?: boolean;
	/** As processes of one server, of which one owns the log. */
	readonly isShared?: boolean;
	/** The second server, or the only one, commits without validation. */
	readonly isFaulty?: boolean;
}

const sessions = 12;

export async function record(wish: Wish): Promise<History> {
	const folder = mkdtempSync(join(tmpdir(), "verso-history-"));
	const path = join(folder, "verso.mdb");
	try {
		const [hasLog, isShared] = [wish.hasLog === true, wish.isShared === true];
		const kernel = await openServer({ path, isFaulty: wish.servers === 1 && wish.isFaulty === true, hasLog, isShared });
		const session = await connectRoot(kernel);
		for (const sql of tables) {
			await answerOf(session, sql);
		}
		const transactions: Transaction[] = [];
		const share = Math.ceil(wish.transactions / wish.servers);
		const task: Task = {
			level: wish.level,
			sessions,
			transactions: share,
			firstId: 1,
			locksRegisters: wish.locksRegisters === true,
			hasSingles: hasLog,
		};
		const other =
			wish.servers === 2
				? await elsewhere(
						{ path, task: { ...task, firstId: share + 1 }, isFaulty: wish.isFaulty === true, hasLog, isShared },
						transactions,
					)
				: undefined;
		await Promise.all([play(kernel, task, (transaction) => transactions.push(transaction)), other?.begin()]);
		const lists = await listsOf(session);
		session.close();
		await kernel.close(0);
		return { transactions, lists };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

interface Message {
	readonly transactions?: readonly Transaction[];
	readonly failure?: string;
	readonly isReady?: true;
	readonly isDone?: true;
}

/** A second process that is ready to begin. */
async function elsewhere(order: Order, transactions: Transaction[]): Promise<{ begin(): Promise<void> }> {
	const child = fork(new URL("./child.js", import.meta.url), longestPart);
	const told = (wanted: "isReady" | "isDone"): Promise<void> =>
		new Promise((resolve, reject) => {
			child.on("message", (message: Message) => {
				if (message.failure !== undefined) {
					reject(new Error(message.failure));
				} else if (message[wanted] === true) {
					resolve();
				}
			});
			child.on("exit", (code, signal) => reject(new Error(`The second server has ended: ${signal ?? code}.`)));
		});
	child.on("message", (message: Message) => transactions.push(...(message.transactions ?? [])));
	const [ready, done] = [told("isReady"), told("isDone")];
	done.catch(() => {});
	child.send(order);
	await ready;
	return {
		async begin() {
			child.send("begin");
			await done;
			child.disconnect();
		},
	};
}

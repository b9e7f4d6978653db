/**
 * A server on a failing disk: from some call on every write or sync of its file returns an error.
 *
 * Reports acknowledged writes that are lost, errors without a message, and rows that cannot be read any more while
 * the server runs.
 */
import { join } from "node:path";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { checkDirectory } from "../../../apps/compose/checked-directory.ts";
import { Child, connectTo } from "../killed/child.ts";
import { failing } from "../strace.ts";

interface DiskWish {
	readonly directory: string;
	/** Names of system calls, separated by commas. */
	readonly calls: string;
	/** Error name: `EIO`, `ENOSPC`. */
	readonly error: string;
	/** Number of the first call that fails, by name and thread. */
	readonly from: number;
	/** Another client sends requests all the time, so that the log is written on other threads. */
	readonly isCrowded: boolean;
}

/** Calls are counted by thread: where the log is written on other threads, each has a part of the writes. */
const patience = 400;
const writingThreads = 4;

/**
 * A sync that fails (there are few: the log needs none), a write that fails, a disk that is full without a warning.
 */
export const diskFaults = [
	{ calls: "fdatasync", error: "EIO", from: 2, isCrowded: false },
	{ calls: "pwrite64,pwritev", error: "EIO", from: 12, isCrowded: false },
	{ calls: "pwrite64,pwritev", error: "ENOSPC", from: 12, isCrowded: false },
	{ calls: "pwrite64,pwritev", error: "EIO", from: 6, isCrowded: true },
] as const;

export async function diskRound({ directory, calls, error, from, isCrowded }: DiskWish): Promise<string[]> {
	const first = new Child(directory, {});
	const connection = await connectTo((await first.ready) ?? 0);
	await connection.query("CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY, b VARCHAR(200), KEY (b))");
	await first.stop();
	const failingChild = new Child(directory, {
		under: failing(
			calls,
			error,
			from,
			["verso.mdb", "verso.log"].map((name) => join(directory, name)),
		),
	});
	const port = await failingChild.ready;
	if (port === null) {
		// If it has to write during the start, it must end with a message.
		return isOneSentence(failingChild.complaint) ? judge(directory, 0) : [`it ends with ${failingChild.complaint}`];
	}
	const wrong: string[] = [];
	let isOver = false;
	const crowd = isCrowded ? [port, port].map(async (each) => askUntil(await connectTo(each), () => isOver)) : [];
	const acknowledged = await writeUntilRefused(
		await connectTo(port),
		isCrowded ? patience * writingThreads : patience,
		wrong,
	);
	isOver = true;
	await Promise.all(crowd);
	await failingChild.kill();
	return [...wrong, ...(await judge(directory, acknowledged))];
}

/** Reads must continue after the disk has failed. */
async function askUntil(connection: Connection, isOver: () => boolean): Promise<void> {
	while (!isOver()) {
		await connection.query("SELECT 1");
	}
}

async function writeUntilRefused(connection: Connection, most: number, wrong: string[]): Promise<number> {
	for (let row = 1; row <= most; row++) {
		try {
			await connection.query(`INSERT INTO t (b) VALUES ('row ${row}')`);
		} catch (failure) {
			const { errno, message } = failure as { errno?: number; message: string };
			if (errno !== 1030 || !/No space left|Input\/output|I\/O/i.test(message)) {
				wrong.push(`the error of the write is ${errno}: ${message}`);
			}
			await readAfterwards(connection, row - 1, wrong);
			return row - 1;
		}
	}
	wrong.push("nothing was ever refused");
	return most;
}

/** Acknowledged rows are served; the next write is refused, too, and no client is disconnected. */
async function readAfterwards(connection: Connection, rows: number, wrong: string[]): Promise<void> {
	try {
		const [[found]] = (await connection.query<RowDataPacket[][]>(
			"SELECT COUNT(*), MAX(b IS NOT NULL) FROM t",
		)) as unknown as [number[][]];
		if (found?.[0] !== rows) {
			wrong.push(`${found?.[0]} rows are read after the error, and ${rows} were acknowledged`);
		}
	} catch (failure) {
		wrong.push(`nothing is read after the error: ${(failure as Error).message}`);
	}
	const second = await connection.query("INSERT INTO t (b) VALUES ('later')").then(
		() => undefined,
		(failure: Error) => failure.message,
	);
	if (second === undefined) {
		wrong.push("the write after the error is acknowledged");
	}
}

/** On a sound disk again. A pending change may be there. */
async function judge(directory: string, acknowledged: number): Promise<string[]> {
	const child = new Child(directory, {});
	const connection = await connectTo((await child.ready) ?? 0);
	const [rows] = (await connection.query<RowDataPacket[][]>("SELECT b FROM t ORDER BY a")) as unknown as [string[][]];
	await child.stop();
	const wrong =
		rows.slice(0, acknowledged).every(([b], at) => b === `row ${at + 1}`) &&
		rows.length >= acknowledged &&
		rows.length <= acknowledged + 2
			? []
			: [`${rows.length} rows are there afterwards, and ${acknowledged} were acknowledged`];
	const { findings } = await checkDirectory(directory);
	return [...wrong, ...findings.map(({ sentence }) => sentence)];
}

function isOneSentence(text: string): boolean {
	return /^verso: [^\n]+\n$/.test(
		text
			.split("\n")
			.filter((line) => !line.startsWith("{"))
			.join("\n"),
	);
}

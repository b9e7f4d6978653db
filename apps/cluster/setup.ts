/**
 * Makes clusters and their data directories: `verso cluster init`, `join` and `leave`.
 *
 * In: a log's address, paths. Out: one line for the person who asked, or a UsageError.
 */
import { createWriteStream, existsSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
	encodeKeptState,
	keptStateKey,
	type LmdbEngine,
	newState,
	openLmdbStore,
	randomName,
} from "../../core/index.ts";
import { copyDirectory } from "../compose/copied-directory.ts";
import { checkDirectory } from "../compose/checked-directory.ts";
import { makeFolder, openDirectory, storePath, refuseFilled } from "../compose/data-directory.ts";
import { UsageError } from "../compose/usage-error.ts";
import { EtcdLog } from "./etcd-log.ts";
import { parseLogAddress } from "./log-address.ts";
import { clusterOf, stateOf } from "./member.ts";
import { releaseDirectory } from "./member-file.ts";

/** `directory`: its data are the cluster's first; others join with a copy of it. */
export async function initCluster(address: string, directory: string): Promise<string> {
	const parsed = parseLogAddress(address);
	const { name } = parsed;
	const log = new EtcdLog(parsed);
	try {
		if ((await log.cluster()) !== undefined) {
			throw new UsageError(`the log ${name} is of a cluster already: its servers are started with --log`, 1);
		}
		const id = randomName();
		const hasBase = existsSync(storePath(directory));
		if (hasBase) {
			await makeBase(directory, id);
		}
		if (!(await log.makeCluster({ id, hasBase }))) {
			throw new UsageError(`the log ${name} has just become another cluster's`, 1);
		}
		return hasBase
			? `the cluster ${name} begins with ${directory}: start this server with --log, then join the others\n`
			: `the cluster ${name} begins empty: start its servers with --log\n`;
	} finally {
		await log.close();
	}
}

/** Entries of its write-ahead log are put into the file first. */
async function makeBase(directory: string, id: string): Promise<void> {
	await (await openDirectory(directory)).close();
	await withFile(directory, async (file) => {
		await file.commit({ writes: [{ key: keptStateKey, value: encodeKeptState(newState(id)) }], conditions: [] });
	});
}

/** Makes a data directory from a member's: `from` is a copy of it, or the address of its HTTP interface. */
export async function joinCluster(
	address: string,
	directory: string,
	from: string | undefined,
	token: string | undefined,
): Promise<string> {
	const parsed = parseLogAddress(address);
	const { name } = parsed;
	const log = new EtcdLog(parsed);
	try {
		const facts = await clusterOf(log, name);
		if (from === undefined) {
			throw new UsageError(
				"--from names a member's HTTP address (http://HOST:10080), or a copy that verso backup made",
				2,
			);
		}
		if (/^https?:/.test(from)) {
			await download(from, directory, token);
		} else {
			await copyDirectory(from, directory);
		}
		const position = await withFile(directory, async (file) => {
			const { kept } = stateOf(file);
			if (kept?.cluster !== facts.id) {
				throw new UsageError(`what ${from} holds is not of the cluster ${name}`, 1);
			}
			return kept.position;
		});
		return `${directory} has the cluster's data up to position ${position}: start its server with --log\n`;
	} finally {
		await log.close();
	}
}

async function download(from: string, directory: string, token: string | undefined): Promise<void> {
	refuseFilled(directory);
	const url = new URL("/cluster/copy", from);
	const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
	const response = await fetch(url, { headers }).catch((failure: Error) => {
		throw new UsageError(
			`${from} does not answer: ${(failure.cause as Error | undefined)?.message ?? failure.message}`,
			1,
		);
	});
	if (!response.ok || response.body === null) {
		throw new UsageError(`${from} gives no copy: ${(await response.text()).trim()}`, 1);
	}
	makeFolder(directory);
	try {
		await pipeline(Readable.fromWeb(response.body), createWriteStream(storePath(directory), { mode: 0o600 }));
		const { findings } = await checkDirectory(directory);
		if (findings.length > 0) {
			throw new UsageError(`the copy that ${from} gave is damaged: ${findings[0]!.sentence}`, 1);
		}
	} catch (failure) {
		rmSync(storePath(directory), { force: true });
		throw failure;
	}
}

/** Makes a member's data directory that of a server of its own again; its server must have ended. */
export async function leaveCluster(directory: string): Promise<string> {
	const was = await withFile(directory, async (file) => {
		const { kept } = stateOf(file);
		if (kept === undefined) {
			throw new UsageError(`${directory} is of no cluster`, 1);
		}
		await file.commit({ writes: [{ key: keptStateKey, value: null }], conditions: [] });
		return kept;
	});
	releaseDirectory(directory);
	return `${directory} is of no cluster any more; it has what was committed up to position ${was.position}\n`;
}

async function withFile<T>(directory: string, work: (file: LmdbEngine) => Promise<T>): Promise<T> {
	if (!existsSync(storePath(directory))) {
		throw new UsageError(`${directory} is no data directory of verso`, 1);
	}
	const file = openLmdbStore({ path: storePath(directory) });
	try {
		return await work(file);
	} finally {
		await file.close();
	}
}

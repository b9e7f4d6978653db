/**
 * The suite on the library and on its rivals, each round in new processes and on new servers.
 */
import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { startMariadb } from "../peer/mariadb.ts";
import type { Peer } from "../peer/peer.ts";
import { startVerso } from "../peer/verso.ts";
import { median } from "../result.ts";
import { findRoot } from "../root.ts";
import { runTask } from "./child-task.ts";

/** Median costs; without `setUpMs` it did not take part, and `note` says why. */
export interface Contest {
	readonly name: string;
	readonly setUpMs?: number;
	readonly testsMs: number;
	readonly wallMs: number;
	readonly residentMiB: number;
	readonly failed: number;
	readonly note?: string;
}

type Costs = Readonly<Record<"setUpMs" | "testsMs" | "wallMs" | "residentMiB" | "failed", number>>;

interface Contestant {
	readonly name: string;
	/** Why it does not take part. */
	readonly missing?: string | undefined;
	run(directory: string): Promise<Costs>;
}

const durableNever = ["--innodb-flush-log-at-trx-commit=0", "--skip-log-bin", "--sync-binlog=0"];

const packages = join(findRoot(), ".applications", "library", "node_modules");
const pglite = join(packages, "@electric-sql", "pglite", "dist", "index.js");
const pgMem = join(packages, "pg-mem", "index.js");
const notInstalled = (file: string): string | undefined => (existsSync(file) ? undefined : "not installed");

const contestants: readonly Contestant[] = [
	{ name: "verso-db, mysql2, restore", run: () => runTask<Costs>("suite-task", ["restore"]) },
	{ name: "verso-db, mysql2, a fork and a connection a test", run: () => runTask<Costs>("suite-task", ["fork"]) },
	{ name: "verso-db, db.query, a fork a test", run: () => runTask<Costs>("suite-task", ["query"]) },
	{
		name: "verso, a server, rollback",
		run: (directory) => onServer(startVerso(directory, ["--durability", "off"])),
	},
	{ name: "MariaDB, a server, rollback", run: (directory) => onServer(startMariadb(directory, durableNever)) },
	{
		name: "PGlite, rollback",
		missing: notInstalled(pglite),
		run: () => runTask<Costs>("suite-task", ["pglite", pglite]),
	},
	{
		name: "pg-mem, backup and restore",
		missing: notInstalled(pgMem),
		run: () => runTask<Costs>("suite-task", ["pg-mem", pgMem]),
	},
];

async function onServer(started: Promise<Peer | null>): Promise<Costs> {
	const peer = await started;
	if (peer === null) {
		throw new Error("not installed");
	}
	try {
		return await runTask<Costs>("suite-task", ["server", peer.address.port, peer.processes()[0]!]);
	} finally {
		await peer.stop();
	}
}

export async function measureContests(
	directory: string,
	rounds: number,
	say: (text: string) => void,
): Promise<readonly Contest[]> {
	const found = new Map<Contestant, Costs[]>(contestants.map((each) => [each, []]));
	const failures = new Map<Contestant, string>();
	// In turns, so that the machine's other work meets all alike.
	for (let round = 0; round < rounds; round++) {
		for (const each of contestants.filter(({ missing }) => missing === undefined)) {
			say(`suite ${round + 1} of ${rounds}: ${each.name}`);
			try {
				found.get(each)!.push(await each.run(mkdtempSync(join(directory, "suite-"))));
			} catch (failure) {
				failures.set(each, (failure as Error).message.split("\n", 1)[0]!);
			}
		}
	}
	return contestants.map((each) => contestOf(each, found.get(each)!, failures.get(each)));
}

function contestOf({ name, missing }: Contestant, costs: readonly Costs[], failure: string | undefined): Contest {
	const none = { name, testsMs: 0, wallMs: 0, residentMiB: 0, failed: 0 };
	if (costs.length === 0) {
		return { ...none, note: missing ?? failure ?? "" };
	}
	const middle = (key: keyof Costs): number => median(costs.map((each) => each[key]));
	return {
		name,
		setUpMs: middle("setUpMs"),
		testsMs: middle("testsMs"),
		wallMs: middle("wallMs"),
		residentMiB: middle("residentMiB"),
		failed: middle("failed"),
	};
}

/**
 * Servers of one cluster for a test, each with a data directory of its own.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { runVerso, serveVerso, temporaryFolder } from "../cli/program.ts";
import type { Etcd } from "../../bench/cluster/etcd.ts";
import { startEtcd } from "./etcd.ts";

export type Served = Awaited<ReturnType<typeof serveVerso>>;

const mostTries = 400;
const pauseMs = 50;

export class House {
	readonly etcd: Etcd;
	readonly address: string;
	readonly folder: string;
	readonly #t: ExecutionContext;

	private constructor(t: ExecutionContext, etcd: Etcd) {
		this.#t = t;
		this.etcd = etcd;
		this.address = etcd.address("test");
		this.folder = temporaryFolder(t);
	}

	/** A cluster that begins empty. */
	static async begin(t: ExecutionContext): Promise<House> {
		const house = new House(t, await startEtcd(t));
		const { stdout, stderr } = await house.cluster("init", "--data-dir", house.directory(0));
		t.regex(stdout, /begins empty/, stderr);
		return house;
	}

	directory(server: number): string {
		return join(this.folder, `d${server}`);
	}

	cluster(command: string, ...words: readonly string[]): ReturnType<typeof runVerso> {
		return runVerso(["cluster", command, ...(command === "leave" ? [] : ["--log", this.address]), ...words]);
	}

	serve(server: number, ...words: readonly string[]): Promise<Served> {
		const own = ["--log", this.address, "--data-dir", this.directory(server), "--warm-up", "off"];
		return serveVerso(this.#t, [...own, ...words]);
	}
}

export async function rowsOf(connection: Connection, sql: string): Promise<unknown[][]> {
	const [rows] = await connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true });
	return rows as unknown[][];
}

/** Waits until a query answers so: another server's commits come a little later. */
export async function until(connection: Connection, sql: string, wanted: unknown[][]): Promise<void> {
	let found: unknown[][] = [];
	for (let tries = 0; tries < mostTries; tries++) {
		found = await rowsOf(connection, sql);
		if (JSON.stringify(found) === JSON.stringify(wanted)) {
			return;
		}
		await delay(pauseMs);
	}
	throw new Error(`${sql} gives ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

/** The error's number and sentence; "none". */
export async function failureOf(work: Promise<unknown>): Promise<string> {
	try {
		await work;
		return "none";
	} catch (failure) {
		const { errno, message } = failure as { errno?: number; message: string };
		return `${errno} ${message}`;
	}
}

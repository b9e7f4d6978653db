/**
 * A process that asks one server for one row every millisecond: short statements beside long ones.
 *
 * In: over the channel to its parent, an address and how many rows there are; later `stop`. Out: the waits as
 * percentiles, in microseconds. It is a process of its own, since the parent is busy with taking big results.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "../wire/handshake.ts";
import { quantilesOf } from "../quantile.ts";
import { Connection } from "../wire/connection.ts";

export interface Begin {
	readonly address: Address;
	readonly rows: number;
}

export interface Waits {
	readonly count: number;
	readonly median: number;
	readonly p99: number;
	readonly most: number;
}

const paceMs = 1;
/** Not measured: the first statements of a process, here and there, are interpreted. */
const warmCalls = 3000;
let isOver = false;

process.on("message", (message: Begin | "stop") => {
	if (message === "stop") {
		isOver = true;
	} else {
		void ask(message).then((waits) => process.send?.(waits, () => process.exit(0)));
	}
});

async function ask({ address, rows }: Begin): Promise<Waits> {
	const connection = await Connection.open(address);
	const call = await connection.prepare("SELECT note FROM orders WHERE id = ?");
	for (let warm = 0; warm < warmCalls; warm++) {
		await call(1 + ((warm * 7919) % rows));
	}
	process.send?.("ready");
	const waits: number[] = [];
	for (let at = 0; !isOver; at++) {
		const asked = performance.now();
		await call(1 + ((at * 7919) % rows));
		const wait = performance.now() - asked;
		// Those that were due meanwhile have waited too.
		for (let due = wait; due > 0; due -= paceMs) {
			waits.push(due);
		}
		await sleep(paceMs);
	}
	connection.quit();
	const quantile = quantilesOf(waits);
	const at = (part: number): number => quantile(part) * 1000;
	return { count: waits.length, median: at(0.5), p99: at(0.99), most: at(1) };
}

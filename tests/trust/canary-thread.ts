/**
 * The canary's thread: asks, and obeys its orders with one message each.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { createConnection } from "mysql2/promise";
import { invariant } from "../../core/errors/invariant.ts";
import type { CanaryOrder, CanaryWaits } from "./canary.ts";

const pauseMs = 10;
/** A question without an answer is waited for so long before the end. */
const patienceMs = 10_000;

invariant(parentPort !== null, "The canary is a thread.");
const orders = parentPort;
const connection = await createConnection({ host: "127.0.0.1", port: workerData as number, user: "root" });
connection.on("error", () => {});
const waitsMs: number[] = [];
let sinceMs: number | undefined;
let hasRest = false;
let isEnded = false;
let isGone = false;

async function ask(): Promise<void> {
	sinceMs = performance.now();
	try {
		await connection.query("select 1");
		waitsMs.push(performance.now() - sinceMs);
	} catch {
		// The server is gone: the attack's own result says so.
		isGone = true;
	}
	sinceMs = undefined;
}

async function sing(): Promise<void> {
	while (!isEnded && !isGone) {
		if (!hasRest) {
			await ask();
		}
		await sleep(pauseMs);
	}
}

async function answered(limitMs: number): Promise<void> {
	const endMs = performance.now() + limitMs;
	while (sinceMs !== undefined && performance.now() < endMs) {
		await sleep(1);
	}
}

async function obey(order: CanaryOrder): Promise<void> {
	hasRest = order === "rest";
	isEnded ||= order === "end";
	const openMs = sinceMs === undefined ? 0 : performance.now() - sinceMs;
	if (order !== "resume") {
		await answered(order === "end" ? patienceMs : Number.POSITIVE_INFINITY);
	}
	orders.postMessage({ waitsMs, openMs } satisfies CanaryWaits);
}

await ask();
void sing();
orders.on("message", (order: CanaryOrder) => void obey(order));
orders.postMessage("ready");

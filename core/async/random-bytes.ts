/**
 * Random bytes and names from the system's generator: unpredictable bytes, unique names.
 *
 * Each byte is used once. Why not Node's: loading its cryptography takes 5 of the 80 ms of CPU time until a server
 * has answered, and many servers need nothing else of it. It is loaded where the system has no such file.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { randomFillSync } from "node:crypto";

/** Filled at once, since reading a few bytes takes as long. */
const pool = Buffer.alloc(2048);
const nameBytes = 16;
let used = pool.length;

/** At most 2048. */
export function randomBytes(count: number): Buffer {
	if (used + count > pool.length) {
		draw();
		used = 0;
	}
	const bytes = Buffer.from(pool.subarray(used, used + count));
	pool.fill(0, used, used + count);
	used += count;
	return bytes;
}

/** 32 hexadecimal digits. */
export function randomName(): string {
	return randomBytes(nameBytes).toString("hex");
}

function draw(): void {
	let file: number;
	try {
		file = openSync("/dev/urandom", "r");
	} catch {
		randomFillSync(pool);
		return;
	}
	try {
		for (let at = 0; at < pool.length; ) {
			at += readSync(file, pool, at, pool.length - at, null);
		}
	} finally {
		closeSync(file);
	}
}

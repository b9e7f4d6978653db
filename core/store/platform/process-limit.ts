/**
 * Limits of this process, and how much of them is in use, where the system tells.
 */
import { readdirSync, readFileSync } from "node:fs";

/** The soft limit of that name in `/proc/self/limits`; infinite where there is none, or it is not told. */
export function processLimit(name: "Max data size" | "Max open files"): number {
	try {
		const line = readFileSync("/proc/self/limits", "latin1")
			.split("\n")
			.find((each) => each.startsWith(name));
		const found = /^\s+(\d+)/.exec(line?.slice(name.length) ?? "");
		return found === null ? Number.POSITIVE_INFINITY : Number(found[1]);
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}

/** Files and sockets that this process may still open. */
export function descriptorsLeft(): number {
	const limit = processLimit("Max open files");
	try {
		return Math.max(0, limit - readdirSync("/proc/self/fd").length);
	} catch {
		return limit;
	}
}

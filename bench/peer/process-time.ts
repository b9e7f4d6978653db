/**
 * CPU time and memory of a server's processes, children included.
 *
 * In: process ids. Out: readings, and the CPU time between two of them. Linux only (`/proc`).
 *
 * `/proc/<process>/stat` counts in steps of 10 ms and keeps what ended threads used;
 * `/proc/<process>/task/<thread>/schedstat` counts nanoseconds and forgets threads with their end. So the fine figure
 * is taken where no thread has ended in between and both agree, else the coarse one.
 */
import { readFileSync, readdirSync } from "node:fs";

const tickMs = 10;

interface Reading {
	readonly coarseMs: number;
	/** By thread id; empty where the system does not tell. */
	readonly threadsMs: ReadonlyMap<string, number>;
}

export function readTime(roots: readonly number[]): Reading {
	let coarseMs = 0;
	const threadsMs = new Map<string, number>();
	for (const id of withChildren(roots)) {
		const fields = statFields(id);
		// User, system, and both of children that have ended.
		coarseMs += fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0);
		for (const thread of list(`/proc/${id}/task`)) {
			const nanoseconds = Number(read(`/proc/${id}/task/${thread}/schedstat`).split(" ")[0]);
			if (nanoseconds > 0) {
				threadsMs.set(thread, nanoseconds / 1e6);
			}
		}
	}
	return { coarseMs, threadsMs };
}

export function timeBetween(before: Reading, after: Reading): number {
	const coarseMs = after.coarseMs - before.coarseMs;
	const hasEnded = [...before.threadsMs.keys()].some((thread) => !after.threadsMs.has(thread));
	const fineMs = sum(after.threadsMs) - sum(before.threadsMs);
	return after.threadsMs.size === 0 || hasEnded || coarseMs - fineMs > 3 * tickMs ? coarseMs : fineMs;
}

/** Memory that the processes hold, shared pages counted in parts. */
export function readMemory(roots: readonly number[]): number {
	let bytes = 0;
	for (const id of withChildren(roots)) {
		const found =
			/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${id}/smaps_rollup`)) ??
			/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${id}/status`));
		bytes += Number(found?.[1] ?? 0) * 1024;
	}
	return bytes;
}

function withChildren(roots: readonly number[]): number[] {
	const found: number[] = [];
	const visit = (id: number): void => {
		found.push(id);
		for (const thread of list(`/proc/${id}/task`)) {
			for (const child of read(`/proc/${id}/task/${thread}/children`).trim().split(" ")) {
				if (child !== "") {
					visit(Number(child));
				}
			}
		}
	};
	roots.forEach(visit);
	return found;
}

/** The fields after the program's name, which may hold blanks. */
function statFields(id: number): string[] {
	const text = read(`/proc/${id}/stat`);
	return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function sum(times: ReadonlyMap<string, number>): number {
	let total = 0;
	for (const time of times.values()) {
		total += time;
	}
	return total;
}

function list(path: string): string[] {
	try {
		return readdirSync(path);
	} catch {
		return [];
	}
}

function read(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

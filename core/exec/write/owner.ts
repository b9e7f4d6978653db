/**
 * Owner of a lock or mark in the store: one run of a process; in a cluster, one run of a member.
 *
 * What a dead owner left does not count. Of a process of this machine the system says whether it runs; of a member of
 * a cluster only the cluster can, since a process number means nothing on another machine.
 */
import { randomName } from "../../async/random-bytes.ts";
import type { Members } from "../../store/fast-store.ts";
import { birthOf, isRunningProcess } from "../../store/platform/running-process.ts";

export interface Owner {
	readonly processId: number;
	readonly run: string;
	/** Start time of the process, where the operating system provides it. */
	readonly began?: string | undefined;
	/** Its name in the cluster, if it is of one. */
	readonly member?: string;
}

const run = randomName();

/** A process id may be used again, together with its start time it is unique. */
const thisProcess: Owner = { processId: process.pid, run, began: birthOf(process.pid) ?? undefined };

/** This run of this process, or of this member. */
export function thisOwner(members: Members | undefined): Owner {
	return members === undefined ? thisProcess : { ...thisProcess, member: members.self };
}

let named = 0;

/** A name that no other has, here or in another process: without chance of its own, since forks are many. */
export function nameInRun(): string {
	named++;
	return `${run}-${named}`;
}

/** Whether this run is not over yet. `members`: of the cluster that the store belongs to, if to one. */
export function isRunning(owner: Owner, members: Members | undefined): boolean {
	if (members !== undefined) {
		return owner.member !== undefined && members.has(owner.member);
	}
	return owner.processId === process.pid ? owner.run === run : isRunningProcess(owner.processId, owner.began ?? null);
}

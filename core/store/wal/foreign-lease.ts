/**
 * Takes over a log lease from another process: asks its owner to give it up, or recovers the log of a dead owner.
 *
 * The waiting process holds a read transaction, which the owner finds in LMDB's table of readers. Waiting stops this
 * thread: at most some hundredths of a second, when a second process comes. It never happens while another thread of
 * ours holds the file's lock, which the owner needs: a committing process has said so in the file, and then no
 * process takes the lease (`direct-commits.ts`).
 */
import { nowMs } from "../../async/timers.ts";
import { BrokenStore } from "../failure.ts";
import { logClaimKey } from "../encoding/keys.ts";
import type { LmdbEngine } from "../lmdb/lmdb.ts";
import { pause } from "../platform/pause.ts";
import type { Write } from "../contract.ts";
import type { FastSnapshot } from "../fast-store.ts";
import { decodeLease, encodeLease, isRunningOwner, type LogLease, type LogOwner } from "./log-lease.ts";
import { formerSegmentBytes, type LogFile } from "./log-file.ts";

const waitMs = 2;
const longestWaitMs = 60_000;

/** Open stores of this thread that may own a log: waiting for them would block forever. */
const neighbours = new Map<string, { giveUpNow(): void }>();

export function addNeighbour(owner: LogOwner, store: { giveUpNow(): void }): void {
	neighbours.set(owner.instance, store);
}

export function removeNeighbour(owner: LogOwner): void {
	neighbours.delete(owner.instance);
}

/** The lease in a snapshot. */
export function leaseIn(snapshot: FastSnapshot): { readonly claim: LogLease; readonly bytes: Uint8Array | undefined } {
	const bytes = snapshot.get(logClaimKey) as Uint8Array | undefined;
	return { claim: decodeLease(bytes), bytes };
}

/**
 * Returns true once the lease is given up, false if its owner is dead. Holds a snapshot meanwhile, as the signal to
 * the owner.
 */
export function awaitOwner(owner: LogOwner, snapshot: () => FastSnapshot): boolean {
	const neighbour = neighbours.get(owner.instance);
	neighbour?.giveUpNow();
	const held = snapshot();
	const end = nowMs() + longestWaitMs;
	try {
		for (;;) {
			const now = snapshot();
			const { claim } = leaseIn(now);
			now.release();
			if (claim.owner?.instance !== owner.instance) {
				return true;
			}
			if (!isRunningOwner(owner)) {
				return false;
			}
			if (nowMs() > end) {
				throw new BrokenStore(`Process ${owner.process} commits to the log and does not give it up.`);
			}
			pause(waitMs);
		}
	} finally {
		held.release();
	}
}

/** The writes in a dead owner's log, in commit order (recovery). Throws a `StoreRefusal` if the log is damaged. */
export function leftWrites({ epoch, segmentBytes = formerSegmentBytes }: LogLease, file: LogFile): Write[] {
	const groups = [...file.read(epoch, segmentBytes), ...file.read(epoch + 1, segmentBytes)];
	return groups.flatMap(({ writes }) => writes);
}

/** Writes of one part: some megabytes of disk space at most, as far as an estimate goes. */
const partWrites = 64;

/**
 * Writes a dead owner's log into the file: at once, or in parts where the disk has no room for that. Parts only set
 * keys, in the log's order, so that it can begin anew after any. Returns why it could not; undefined: it is done.
 */
export function writeLeft(
	writes: readonly Write[],
	{ claim, bytes }: ReturnType<typeof leaseIn>,
	below: LmdbEngine,
): string | undefined {
	const conditions = [{ key: logClaimKey, seen: bytes }];
	const free = { key: logClaimKey, value: encodeLease({ epoch: claim.epoch + 2 }) };
	const whole = [free, ...writes];
	const isRoomy = below.lackOfSpace({ writes: whole, conditions }) === undefined;
	const parts = isRoomy ? [whole] : [...partsOf(writes), [free]];
	try {
		for (const part of parts) {
			const lack = below.lackOfSpace({ writes: part, conditions });
			if (lack !== undefined) {
				return lack;
			}
			if (!below.commitNow({ writes: part, conditions }).done) {
				return undefined;
			}
		}
		return undefined;
	} catch (failure) {
		if (failure instanceof BrokenStore) {
			return failure.message;
		}
		throw failure;
	}
}

function partsOf(writes: readonly Write[]): readonly (readonly Write[])[] {
	return Array.from({ length: Math.ceil(writes.length / partWrites) }, (_, at) =>
		writes.slice(at * partWrites, (at + 1) * partWrites),
	);
}

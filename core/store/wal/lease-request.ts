/**
 * Takes the log lease for this process, if no other one uses the data directory but those that would follow it, and
 * returns a lease just taken.
 */
import { logClaimKey } from "../encoding/keys.ts";
import { StoreRefusal } from "../failure.ts";
import type { LmdbEngine } from "../lmdb/lmdb.ts";
import type { Company } from "./company.ts";
import type { CommitRhythm } from "./commit-rhythm.ts";
import type { DirectCommits } from "./direct-commits.ts";
import { type LogFile, segmentBytes } from "./log-file.ts";
import { encodeLease, type LogLease, type LogOwner } from "./log-lease.ts";

/** The parts of a store that ask for its log's lease. */
export interface LeaseRequest {
	readonly below: LmdbEngine;
	readonly direct: DirectCommits;
	readonly file: LogFile;
	readonly rhythm: CommitRhythm;
	readonly company: Company | undefined;
}

/**
 * Calls `taken` in the same turn in which the lease is known to be ours alone. Does not, and tells the rhythm, where
 * another process uses the directory or there is no space for a log.
 */
export async function takeLease(
	request: LeaseRequest,
	taken: (lease: LogLease & { readonly owner: LogOwner }) => void,
): Promise<void> {
	const { below, direct, file, rhythm, company } = request;
	const { others, condition } = direct.writers();
	const isShared = company !== undefined;
	if (others.some(({ follows }) => !isShared || follows !== true) || direct.hasForeignReaders || !isOpened(file)) {
		rhythm.sawOthers();
		return;
	}
	if (company?.isReady === false) {
		return;
	}
	const claim = { epoch: direct.claim.epoch, segmentBytes, owner: direct.owner };
	const commit = await below.commit({
		writes: [{ key: logClaimKey, value: encodeLease(claim) }],
		conditions: [direct.condition, condition],
	});
	if (!commit.done) {
		// One of the company may have been faster.
		if (!isShared) {
			rhythm.sawOthers();
		}
		return;
	}
	if (!rhythm.isAlone || direct.hasForeignReaders) {
		rhythm.sawOthers();
		returnLease(request);
		return;
	}
	taken(claim);
}

/** Gives the lease up that was just taken, before anything was committed to the log. */
export function returnLease({ below, direct }: LeaseRequest): void {
	const claim = { epoch: direct.claim.epoch + 1 };
	below.commitNow({ writes: [{ key: logClaimKey, value: encodeLease(claim) }], conditions: [] });
	direct.take(claim);
}

/** Without disk space for a log, the store works without one. */
function isOpened(file: LogFile): boolean {
	try {
		file.open();
		return true;
	} catch (failure) {
		if (failure instanceof StoreRefusal) {
			throw failure;
		}
		return false;
	}
}

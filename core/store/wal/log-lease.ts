/**
 * Log lease: the record in LMDB of which process commits to the log, and the list of processes that have the store
 * open.
 *
 *     {"epoch":8}                                                    none: everything is in LMDB
 *     {"epoch":9,"segmentBytes":8388608,"owner":{"process":77,"born":"8812","instance":"…"}}
 *                                                                    the log holds commits of epoch 9, perhaps of 10
 *     [{"process":77,"born":"8812","instance":"…"}, ...]               processes that have written and have the store open
 *
 * One of the processes of `--workers` has `"follows":true` in both.
 *
 * Epochs are counted up and never used again, so that nothing an earlier owner left in the log is taken for new.
 */
import { randomName } from "../../async/random-bytes.ts";
import { birthOf, isRunningProcess } from "../platform/running-process.ts";

export interface LogOwner {
	readonly process: number;
	/**
	 * Start time of the process; null where the operating system does not provide it: then a reused process id cannot
	 * be recognized.
	 */
	readonly born: string | null;
	/** Identifies one opened store. */
	readonly instance: string;
	/** One of the processes of one server: as an owner it takes others' commits, as another it follows the owner's log. */
	readonly follows?: true;
}

export interface LogLease {
	readonly epoch: number;
	/** Of the log; missing in leases of older versions. */
	readonly segmentBytes?: number;
	readonly owner?: LogOwner;
}

const nobody: LogLease = { epoch: 0 };

export function decodeLease(value: Uint8Array | undefined): LogLease {
	return value === undefined ? nobody : (JSON.parse(Buffer.from(value).toString("latin1")) as LogLease);
}

export function encodeLease(claim: LogLease): Uint8Array {
	return Buffer.from(JSON.stringify(claim), "latin1");
}

export function decodeWriters(value: Uint8Array | undefined): readonly LogOwner[] {
	return value === undefined ? [] : (JSON.parse(Buffer.from(value).toString("latin1")) as LogOwner[]);
}

export function encodeWriters(writers: readonly LogOwner[]): Uint8Array {
	return Buffer.from(JSON.stringify(writers), "latin1");
}

export function makeOwner(follows: boolean): LogOwner {
	const owner = { process: process.pid, born: birthOf(process.pid), instance: randomName() };
	return follows ? { ...owner, follows } : owner;
}

export function isRunningOwner(owner: LogOwner): boolean {
	return isRunningProcess(owner.process, owner.born);
}

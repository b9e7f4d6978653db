/**
 * Byte layout of a prepared branch: its XID and the batch that it commits, what XA PREPARE stores.
 *
 *     | global length, 1 | branch length, 1 | format, 8 | global | branch | batch |
 */
import type { ByteString } from "../../types/value/value.ts";
import { decodePreparedBatch, encodePreparedBatch, type PreparedBatch } from "./prepared-batch.ts";

/** The parts of an XID. */
interface BranchName {
	readonly global: ByteString;
	readonly branch: ByteString;
	readonly format: number;
}

export function encodePreparedBranch({ global, branch, format }: BranchName, batch: PreparedBatch): Uint8Array {
	const head = Buffer.alloc(10);
	head[0] = global.length;
	head[1] = branch.length;
	head.writeDoubleLE(format, 2);
	return Buffer.concat([head, Buffer.from(global + branch, "latin1"), encodePreparedBatch(batch)]);
}

export function decodePreparedBranch(record: Uint8Array): { readonly xid: BranchName; readonly batch: PreparedBatch } {
	const bytes = Buffer.from(record);
	const names = 10 + bytes[0]!;
	const end = names + bytes[1]!;
	const xid = {
		global: bytes.toString("latin1", 10, names),
		branch: bytes.toString("latin1", names, end),
		format: bytes.readDoubleLE(2),
	};
	return { xid, batch: decodePreparedBatch(bytes.subarray(end)) };
}

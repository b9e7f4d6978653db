/**
 * Writes a sparse file, with holes where its bytes are zeros: most of a log is.
 */
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";

const pieceBytes = 1 << 16;
const zeros = Buffer.alloc(pieceBytes);

export function writeSparse(path: string, bytes: Buffer): void {
	const file = openSync(path, "w");
	try {
		ftruncateSync(file, bytes.length);
		for (let from = 0; from < bytes.length; from += pieceBytes) {
			const piece = bytes.subarray(from, from + pieceBytes);
			if (!piece.equals(zeros.subarray(0, piece.length))) {
				writeSync(file, piece, 0, piece.length, from);
			}
		}
	} finally {
		closeSync(file);
	}
}

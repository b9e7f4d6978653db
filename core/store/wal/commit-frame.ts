/**
 * Frames between a process and the owner of the log, over a socket.
 *
 *     frame       | length 4 | kind 1 | number 4 | body |          length: of what follows it
 *     to the owner     greeting   the owner's instance: who can't read the store does not know it
 *                      commit     a batch (`page/batch-bytes.ts`)
 *                      giveUp     -
 *     from the owner   done       -                                of the commit, or the giving up, of that number
 *                      conflict   the key
 *                      refused    a sentence
 */
import { readLatin1 } from "../encoding/latin1.ts";
import { RecordWriter } from "../page/record-bytes.ts";

export const frameKinds = { greeting: 0, commit: 1, giveUp: 2, done: 3, conflict: 4, refused: 5 } as const;

export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds];

export interface CommitFrame {
	readonly kind: number;
	readonly number: number;
	readonly body: Uint8Array;
}

const headBytes = 5;

/** Frames that are sent together. */
export class FrameWriter {
	readonly #bytes = new RecordWriter();

	get isEmpty(): boolean {
		return this.#bytes.length === 0;
	}

	add(kind: FrameKind, number: number, body: Uint8Array): void {
		this.#bytes.number(headBytes + body.length);
		this.#bytes.byte(kind);
		this.#bytes.number(number);
		this.#bytes.bytes(body);
	}

	/** A copy of all frames; begins anew. */
	take(): Uint8Array {
		const bytes = this.#bytes.finish();
		this.#bytes.cutTo(0);
		return bytes;
	}
}

/** Takes what a socket received apart. */
export class FrameReader {
	#rest: Buffer = Buffer.alloc(0);

	/** The frames that are complete. */
	*add(chunk: Buffer): Iterable<CommitFrame> {
		const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
		let at = 0;
		for (;;) {
			const start = at + 4;
			const end = start <= bytes.length ? start + bytes.readUInt32LE(at) : Number.POSITIVE_INFINITY;
			if (end > bytes.length) {
				break;
			}
			yield {
				kind: bytes[start]!,
				number: bytes.readUInt32LE(start + 1),
				body: bytes.subarray(start + headBytes, end),
			};
			at = end;
		}
		this.#rest = bytes.subarray(at);
	}
}

export function bytesOfText(text: string): Uint8Array {
	return Buffer.from(text, "latin1");
}

export function textOf(body: Uint8Array): string {
	return readLatin1(body, 0, body.length);
}

/**
 * CLIENT_COMPRESS: the stream of packets, cut in pieces that are deflated where that pays.
 *
 *     length, 3 | sequence, 1 | length before, 3 (0: not deflated) | data
 *
 * In: the client's stream. Out: a stream of plain packets. The sequence numbers count the pieces of a command, both
 * ways: a reply begins where the client's command ended.
 */
import { Duplex } from "node:stream";
import { deflateSync, inflateSync } from "node:zlib";

const headerLength = 7;
/** Shorter pieces are sent as they are. */
const leastDeflated = 50;
const largestPiece = 0xffffff;

export class CompressedStream extends Duplex {
	readonly beneath: Duplex;
	#sequence = 0;
	#received: Buffer;

	/** `begun`: what of the client's first pieces was read already. */
	constructor(stream: Duplex, begun: Buffer) {
		super();
		this.beneath = stream;
		this.#received = Buffer.alloc(0);
		stream.on("data", (chunk: Buffer) => this.#take(chunk));
		stream.on("end", () => this.push(null));
		stream.on("error", (failure) => this.destroy(failure));
		stream.on("close", () => this.destroy());
		if (begun.length > 0) {
			this.#take(begun);
		}
	}

	override _read(): void {
		this.beneath.resume();
	}

	override _write(chunk: Buffer, _encoding: BufferEncoding, done: (failure?: Error | null) => void): void {
		const pieces: Buffer[] = [];
		for (let at = 0; at < chunk.length; at += largestPiece) {
			pieces.push(...this.#piece(chunk.subarray(at, at + largestPiece)));
		}
		this.beneath.write(Buffer.concat(pieces), done);
	}

	override _final(done: () => void): void {
		this.beneath.end(done);
	}

	override _destroy(failure: Error | null, done: (failure: Error | null) => void): void {
		this.beneath.destroy();
		done(failure);
	}

	#piece(plain: Buffer): Buffer[] {
		const deflated = plain.length < leastDeflated ? plain : deflateSync(plain, { level: 1 });
		const isSmaller = deflated.length < plain.length;
		const data = isSmaller ? deflated : plain;
		const header = Buffer.alloc(headerLength);
		header.writeUIntLE(data.length, 0, 3);
		header[3] = this.#sequence;
		header.writeUIntLE(isSmaller ? plain.length : 0, 4, 3);
		this.#sequence = (this.#sequence + 1) & 0xff;
		return [header, data];
	}

	#take(chunk: Buffer): void {
		this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
		let at = 0;
		while (this.#received.length - at >= headerLength) {
			const length = this.#received.readUIntLE(at, 3);
			if (this.#received.length - at < headerLength + length) {
				break;
			}
			const before = this.#received.readUIntLE(at + 4, 3);
			const data = this.#received.subarray(at + headerLength, at + headerLength + length);
			this.#sequence = (this.#received[at + 3]! + 1) & 0xff;
			at += headerLength + length;
			if (!this.#hand(data, before)) {
				return;
			}
		}
		this.#received = this.#received.subarray(at);
	}

	/** False where the data is broken: the stream is at its end. */
	#hand(data: Buffer, before: number): boolean {
		try {
			if (!this.push(before === 0 ? data : inflateSync(data, { maxOutputLength: before }))) {
				this.beneath.pause();
			}
			return true;
		} catch (failure) {
			this.destroy(failure as Error);
			return false;
		}
	}
}

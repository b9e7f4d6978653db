/**
 * Packets of the MySQL protocol, as the load needs them: cut out of a stream without a copy, and written in one
 * piece.
 *
 * In: chunks as the socket hands them out, in a buffer it will use again. Out: one call a packet. It refuses packets
 * of 16 MiB and more: no cell sends or reads them.
 *
 *     packet   length (3, little-endian) | sequence number (1) | payload
 */

const headSize = 4;
const sizeLimit = 0xffffff;

/** The payload is `bytes` from `start` to `end`, valid during the call only; the sequence number stands before it. */
type TakePacket = (bytes: Buffer, start: number, end: number) => void;

export class PacketCutter {
	readonly #take: TakePacket;
	/** A packet that has come in part. */
	#rest = Buffer.alloc(0);
	#restSize = 0;

	constructor(take: TakePacket) {
		this.#take = take;
	}

	push(bytes: Buffer, size: number): void {
		if (this.#restSize === 0) {
			const used = this.#cut(bytes, size);
			this.#keep(bytes, used, size);
			return;
		}
		this.#keep(bytes, 0, size);
		const used = this.#cut(this.#rest, this.#restSize);
		this.#rest.copyWithin(0, used, this.#restSize);
		this.#restSize -= used;
	}

	#cut(bytes: Buffer, size: number): number {
		let at = 0;
		while (at + headSize <= size) {
			const end = at + headSize + bytes.readUIntLE(at, 3);
			if (end > size) {
				break;
			}
			this.#take(bytes, at + headSize, end);
			at = end;
		}
		return at;
	}

	#keep(bytes: Buffer, from: number, to: number): void {
		const size = this.#restSize + to - from;
		if (size > this.#rest.length) {
			const wider = Buffer.allocUnsafe(Math.max(size, this.#rest.length * 2));
			this.#rest.copy(wider, 0, 0, this.#restSize);
			this.#rest = wider;
		}
		bytes.copy(this.#rest, this.#restSize, from, to);
		this.#restSize = size;
	}
}

/** A packet with room for a payload of that size, to be filled from byte 4. */
export function openPacket(payloadSize: number, sequence: number): Buffer {
	if (payloadSize >= sizeLimit) {
		throw new Error(`a packet of ${payloadSize} bytes is more than this client sends`);
	}
	const packet = Buffer.allocUnsafe(headSize + payloadSize);
	packet.writeUIntLE(payloadSize, 0, 3);
	packet[3] = sequence;
	return packet;
}

export function wrapPacket(payload: Buffer, sequence: number): Buffer {
	const packet = openPacket(payload.length, sequence);
	payload.copy(packet, headSize);
	return packet;
}

/** A length-encoded integer below 2^53, and where it ends. */
export function readLength(bytes: Buffer, at: number): { value: number; next: number } {
	const first = bytes[at] as number;
	if (first < 0xfb) {
		return { value: first, next: at + 1 };
	}
	const width = first === 0xfc ? 2 : first === 0xfd ? 3 : 8;
	const value = width === 8 ? Number(bytes.readBigUInt64LE(at + 1)) : bytes.readUIntLE(at + 1, width);
	return { value, next: at + 1 + width };
}

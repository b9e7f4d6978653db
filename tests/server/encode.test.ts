/**
 * Round trip of `encode.ts` and `decode.ts`, and of framing by `packet.ts`, however the stream is split into chunks.
 */
import test from "ava";
import fc from "fast-check";
import { PayloadReader } from "../../apps/server/decode.ts";
import { PacketWriter } from "../../apps/server/encode.ts";
import { largestPiece, PacketReader } from "../../apps/server/packet.ts";
import { writeInteger } from "../../core/types/numeric/digit-bytes.ts";
import { canonical } from "../../core/types/value/value.ts";

/** Returns the payload of the single packet that `write` makes. */
function payloadOf(write: (writer: PacketWriter) => void): PayloadReader {
	const writer = new PacketWriter();
	writer.begin();
	write(writer);
	writer.end();
	const reader = new PacketReader(1 << 30);
	reader.feed(writer.view());
	return new PayloadReader(reader.next(0) as Buffer);
}

const bytes = fc.uint8Array({ maxLength: 600 }).map((array) => Buffer.from(array).toString("latin1"));

test("fields survive the round trip", (t) => {
	fc.assert(
		fc.property(
			bytes,
			fc.bigInt(0n, 2n ** 64n - 1n),
			fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
			fc.double({ noNaN: true }),
			(text, unsigned, signed, double) => {
				const reader = payloadOf((writer) => {
					writer.lenencBytes(text);
					writer.uint64(canonical(unsigned));
					writer.uint64(canonical(signed));
					writer.double(double);
					writer.lenencInteger(Number(unsigned & 0xffffffffn));
					writer.lenencText(writeInteger, canonical(signed));
					writer.zeroTerminated(text.replaceAll("\0", "x"));
					writer.bytes(text);
				});
				t.is(reader.lenencBytes(), text);
				t.is(reader.uint64(), canonical(unsigned));
				t.is(reader.int64(), canonical(signed));
				t.true(Object.is(reader.double(), double));
				t.is(reader.lenencInteger(), Number(unsigned & 0xffffffffn));
				t.is(reader.lenencBytes(), String(signed));
				t.is(reader.zeroTerminated(), text.replaceAll("\0", "x"));
				t.is(reader.rest(), text);
			},
		),
	);
});

test("numbers around each length of their text", (t) => {
	for (let power = 0; power < 16; power++) {
		for (const value of [10 ** power - 1, 10 ** power, -(10 ** power), 1 - 10 ** power, 2 ** power]) {
			t.is(payloadOf((writer) => writer.lenencText(writeInteger, value)).lenencBytes(), `${value === 0 ? 0 : value}`);
		}
	}
});

test("a missing field is a malformed packet", (t) => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 40 }), (array) => {
			for (const read of ["uint8", "uint64", "lenencBytes", "zeroTerminated", "double", "lenencInteger"] as const) {
				const reader = new PayloadReader(Buffer.from(array));
				try {
					for (;;) {
						reader[read]();
					}
				} catch (failure) {
					t.is((failure as { code?: number }).code, 1835);
				}
			}
		}),
		{ numRuns: 50 },
	);
});

test("packets are complete however the stream is split", (t) => {
	fc.assert(
		fc.property(
			fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }),
			fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }),
			(payloads, cuts) => {
				const writer = new PacketWriter();
				for (const payload of payloads) {
					writer.begin();
					writer.buffer(payload);
					writer.end();
				}
				const all = Buffer.from(writer.view());
				const reader = new PacketReader(1000);
				const seen: Buffer[] = [];
				const next = () => reader.next(reader.sequence);
				for (let at = 0, turn = 0; at < all.length; turn++) {
					const cut = cuts[turn % cuts.length] as number;
					reader.feed(all.subarray(at, at + cut));
					at += cut;
					for (let payload = turn % 3 === 0 ? undefined : next(); payload !== undefined; payload = next()) {
						seen.push(payload);
					}
				}
				for (let payload = next(); payload !== undefined; payload = next()) {
					seen.push(payload);
				}
				t.deepEqual(
					seen.map((payload) => payload.toString("hex")),
					payloads.map((payload) => Buffer.from(payload).toString("hex")),
				);
				t.is(reader.pending, 0);
			},
		),
	);
});

test("payloads around 16 MiB are sent in several packets", (t) => {
	for (const length of [largestPiece - 1, largestPiece, largestPiece + 1, 2 * largestPiece, 2 * largestPiece + 5]) {
		const payload = Buffer.alloc(length, 7);
		payload.writeUInt32LE(length);
		payload[length - 1] = 9;
		const writer = new PacketWriter();
		writer.begin();
		writer.buffer(payload);
		writer.end();
		const pieces = Math.floor(length / largestPiece) + 1;
		t.is(writer.sequence, pieces);
		t.is(writer.length, length + 4 * pieces);
		const reader = new PacketReader(1 << 26);
		reader.feed(writer.view().subarray(0, 1000));
		reader.feed(writer.view().subarray(1000, length));
		t.is(reader.next(0) ?? null, null);
		reader.feed(writer.view().subarray(length));
		t.true(reader.next(0)?.equals(payload));
	}
});

test("packets that are too large or out of order", (t) => {
	const small = new PacketReader(10);
	small.feed(Buffer.from([11, 0, 0, 0]));
	t.is(t.throws(() => small.next(0))?.message, "Got a packet bigger than 'max_allowed_packet' bytes");
	const reader = new PacketReader(10);
	reader.feed(Buffer.from([0, 0, 0, 3]));
	t.is(t.throws(() => reader.next(0))?.message, "Got packets out of order");
});

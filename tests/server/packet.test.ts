/**
 * Framing of packets: payloads are complete however the stream is split; single whole commands are read in place.
 */
import test from "ava";
import fc from "fast-check";
import { PacketReader } from "../../apps/server/packet.ts";

const largest = 4096;

function framed(payload: Uint8Array, sequence = 0): Buffer {
	return Buffer.concat([Buffer.from([payload.length & 0xff, payload.length >> 8, 0, sequence]), payload]);
}

test("payloads are the same however the stream is split", (t) => {
	fc.assert(
		fc.property(
			fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 6 }),
			fc.array(fc.nat(400), { maxLength: 12 }),
			(payloads, cuts) => {
				const bytes = Buffer.concat(payloads.map((payload) => framed(payload)));
				const reader = new PacketReader(largest);
				const read: Buffer[] = [];
				const places = [...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
				let from = 0;
				for (const to of places) {
					reader.feed(bytes.subarray(from, to));
					from = to;
					for (let payload = reader.next(0); payload !== undefined; payload = reader.next(0)) {
						read.push(payload);
					}
				}
				t.deepEqual(
					read.map((each) => [...each]),
					payloads.map((each) => [...each]),
				);
			},
		),
	);
});

test("commands in a reused buffer are read correctly", (t) => {
	const buffer = Buffer.alloc(8192);
	fc.assert(
		fc.property(
			fc.array(fc.record({ payload: fc.uint8Array({ minLength: 1, maxLength: 40 }), isCut: fc.boolean() }), {
				maxLength: 20,
			}),
			(commands) => {
				const reader = new PacketReader(largest);
				for (const { payload, isCut } of commands) {
					const bytes = framed(payload);
					// The first byte of a split command is fed; the rest is not a whole command, though it may look like one.
					const rest = isCut ? bytes.subarray(1) : bytes;
					if (isCut) {
						reader.feed(Buffer.from(bytes.subarray(0, 1)));
					}
					rest.copy(buffer);
					let read = reader.whole(buffer, rest.length);
					t.is(read === undefined, isCut);
					if (read === undefined) {
						reader.feed(Buffer.from(rest));
						read = reader.next(0);
					}
					t.deepEqual([...(read ?? [])], [...payload]);
					t.is(reader.sequence, 1);
					t.is(reader.pending, 0);
				}
			},
		),
	);
});

test("only a whole first packet within the size limit is read in place", (t) => {
	const buffer = Buffer.alloc(8192);
	const whole = (bytes: Buffer, given = bytes.length): boolean => {
		bytes.copy(buffer);
		return new PacketReader(largest).whole(buffer, given) !== undefined;
	};
	t.true(whole(framed(Buffer.from("select"))));
	t.false(whole(framed(Buffer.from("select"), 1)), "of another sequence number");
	t.false(whole(framed(Buffer.from("select")), 9), "cut off");
	t.false(whole(Buffer.concat([framed(Buffer.from("one")), framed(Buffer.from("two"))])), "two");
	t.false(whole(framed(Buffer.alloc(0))), "empty");
	t.false(whole(framed(Buffer.alloc(largest + 1))), "too large: it is refused where it is fed");
	t.false(whole(Buffer.from([1, 0, 0])), "no header");
});

test("the answer to a packet that is too large follows its sequence number", (t) => {
	const reader = new PacketReader(largest);
	reader.feed(framed(Buffer.alloc(largest + 1), 6));
	t.throws(() => reader.next(6), { message: /^Got a packet bigger/ });
	t.is(reader.sequence, 7);
});

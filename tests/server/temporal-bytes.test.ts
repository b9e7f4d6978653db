/**
 * Round trip of dates and times through the binary protocol.
 */
import test from "ava";
import fc from "fast-check";
import { PayloadReader } from "../../apps/server/decode.ts";
import { PacketWriter } from "../../apps/server/encode.ts";
import {
	decodeDate,
	decodeDatetime,
	decodeTime,
	encodeDate,
	encodeDatetime,
	encodeTime,
} from "../../apps/server/temporal-bytes.ts";
import { canonical } from "../../core/types/value/value.ts";

function through<T>(write: (writer: PacketWriter) => void, read: (reader: PayloadReader) => T): T {
	const writer = new PacketWriter();
	write(writer);
	const reader = new PayloadReader(Buffer.from(writer.view()));
	const value = read(reader);
	if (reader.remaining !== 0) {
		throw new Error("bytes are left");
	}
	return value;
}

const date = fc
	.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 31 }))
	.map(([year, month, day]) => (year * 13 + month) * 32 + day);
const clock = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 86399 }));
const fraction = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999999 }));

test("dates", (t) => {
	fc.assert(
		fc.property(date, (value) => {
			t.is(
				through((writer) => encodeDate(writer, value), decodeDate),
				value,
			);
		}),
	);
});

test("datetimes", (t) => {
	fc.assert(
		fc.property(date, clock, fraction, (day, second, microseconds) => {
			const seconds = day * 86400 + second;
			const value = canonical(BigInt(seconds) * 1000000n + BigInt(microseconds));
			const expected = microseconds === 0 ? { value: seconds, scale: 0 } : { value, scale: 6 };
			t.deepEqual(
				through((writer) => encodeDatetime(writer, value, 6), decodeDatetime),
				expected as never,
			);
		}),
	);
});

test("times", (t) => {
	fc.assert(
		fc.property(fc.integer({ min: -3020398, max: 3020398 }), fraction, (seconds, microseconds) => {
			const value = seconds * 1e6 + Math.sign(seconds) * microseconds;
			const expected = seconds === 0 || microseconds === 0 ? { value: seconds, scale: 0 } : { value, scale: 6 };
			t.deepEqual(
				through((writer) => encodeTime(writer, value, 6), decodeTime),
				expected as never,
			);
		}),
	);
});

test("milliseconds are sent as microseconds; a time beyond the maximum is the maximum", (t) => {
	t.deepEqual(
		through((writer) => encodeTime(writer, -1005, 3), decodeTime),
		{ value: -1005000, scale: 6 },
	);
	t.deepEqual(
		through((writer) => encodeTime(writer, 5000000, 0), decodeTime),
		{ value: 3020399, scale: 0 },
	);
});

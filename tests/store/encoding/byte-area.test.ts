/**
 * Bytes copied and compared four at a time equal those copied and compared one by one.
 */
import test from "ava";
import fc from "fast-check";
import { ByteArea, compareArea, copyArea, copyBytes } from "../../../core/store/encoding/byte-area.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

test("copies equal the source, and other bytes stay unchanged", (t) => {
	fc.assert(
		fc.property(bytes, fc.nat(9), fc.nat(9), fc.nat(9), (source, before, target, behind) => {
			const memory = new Uint8Array(source.length + 20).fill(7);
			memory.set(source, before);
			const from = new ByteArea(memory.subarray(3));
			const expected = new Uint8Array(target + source.length + behind).fill(9);
			expected.set(source, target);
			if (before >= 3) {
				const to = new ByteArea(new Uint8Array(expected.length).fill(9));
				copyArea(from, before - 3, before - 3 + source.length, to, target);
				t.deepEqual(to.bytes, expected);
			}
			const plain = new Uint8Array(expected.length).fill(9);
			copyBytes(memory, before, before + source.length, plain, target);
			t.deepEqual(plain, expected);
		}),
		{ numRuns: 2000 },
	);
});

test("bytes are ordered as byte strings", (t) => {
	const few = fc.array(fc.constantFrom(0, 1, 127, 128, 255), { maxLength: 12 }).map((list) => Uint8Array.from(list));
	fc.assert(
		fc.property(few, few, few, fc.nat(5), fc.nat(5), (shared, one, other, first, second) => {
			const placed = (at: number, rest: Uint8Array): ByteArea =>
				new ByteArea(Uint8Array.from([...new Uint8Array(at).fill(3), ...shared, ...rest, 200]));
			const order = compareArea(
				placed(first, one),
				first,
				first + shared.length + one.length,
				placed(second, other),
				second,
				second + shared.length + other.length,
			);
			t.is(Math.sign(order), Buffer.compare(one, other));
		}),
		{ numRuns: 3000 },
	);
});

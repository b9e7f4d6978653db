/**
 * Cursor buffer: packets are returned in order, from memory and from its file.
 */
import { tmpdir } from "node:os";
import test from "ava";
import fc from "fast-check";
import { CursorBuffer } from "../../apps/server/cursor-buffer.ts";

test("packets are returned in order, each once", (t) => {
	fc.assert(
		fc.property(fc.array(fc.nat(300_000), { maxLength: 30 }), (sizes) => {
			const kept = new CursorBuffer(tmpdir());
			const given = sizes.map((size, at) => Buffer.alloc(size, at + 128));
			for (const piece of given) {
				kept.add(Buffer.from(piece));
			}
			const taken: Buffer[] = [];
			for (let piece = kept.next(); piece !== null; piece = kept.next()) {
				taken.push(piece);
			}
			kept.close();
			t.true(Buffer.concat(taken).equals(Buffer.concat(given)));
		}),
		{ numRuns: 30 },
	);
});

test("close discards packets that were not fetched", (t) => {
	const kept = new CursorBuffer(tmpdir());
	for (let piece = 0; piece < 40; piece++) {
		kept.add(Buffer.alloc(1 << 16, piece));
	}
	kept.close();
	t.is(kept.next(), null);
});

/**
 * Records: what is written is read, whatever it is; what cannot be read is refused, never taken for something else.
 */
import test from "ava";
import fc from "fast-check";
import type { FastBatch } from "../../../core/store/fast-store.ts";
import { EntryRun } from "../../../core/store/page/entry-run.ts";
import { decodeBatch, encodeBatch } from "../../../core/store/page/batch-bytes.ts";
import { LogFailure } from "../../../core/store/shared-log/commit-log.ts";
import { decodeRecord, encodeRecord, headBytes } from "../../../core/store/shared-log/record.ts";
import { RecordReader, RecordWriter } from "../../../core/store/page/record-bytes.ts";

const head = { author: "m7", number: 3, position: 2 ** 40 + 1, digest: 0xfedcba98 };
const key = fc.string({ unit: "binary-ascii", maxLength: 20 });
const value = fc.uint8Array({ maxLength: 40 });
const anyBatch: fc.Arbitrary<FastBatch> = fc.record({
	since: fc.nat(),
	writes: fc.array(fc.record({ key, value: fc.option(value) })),
	conditions: fc.array(fc.record({ key, seen: fc.option(value, { nil: undefined }) })),
	additions: fc.array(fc.record({ key, amount: fc.integer() })),
	ranges: fc.array(fc.record({ from: key, to: key, digest: fc.option(fc.nat(), { nil: undefined }) })),
	empty: fc.record({ from: key, to: key }),
});

function batches(...all: readonly FastBatch[]): Uint8Array {
	const bytes = new RecordWriter();
	bytes.number(all.length);
	for (const batch of all) {
		encodeBatch(batch, bytes);
	}
	return encodeRecord(head, { kind: "batches", bytes: bytes.finish() });
}

/** Bytes alike, whatever array holds them. */
function plain(batch: unknown): unknown {
	return JSON.parse(
		JSON.stringify(batch, (_, each) =>
			each instanceof Uint8Array || each?.type === "Buffer" ? [...((each.data ?? each) as Uint8Array)] : each,
		),
	);
}

test("batches are read as they were written", (t) => {
	fc.assert(
		fc.property(fc.array(anyBatch, { maxLength: 4 }), (all) => {
			const { body, ...read } = decodeRecord(batches(...all));
			t.deepEqual(read, head);
			t.deepEqual(
				plain(body),
				plain({ kind: "batches", batches: all.map(({ since, ...batch }) => ({ since, batch })) }),
			);
		}),
		{ numRuns: 200 },
	);
});

test("the condition of a mark is the first, whatever a batch demands", (t) => {
	const run = new EntryRun(true);
	run.append("a", Buffer.from("1"));
	const bytes = new RecordWriter();
	const mark = { key: "mark", before: undefined, after: Buffer.from("2") };
	encodeBatch({ writes: [], runs: [run], conditions: [{ key: "b", seen: undefined }] }, bytes, 7, mark);
	const { batch } = decodeBatch(new RecordReader(bytes.finish()));
	t.deepEqual(
		batch.conditions.map(({ key }) => key),
		["mark", "b", "a"],
	);
});

test("entries of a new run are written under the condition that none is there", (t) => {
	const run = new EntryRun(true);
	run.append("a", Buffer.from("1"));
	run.append("b", Buffer.from("2"));
	const { body } = decodeRecord(batches({ writes: [], conditions: [], runs: [run] }));
	t.deepEqual(
		plain(body),
		plain({
			kind: "batches",
			batches: [
				{
					since: 0,
					batch: {
						writes: [
							{ key: "a", value: [49] },
							{ key: "b", value: [50] },
						],
						conditions: [{ key: "a" }, { key: "b" }],
						additions: [],
						ranges: [],
					},
				},
			],
		}),
	);
});

const others = [
	{ kind: "part", bytes: Buffer.from("part") },
	{ kind: "whole", first: 4, parts: 7 },
	{ kind: "join", facts: { host: "größe", port: 4000, release: "2.1.7", replaces: "m6" } },
	{ kind: "leave" },
	{ kind: "out", member: "m5", heard: 99 },
	{ kind: "beat", folded: 77 },
] as const;

for (const body of others) {
	test(`a record is read as it was written: ${body.kind}`, (t) => {
		const bytes = encodeRecord(head, body);
		t.deepEqual(plain(decodeRecord(bytes)), plain({ ...head, body }));
		if (body.kind === "part") {
			t.is(bytes.length, headBytes(head.author) + body.bytes.length);
		}
	});
}

test("a record that is cut off, or goes on, is refused", (t) => {
	const bytes = batches({
		writes: [{ key: "k", value: Buffer.from("value") }],
		conditions: [{ key: "k", seen: Buffer.from("seen") }],
	});
	for (let length = 0; length < bytes.length; length++) {
		t.throws(() => decodeRecord(bytes.subarray(0, length)), { instanceOf: LogFailure }, `${length} bytes`);
	}
	t.throws(() => decodeRecord(Buffer.concat([bytes, Buffer.from("x")])), { instanceOf: LogFailure });
});

test("a record of a version or kind that is not known stops a server, with a sentence that says what to do", (t) => {
	for (const at of [0, 1]) {
		const bytes = encodeRecord(head, { kind: "leave" });
		bytes[at] = 200;
		t.throws(() => decodeRecord(bytes), { instanceOf: LogFailure, message: /newer verso .* start this server/ });
	}
});

/**
 * Conformance suite: the tests that every engine must pass, given a function that opens an empty store.
 */
import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import { equalBytes } from "../../core/store/encoding/equal-bytes.ts";
import { claimFormat, currentFormat, readFormat } from "../../core/store/format.ts";
import { spaces } from "../../core/store/encoding/keys.ts";
import type { Entry, Key, Range } from "../../core/store/contract.ts";
import type { FastReader, FastStore } from "../../core/store/fast-store.ts";
import { type Savepoint, Transaction } from "../../core/store/transaction/transaction.ts";

type OpenStore = (t: ExecutionContext) => FastStore;

export function bytes(text: string): Uint8Array {
	return Buffer.from(text, "latin1");
}

export function text(value: Uint8Array | undefined): string | undefined {
	return value === undefined ? undefined : Buffer.from(value).toString("latin1");
}

/** One value of a store's newest state. */
export function read(store: FastStore, key: Key): string | undefined {
	const snapshot = store.snapshot();
	const value = snapshot.get(key) as Uint8Array | undefined;
	snapshot.release();
	return text(value);
}

export async function readAll(reader: FastReader, range: Range): Promise<[Key, string | undefined][]> {
	const found: Entry[] = [];
	const scan = reader.scan(range);
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		found.push(...batch.filter(({ key }) => key < spaces.commitMarks));
		if (range.limit !== undefined && found.length >= range.limit) {
			scan.close();
			break;
		}
	}
	return found.slice(0, range.limit).map(({ key, value }) => [key, text(value)]);
}

/** The contents of a range as pages give them, in the same form. */
export async function readPages(reader: FastReader, range: Range): Promise<[Key, string | undefined][]> {
	const found: [Key, string | undefined][] = [];
	const scan = reader.pages(range);
	for (
		let page = await scan.next();
		page !== null && found.length < (range.limit ?? Number.POSITIVE_INFINITY);
		page = await scan.next()
	) {
		for (let at = 0; at < page.count; at++) {
			if (page.key(at) >= spaces.logParts) {
				continue;
			}
			found.push([page.key(at), text(page.bytes.subarray(page.starts[at], page.ends[at]))]);
		}
	}
	scan.close();
	return found.slice(0, range.limit);
}

const everything = { from: "", to: "\xff" };

export function conformance(engine: string, open: OpenStore): void {
	const withStore = (title: string, body: (t: ExecutionContext, store: FastStore) => Promise<void>): void => {
		test(`${engine}: ${title}`, async (t) => {
			const store = open(t);
			try {
				await body(t, store);
			} finally {
				await store.close();
			}
		});
	};

	withStore(
		"a range that must be empty at the commit: another transaction's key in it refuses the commit",
		async (t, store) => {
			await store.commit({
				writes: [
					{ key: "a", value: bytes("1") },
					{ key: "d", value: bytes("1") },
				],
				conditions: [],
			});
			const empty = { from: "b", to: "c" };
			const write = (key: Key) => [{ key, value: bytes("2") }];
			t.true((await store.commit({ writes: write("b"), conditions: [], empty })).done, "its own keys are no others'");
			const begun = store.snapshot().transactionId;
			const both = await Promise.all([
				store.commit({ writes: [{ key: "b", value: null }], conditions: [] }),
				store.commit({ writes: write("bb"), conditions: [], since: begun }),
				store.commit({ writes: write("e"), conditions: [], empty, since: begun }),
			]);
			t.deepEqual(
				both.map(({ done }) => done),
				[true, true, false],
			);
			t.deepEqual(await readAll(store.snapshot(), everything), [
				["a", "1"],
				["bb", "2"],
				["d", "1"],
			]);
		},
	);

	withStore("a snapshot never changes, and equal ids mean equal contents", async (t, store) => {
		await store.commit({ writes: [{ key: "a", value: bytes("1") }], conditions: [] });
		const before = store.snapshot();
		const again = store.snapshot();
		t.is(before.transactionId, again.transactionId);
		const commit = await store.commit({
			writes: [
				{ key: "a", value: bytes("2") },
				{ key: "b", value: bytes("3") },
			],
			conditions: [],
		});
		const after = store.snapshot();
		t.is(text(await before.get("a")), "1");
		t.is(await again.get("b"), undefined);
		t.deepEqual(await readAll(after, everything), [
			["a", "2"],
			["b", "3"],
		]);
		t.deepEqual((await after.getMany(["b", "x", "a"])).map(text), ["3", undefined, "2"]);
		t.true(commit.done && commit.transactionId === after.transactionId && after.transactionId > before.transactionId);
		for (const snapshot of [before, again, after]) {
			snapshot.release();
		}
	});

	withStore("a commit whose condition fails writes nothing and names the key", async (t, store) => {
		await store.commit({ writes: [{ key: "a", value: bytes("1") }], conditions: [] });
		const answers = await Promise.all([
			store.commit({
				writes: [{ key: "n", value: bytes("x") }],
				conditions: [
					{ key: "b", seen: undefined },
					{ key: "a", seen: bytes("0") },
				],
			}),
			store.commit({ writes: [{ key: "a", value: bytes("2") }], conditions: [{ key: "a", seen: bytes("1") }] }),
			store.commit({ writes: [{ key: "a", value: bytes("3") }], conditions: [{ key: "a", seen: bytes("1") }] }),
			store.commit({ writes: [{ key: "a", value: null }], conditions: [{ key: "a", seen: bytes("2") }] }),
		]);
		t.deepEqual(
			answers.map((answer) => (answer.done ? "done" : answer.conflict)),
			["a", "done", "a", "done"],
		);
		const snapshot = store.snapshot();
		t.deepEqual(await readAll(snapshot, everything), []);
		snapshot.release();
	});

	withStore("no concurrent increment is lost", async (t, store) => {
		const increment = async (): Promise<void> => {
			for (;;) {
				const transaction = new Transaction(store);
				const value = Number(text(await transaction.get("counter")) ?? 0);
				await transaction.put("counter", bytes(String(value + 1)));
				if ((await transaction.commit()).done) {
					return;
				}
			}
		};
		await Promise.all(Array.from({ length: 20 }, increment));
		const snapshot = store.snapshot();
		t.is(text(await snapshot.get("counter")), "20");
		snapshot.release();
	});

	withStore("values of any size are stored and read back", async (t, store) => {
		const values = [0, 1, 7, 4096, 8193, 100_000, 17_000_000].map((size) => new Uint8Array(size).fill(size % 251));
		await store.commit({ writes: values.map((value, at) => ({ key: `v${at}`, value })), conditions: [] });
		const snapshot = store.snapshot();
		const got = await snapshot.getMany(values.map((_, at) => `v${at}`));
		const scan = snapshot.scan(everything);
		const scanned: Entry[] = [];
		for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
			scanned.push(...batch);
		}
		snapshot.release();
		values.forEach((value, at) => {
			t.true(equalBytes(got[at], value), `get of ${value.length} bytes`);
			t.true(equalBytes(scanned[at].value, value), `scan of ${value.length} bytes`);
		});
		const answer = await store.commit({
			writes: [],
			conditions: values.map((value, at) => ({ key: `v${at}`, seen: value })),
		});
		t.true(answer.done);
	});

	withStore("a scan in many batches is complete, in both directions, during writes", async (t, store) => {
		const keys = Array.from({ length: 5000 }, (_, at) => `k${String(at).padStart(5, "0")}`);
		await store.commit({ writes: keys.map((key) => ({ key, value: bytes(key) })), conditions: [] });
		const snapshot = store.snapshot();
		for (const reverse of [false, true]) {
			const scan = snapshot.scan({ from: "k00010", to: "k04990", reverse });
			const found: Key[] = [];
			for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
				found.push(...batch.map(({ key }) => key));
				await store.commit({
					writes: [
						{ key: found[0], value: null },
						{ key: `${found[0]}x`, value: bytes("") },
					],
					conditions: [],
				});
			}
			const expected = keys.slice(10, 4990);
			t.deepEqual(found, reverse ? expected.reverse() : expected);
		}
		snapshot.scan(everything).next();
		snapshot.release();
	});

	withStore("the read set of a transaction has the keys that it read, and no others", async (t, store) => {
		await store.commit({
			writes: [
				{ key: "a", value: bytes("1") },
				{ key: "b", value: bytes("1") },
			],
			conditions: [],
		});
		const reader = new Transaction(store);
		const writer = new Transaction(store);
		const blind = new Transaction(store);
		await reader.rely("a");
		await reader.put("c", bytes("r"));
		await blind.put("a", bytes("blind"), { blind: true });
		await writer.put("a", bytes("2"));
		t.true((await writer.commit()).done);
		t.deepEqual(await reader.commit(), { done: false, conflict: "a" });
		t.true((await blind.commit()).done);
		const empty = new Transaction(store);
		await empty.rely("a");
		t.true(empty.isEmpty);
		t.deepEqual(await empty.commit(), { done: true, transactionId: empty.transactionId });
		t.true(empty.isFinished);
	});

	withStore("a renewed snapshot shows newer commits below the transaction's own writes", async (t, store) => {
		const transaction = new Transaction(store);
		await transaction.put("a", bytes("mine"));
		await store.commit({ writes: [{ key: "b", value: bytes("theirs") }], conditions: [] });
		t.is(await transaction.get("b"), undefined);
		await transaction.catchUp();
		t.deepEqual(await readAll(transaction, everything), [
			["a", "mine"],
			["b", "theirs"],
		]);
		t.true((await transaction.commit()).done);
	});

	withStore("a format stamp is written once, and another one is refused", async (t, store) => {
		await claimFormat(store);
		await claimFormat(store);
		const snapshot = store.snapshot();
		t.is(await readFormat(snapshot), currentFormat);
		snapshot.release();
		await store.commit({ writes: [{ key: "\x01", value: bytes("verso\x0099") }], conditions: [] });
		await t.throwsAsync(claimFormat(store), { message: /format 99/ });
		await store.commit({
			writes: [
				{ key: "\x01", value: null },
				{ key: "z", value: bytes("") },
			],
			conditions: [],
		});
		await t.throwsAsync(claimFormat(store), { message: /another program/ });
	});

	withStore(
		"reads of a transaction equal a plain map's, whatever is written, rolled back and committed",
		async (t, store) => {
			await fc.assert(
				fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
					await store.commit({ writes: (await allKeys(store)).map((key) => ({ key, value: null })), conditions: [] });
					await play(t, store, steps);
				}),
				{ numRuns: 60 },
			);
		},
	);
}

const smallKey = fc
	.string({ unit: fc.constantFrom("a", "b", "\0", "\xff", "m"), minLength: 1, maxLength: 3 })
	.filter((key) => key < "\xff");

const step = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			act: fc.constant("put" as const),
			key: smallKey,
			value: fc.string({ unit: "binary-ascii", maxLength: 3 }),
		}),
	},
	{ weight: 3, arbitrary: fc.record({ act: fc.constant("remove" as const), key: smallKey }) },
	{
		weight: 3,
		arbitrary: fc.record({
			act: fc.constant("scan" as const),
			from: smallKey,
			to: smallKey,
			reverse: fc.boolean(),
			limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ act: fc.constantFrom("savepoint" as const, "rollback" as const, "commit" as const) }),
	},
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function allKeys(store: FastStore): Promise<Key[]> {
	const snapshot = store.snapshot();
	const keys = (await readAll(snapshot, everything)).map(([key]) => key);
	snapshot.release();
	return keys;
}

async function play(t: ExecutionContext, store: FastStore, steps: readonly Step[]): Promise<void> {
	let model = new Map<Key, string>();
	let saved: { model: Map<Key, string>; savepoint: Savepoint } | null = null;
	let transaction: Transaction = new Transaction(store);
	for (const next of steps) {
		switch (next.act) {
			case "put":
				await transaction.put(next.key, bytes(next.value));
				model.set(next.key, next.value);
				t.is(text(await transaction.get(next.key)), next.value);
				break;
			case "remove":
				await transaction.remove(next.key);
				model.delete(next.key);
				t.is(await transaction.get(next.key), undefined);
				break;
			case "scan":
				t.deepEqual(await readAll(transaction, next), expectedScan(model, next));
				t.deepEqual(await readPages(transaction, next), expectedScan(model, next));
				break;
			case "savepoint":
				saved = { model: new Map(model), savepoint: transaction.savepoint() };
				break;
			case "rollback":
				if (saved !== null) {
					transaction.rollbackTo(saved.savepoint);
					model = new Map(saved.model);
				}
				break;
			case "commit":
				t.true((await transaction.commit()).done);
				transaction = new Transaction(store);
				saved = null;
		}
	}
	t.deepEqual(await readAll(transaction, everything), expectedScan(model, everything));
	t.deepEqual((await transaction.getMany([...model.keys()])).map(text), [...model.values()]);
	transaction.rollback();
}

function expectedScan(model: ReadonlyMap<Key, string>, { from, to, reverse, limit }: Range): [Key, string][] {
	const found = [...model].filter(([key]) => key >= from && key < to).sort(([one], [other]) => (one < other ? -1 : 1));
	return (reverse === true ? found.reverse() : found).slice(0, limit);
}

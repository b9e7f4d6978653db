/**
 * Entry runs: sorted, read, packed and stored as the same single entries would be.
 */
import test from "ava";
import fc from "fast-check";
import { BlockPacker } from "../../../core/store/blocks/block-packer.ts";
import { maximumBlockBytes } from "../../../core/store/blocks/block-view.ts";
import { EntryRun } from "../../../core/store/page/entry-run.ts";
import { KeyList } from "../../../core/store/page/key-list.ts";
import { rowPrefix } from "../../../core/store/encoding/keys.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { MergedPages } from "../../../core/store/memtable/merged-pages.ts";
import { findInRun, RunCursor, writesOfRun } from "../../../core/store/runs/run-cursor.ts";
import { lookUpInRun } from "../../../core/store/runs/run-lookup.ts";
import { joinedRuns, orderedRun } from "../../../core/store/runs/run-order.ts";
import { RunPacker } from "../../../core/store/runs/run-packer.ts";
import { SortedMap } from "../../../core/store/memtable/sorted-map.ts";
import type { Entry } from "../../../core/store/contract.ts";
import { bytes, readAll } from "../conformance.ts";
import { storePath, warm } from "../directory.ts";

const prefix = rowPrefix(7);
const whole = { from: "\x01", to: "\xff" };
const key = fc
	.array(fc.constantFrom("a", "b", "c", "\x00", "\xfe"), { minLength: 1, maxLength: 12 })
	.map((parts) => prefix + parts.join(""));
const value = fc
	.oneof({ weight: 9, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(5000) })
	.map((length) => bytes("v".repeat(length)));
const entries = fc.uniqueArray(fc.record({ key, value }), {
	selector: (entry) => entry.key,
	minLength: 1,
	maxLength: 400,
});

function runOf(list: readonly Entry[], isNew = true): EntryRun {
	const run = new EntryRun(isNew);
	for (const entry of list) {
		run.append(entry.key, entry.value);
	}
	return run;
}

function inOrder(list: readonly Entry[]): Entry[] {
	return [...list].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function plain(list: readonly { key: string; value: Uint8Array | null | undefined }[]): [string, string][] {
	return list.map((entry) => [entry.key, Buffer.from(entry.value ?? []).toString("latin1")]);
}

test("a sorted run holds the appended entries", (t) => {
	fc.assert(
		fc.property(entries, fc.integer({ min: 1, max: 5 }), (list, parts) => {
			t.deepEqual(plain(writesOfRun(orderedRun(runOf(list)))), plain(inOrder(list)));
			const size = Math.ceil(list.length / parts);
			const runs = Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
				orderedRun(runOf(list.slice(at * size, (at + 1) * size))),
			);
			t.deepEqual(plain(writesOfRun(joinedRuns(runs, true))), plain(inOrder(list)));
		}),
		{ numRuns: 200 },
	);
});

test("lookups and scans of a run equal a map's", (t) => {
	fc.assert(
		fc.property(entries, key, key, fc.boolean(), (list, from, to, reverse) => {
			const run = orderedRun(runOf(list));
			const map = new SortedMap<Uint8Array>();
			list.forEach((entry) => map.set(entry.key, entry.value));
			const [walk, model] = [new RunCursor(run, from, to, reverse), map.cursor(from, to, reverse)];
			while (model.next()) {
				t.true(walk.next());
				t.is(walk.key, model.key);
				t.deepEqual(Buffer.from(walk.value!), Buffer.from(model.value!));
			}
			t.false(walk.next());
			for (const each of [from, to, ...list.map((entry) => entry.key)]) {
				t.deepEqual(findInRun(run, each)?.length, map.get(each)?.length);
			}
		}),
		{ numRuns: 200 },
	);
});

test("pages of a run over a store equal its scan, whatever the store holds", async (t) => {
	const beneath = fc.func(fc.boolean());
	await fc.assert(
		fc.asyncProperty(
			entries,
			key,
			key,
			fc.oneof(fc.nat(400), beneath),
			fc.boolean(),
			async (list, from, to, isBeneath, reverse) => {
				const sorted = inOrder(list);
				const [lower, upper] = [true, false].map((side) =>
					sorted.filter(
						(entry, at) => side === (typeof isBeneath === "number" ? at < isBeneath : isBeneath(entry.key)),
					),
				);
				const store = openMemoryStore();
				await store.commit({ conditions: [], writes: lower! });
				const below = store.snapshot().pages({ from, to, reverse });
				const pages =
					upper!.length === 0
						? below
						: new MergedPages(below, new RunCursor(runOf(upper!), from, to, reverse), reverse);
				const found: [string, string][] = [];
				for (let page = await pages.next(); page !== null; page = await pages.next()) {
					for (let at = 0; at < page.count; at++) {
						const own = page.key(at);
						found.push([own, Buffer.from(page.bytes.subarray(page.starts[at]!, page.ends[at]!)).toString("latin1")]);
						t.true((page.compare?.(at, own) ?? 0) === 0);
						const copied = new Uint8Array(100);
						const end = page.copyKey?.(at, 2, copied, 5);
						t.is(
							end === undefined ? own.slice(2) : Buffer.from(copied.subarray(5, end)).toString("latin1"),
							own.slice(2),
						);
					}
				}
				const wanted = plain(sorted.filter((entry) => entry.key >= from && entry.key < to));
				t.deepEqual(found, reverse ? wanted.reverse() : wanted);
			},
		),
		{ numRuns: 300 },
	);
});

test("blocks packed from a run are those packed from single entries", (t) => {
	fc.assert(
		fc.property(entries, (list) => {
			const small = inOrder(list).filter((entry) => entry.value.length < 800);
			const [packer, model] = [new RunPacker(maximumBlockBytes), new BlockPacker(maximumBlockBytes)];
			const run = runOf(small);
			const blocks: Buffer[] = [];
			for (const piece of run.pieces) {
				for (let at = 0; at < piece.count; at++) {
					if (!packer.add(piece, at, maximumBlockBytes)) {
						blocks.push(Buffer.from(packer.pack()));
						packer.reset();
						packer.add(piece, at, maximumBlockBytes);
					}
				}
			}
			if (packer.count > 0) {
				blocks.push(Buffer.from(packer.pack()));
			}
			const expected: Buffer[] = [];
			for (let at = 0; at < small.length; ) {
				const end = at + model.fitting(small, at, small.length);
				expected.push(Buffer.from(model.pack(small, at, end)));
				at = end;
			}
			t.deepEqual(blocks, expected);
		}),
		{ numRuns: 100 },
	);
});

test("runs equal single writes, whatever the store holds", async (t) => {
	const path = storePath(t);
	const removed = fc.array(fc.nat(400), { maxLength: 60 });
	let round = 0;
	await fc.assert(
		fc.asyncProperty(entries, entries, removed, fc.boolean(), async (first, second, gone, folds) => {
			round++;
			const [store, model] = [
				openLmdbStore({ path: `${path}-${round}-a` }),
				openLmdbStore({ path: `${path}-${round}-b` }),
			];
			await store.commit({ writes: [], runs: [orderedRun(runOf(first))], conditions: [] });
			await model.commit({ writes: first, conditions: [] });
			const removals = {
				writes: gone.flatMap((at) => (at < first.length ? [{ key: first[at]!.key, value: null }] : [])),
				conditions: [],
			};
			for (const each of [store, model]) {
				await each.commit(removals);
				if (folds) {
					await each.fold();
				}
			}
			await store.commit({ writes: [], runs: [orderedRun(runOf(second, false))], conditions: [] });
			await model.commit({ writes: second, conditions: [] });
			t.deepEqual(await readAll(store.snapshot(), whole), await readAll(model.snapshot(), whole));
			t.is(store.auditBlocks().damage, null);
			await store.close();
			await model.close();
		}),
		{ numRuns: 40 },
	);
});

test("many adjacent new entries are all packed into blocks, as runs and as single writes", async (t) => {
	const path = storePath(t);
	let round = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 400, max: 6000 }),
			fc.nat(180),
			fc.nat(60),
			fc.boolean(),
			async (count, size, spread, asRun) => {
				const store = openLmdbStore({ path: `${path}-even-${round++}` });
				const list = Array.from({ length: count }, (_, at) => ({
					key: prefix + String(at).padStart(6, "0"),
					value: bytes("v".repeat(size + (spread === 0 ? 0 : (at * 7919) % spread))),
				}));
				await store.commit(
					asRun ? { writes: [], runs: [runOf(list)], conditions: [] } : { writes: list, conditions: [] },
				);
				const { blocks, entries: packed, damage } = store.auditBlocks();
				t.is(damage, null);
				// Single writes that fill less than eight blocks leave the end of the last one to later ones.
				t.true(
					packed === count || (!asRun && blocks <= 8),
					`${count - packed} of ${count} entries of ${size} alone, ${asRun}`,
				);
				// Blocks of 4072 bytes: so many that they are four fifths full, or two more.
				t.true(
					blocks <= 2 + list.reduce((sum, each) => sum + 10 + each.value.length, 0) / (0.8 * maximumBlockBytes),
					`${blocks} blocks for ${count} entries of ${size}`,
				);
				await store.close();
				// Rules that left a few standalone did so once in some hundred runs.
			},
		),
		{ numRuns: 800 },
	);
});

test("runs in the log equal single writes, before and after a checkpoint", async (t) => {
	const path = storePath(t);
	let round = 0;
	const steps = fc.array(fc.tuple(fc.constantFrom("run", "run", "run", "remove", "read", "clear"), fc.nat(400)), {
		minLength: 4,
		maxLength: 24,
	});
	await fc.assert(
		fc.asyncProperty(entries, steps, async (list, wanted) => {
			const file = `${path}-log-${round++}`;
			const [store, model] = [await warm(openLoggedStore({ path: file })), openMemoryStore()];
			const held = new Set<string>();
			let next = 0;
			for (const [step, number] of wanted) {
				const part = list.slice(next, next + 1 + (number % 40)).filter((entry) => !held.has(entry.key));
				if (step === "run" && part.length > 0) {
					next += part.length;
					part.forEach((entry) => held.add(entry.key));
					await store.commit({ writes: [], runs: [orderedRun(runOf(part))], conditions: [] });
					await model.commit({ writes: part, conditions: [] });
				} else if (step === "remove") {
					const doomed = [...held].slice(0, number % 5);
					const writes = doomed.map((name) => ({ key: name, value: null }));
					doomed.forEach((name) => held.delete(name));
					// They may come back in a later run.
					next = number % 2 === 0 ? 0 : next;
					await Promise.all([store, model].map((each) => each.commit({ writes, conditions: [] })));
				} else if (step === "clear" && number % 7 === 0) {
					held.clear();
					next = 0;
					await Promise.all(
						[store, model].map((each) => each.commit({ writes: [], conditions: [], cleared: [prefix] })),
					);
				} else {
					t.deepEqual(await readAll(store.snapshot(), whole), await readAll(model.snapshot(), whole));
				}
			}
			const expected = await readAll(model.snapshot(), whole);
			t.deepEqual(await readAll(store.snapshot(), whole), expected);
			for (const name of held) {
				t.truthy(await store.snapshot().get(name));
			}
			await store.close();
			const again = openLoggedStore({ path: file });
			t.deepEqual(await readAll(again.snapshot(), whole), expected);
			await again.close();
		}),
		{ numRuns: 25 },
	);
});

test("batch lookups of sorted keys in a run equal single lookups, and skips equal scans", (t) => {
	fc.assert(
		fc.property(
			entries,
			fc.uniqueArray(key, { maxLength: 60 }),
			fc.nat(5),
			key,
			key,
			fc.integer({ min: 1, max: 20 }),
			(list, others, first, from, to, stride) => {
				const run = joinedRuns(
					Array.from({ length: 3 }, (_, part) => list.filter((_, at) => at % 3 === part))
						.filter((part) => part.length > 0)
						.map((part) => orderedRun(runOf(part))),
					true,
				);
				const wanted = [
					...new Set([...others, ...list.filter((_, at) => at % 2 === 0).map((entry) => entry.key)]),
				].sort();
				const keys = new KeyList();
				wanted.forEach((each) => keys.addKey(each));
				const found: [string, string][] = [];
				const isDone = lookUpInRun(
					run,
					keys,
					{
						take: (at, memory, start, end) =>
							found.push([wanted[at]!, Buffer.from(memory.subarray(start, end)).toString("latin1")]) > 0,
					},
					first,
				);
				t.true(isDone);
				t.deepEqual(
					found,
					plain(
						wanted.slice(first).flatMap((each) => {
							const value = findInRun(run, each);
							return value === undefined ? [] : [{ key: each, value }];
						}),
					),
				);
				const [walk, passing] = [new RunCursor(run, from, to, false), new RunCursor(run, from, to, false)];
				const walked: string[] = [];
				while (walk.next()) {
					walked.push(walk.key);
				}
				for (let passed = passing.pass(stride), at = 0; passed > 0; passed = passing.pass(stride)) {
					at += passed;
					t.is(passing.key, walked[at - 1]!);
					t.true(passed === stride || at === walked.length);
				}
			},
		),
		{ numRuns: 200 },
	);
});

/**
 * Appended entries: the result equals that of `put`, sorted or not, read in between or not.
 */
import test from "ava";
import fc from "fast-check";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { Transaction } from "../../../core/store/transaction/transaction.ts";
import { bytes, readAll } from "../conformance.ts";
import { storePath } from "../directory.ts";

const whole = { from: "\x01", to: "\xff" };
const key = fc
	.array(fc.constantFrom("a", "b", "\x00", "\xfe"), { minLength: 1, maxLength: 9 })
	.map((parts) => `k${parts.join("")}`);

test("append equals put for new keys", async (t) => {
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(fc.tuple(key, fc.integer({ min: 0, max: 9 })), { selector: ([name]) => name, maxLength: 60 }),
			async (steps) => {
				const [store, plain] = [openMemoryStore(), openMemoryStore()];
				const before = {
					writes: steps.filter(([, way]) => way === 9).map(([name]) => ({ key: name, value: bytes("before") })),
					conditions: [],
				};
				await Promise.all([store.commit(before), plain.commit(before)]);
				const [transaction, model] = [new Transaction(store), new Transaction(plain)];
				for (const [name, way] of steps) {
					if (way === 9) {
						// Removed by the transaction itself, so that it is new again.
						transaction.remove(name);
						model.remove(name);
					}
					model.put(name, bytes(name));
					if (way === 0) {
						transaction.put(name, bytes(name));
					} else if (way === 1) {
						await transaction.get(`${name}x`);
						transaction.appended.append(name, bytes(name), false);
					} else {
						transaction.appended.append(name, bytes(name), way >= 5);
					}
				}
				t.is((await transaction.commit()).done, true);
				await model.commit();
				t.deepEqual(await readAll(store.snapshot(), whole), await readAll(plain.snapshot(), whole));
			},
		),
	);
});

test("a key written by another transaction meanwhile is a conflict; one in between is not", async (t) => {
	const stores: readonly FastStore[] = [openMemoryStore(), openLmdbStore({ path: storePath(t) })];
	for (const store of stores) {
		const [one, between, same] = [new Transaction(store), new Transaction(store), new Transaction(store)];
		one.appended.append("a", bytes("1"), true);
		one.appended.append("c", bytes("1"), true);
		between.put("b", bytes("2"));
		same.appended.append("c", bytes("3"), true);
		same.appended.append("x", bytes("3"), false);
		t.true((await between.commit()).done);
		t.true((await one.commit()).done);
		t.deepEqual(await same.commit(), { done: false, conflict: "c" });
		const both = [new Transaction(store), new Transaction(store)];
		both.forEach((transaction) => transaction.appended.append("d", bytes("4"), true));
		// In one group: the second conflicts with the first one's writes.
		t.deepEqual(
			(await Promise.all(both.map((transaction) => transaction.commit()))).map(({ done }) => done),
			[true, false],
		);
		t.deepEqual(await readAll(store.snapshot(), whole), [
			["a", "1"],
			["b", "2"],
			["c", "1"],
			["d", "4"],
		]);
		await store.close();
	}
});

test("appended rows are rolled back with their savepoint", async (t) => {
	const store = openMemoryStore();
	const transaction = new Transaction(store);
	transaction.appended.append("a", bytes("1"), true);
	const savepoint = transaction.savepoint();
	transaction.appended.append("b", bytes("1"), true);
	t.false(transaction.isEmpty);
	transaction.rollbackTo(savepoint);
	await transaction.commit();
	t.deepEqual(await readAll(store.snapshot(), whole), [["a", "1"]]);
});

test("additions of concurrent transactions are all stored, those rolled back are not", async (t) => {
	for (const store of [openMemoryStore(), openLmdbStore({ path: storePath(t) })] as FastStore[]) {
		const all = [1, 2, 3].map((amount) => {
			const transaction = new Transaction(store);
			transaction.put(`k${amount}`, bytes(""), { blind: true });
			transaction.add("n", amount);
			const savepoint = transaction.savepoint();
			transaction.add("n", 100);
			transaction.rollbackTo(savepoint);
			return transaction;
		});
		t.deepEqual(await Promise.all(all.map((transaction) => transaction.total("n"))), [1, 2, 3]);
		await Promise.all(all.map((transaction) => transaction.commit()));
		const late = new Transaction(store);
		late.put("k1", bytes("x"));
		late.add("n", -1);
		t.is(await late.total("n"), 5);
		late.rollback();
		t.is(await new Transaction(store).total("n"), 6);
		await store.close();
	}
});

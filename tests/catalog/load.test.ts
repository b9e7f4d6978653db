/**
 * Schema loading: tables reused by a loader, and records whose unknown members survive.
 */
import test from "ava";
import { schemaLoader } from "../../core/catalog/schema/load.ts";
import type { SchemaQuestions } from "../../core/catalog/schema/loaded-table.ts";
import { decodeRecord } from "../../core/catalog/record-codec.ts";
import type { TableRecord } from "../../core/catalog/record.ts";
import { sweep } from "../../core/catalog/sweep.ts";
import { putDatabase, putTable, removeTable, takeId } from "../../core/catalog/write.ts";
import { contentsPrefix, rangeOf, spaces, tableKey } from "../../core/store/encoding/keys.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { Transaction } from "../../core/store/transaction/transaction.ts";

const birth = { release: "1", objectVersion: 0 };
const pair = { charset: "utf8", collation: "utf8_bin" };
const questions: SchemaQuestions = {
	database: () => pair,
	table: ({ resolved }) => ({ stated: resolved, inForce: resolved }),
	column: ({ resolved }) => ({ inForce: resolved, text: resolved }),
};

function tableRecord(id: number, name: string): TableRecord {
	return {
		id,
		databaseId: 1,
		name,
		written: {},
		resolved: pair,
		columns: [],
		indexes: [],
		foreignKeys: [],
		checks: [],
		maximumColumnId: 0,
		maximumIndexId: 0,
		engine: "InnoDB",
		comment: "",
		autoIncrementStart: null,
		shardRowIdBits: 0,
		createdMicroseconds: 0,
		updatedMicroseconds: 0,
		definitionVersion: 1,
		...birth,
	};
}

async function change(store: FastStore, step: (transaction: Transaction) => unknown): Promise<void> {
	const transaction = new Transaction(store);
	await step(transaction);
	const commit = await transaction.commit();
	if (!commit.done) {
		throw new Error("refused");
	}
}

test("a loader resolves only tables that changed", async (t) => {
	const store = openMemoryStore();
	await change(store, (transaction) => {
		takeId(transaction);
		putDatabase(transaction, { id: 1, name: "Shop", written: {}, resolved: pair, ...birth });
		putTable(transaction, tableRecord(2, "Items"));
		putTable(transaction, tableRecord(3, "orders"));
	});
	const loader = schemaLoader(questions);
	const before = await loader.load(store.snapshot());
	t.deepEqual([...(before.databases.get("shop")?.tables.keys() ?? [])], ["items", "orders"]);
	await change(store, (transaction) => putTable(transaction, { ...tableRecord(3, "orders"), comment: "new" }));
	const now = await loader.load(store.snapshot());
	const tables = (schema: typeof now) => schema.databases.get("shop")!.tables;
	t.is(tables(now).get("items"), tables(before).get("items"));
	t.not(tables(now).get("orders"), tables(before).get("orders"));
	t.true(now.version > before.version);
});

test("a table is resolved at its first use, once", async (t) => {
	const store = openMemoryStore();
	await change(store, (transaction) => {
		putDatabase(transaction, { id: 1, name: "d", written: {}, resolved: pair, ...birth });
		putTable(transaction, tableRecord(2, "one"));
		putTable(transaction, tableRecord(3, "two"));
	});
	const asked: string[] = [];
	const { tables } = (
		await schemaLoader({ ...questions, table: (record) => (asked.push(record.name), questions.table(record)) }).load(
			store.snapshot(),
		)
	).databases.get("d")!;
	t.deepEqual(
		[[...tables.keys()], tables.size, tables.has("two"), tables.has("three")],
		[["one", "two"], 2, true, false],
	);
	t.deepEqual(asked, []);
	t.is(tables.get("two"), tables.get("two"));
	t.is(tables.get("three"), undefined);
	t.deepEqual(asked, ["two"]);
	t.deepEqual(
		[...tables.values()].map(({ name }) => name),
		["one", "two"],
	);
	t.deepEqual(asked, ["two", "one"]);
});

test("a change of a table resolves no others, however many there are", async (t) => {
	const store = openMemoryStore();
	await change(store, (transaction) => {
		putDatabase(transaction, { id: 1, name: "d", written: {}, resolved: pair, ...birth });
		putTable(transaction, tableRecord(2, "first"));
	});
	const asked: string[] = [];
	const loader = schemaLoader({ ...questions, table: (record) => (asked.push(record.name), questions.table(record)) });
	const tables = async () => (await loader.load(store.snapshot())).databases.get("d")!.tables;
	t.is((await tables()).size, 1);
	for (let id = 3; id < 203; id++) {
		await change(store, (transaction) => putTable(transaction, tableRecord(id, `t${id}`)));
		t.is((await tables()).size, id - 1);
	}
	t.deepEqual([[...(await tables()).keys()].length, asked], [201, []]);
	t.is((await tables()).get("t202")?.id, 202);
	t.deepEqual(asked, ["t202"]);
});

test("an unknown member of a record survives a change", async (t) => {
	const store = openMemoryStore();
	await change(store, (transaction) => {
		putDatabase(transaction, { id: 1, name: "d", written: {}, resolved: pair, ...birth });
		putTable(transaction, { ...tableRecord(2, "t"), later: { any: "thing" } } as TableRecord);
	});
	const table = (await schemaLoader(questions).load(store.snapshot())).databases.get("d")!.tables.get("t")!;
	await change(store, (transaction) => putTable(transaction, { ...table.record, name: "u" }, table.record));
	const bytes = await store.snapshot().get(tableKey(2));
	t.deepEqual(decodeRecord<TableRecord & { later: unknown }>(bytes!).later, { any: "thing" });
});

test("the sweep removes the keys of a dropped table, and its mark", async (t) => {
	const store = openMemoryStore();
	const rows = Array.from({ length: 5000 }, (_, row) => ({
		key: `${contentsPrefix(2)}@${String(row).padStart(5, "0")}`,
		value: new Uint8Array(1),
	}));
	await store.commit({ writes: [...rows, { key: `${contentsPrefix(3)}@`, value: new Uint8Array(1) }], conditions: [] });
	await change(store, (transaction) => {
		putDatabase(transaction, { id: 1, name: "d", written: {}, resolved: pair, ...birth });
		putTable(transaction, tableRecord(2, "t"));
	});
	await change(store, (transaction) => removeTable(transaction, tableRecord(2, "t")));
	await sweep(store);
	t.is(
		await store
			.snapshot()
			.scan(rangeOf(contentsPrefix(2)))
			.next(),
		null,
	);
	t.is(await store.snapshot().scan(rangeOf(spaces.sweeps)).next(), null);
	t.not(
		await store
			.snapshot()
			.scan(rangeOf(contentsPrefix(3)))
			.next(),
		null,
	);
});

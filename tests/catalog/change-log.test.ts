/**
 * Property: a schema loaded incrementally by the change log equals the schema loaded as a whole.
 */
import test from "ava";
import fc from "fast-check";
import { changedObjects, loggedChange } from "../../core/catalog/change-log.ts";
import { LayeredMap } from "../../core/catalog/schema/layered-map.ts";
import { loadSchema, schemaLoader } from "../../core/catalog/schema/load.ts";
import type { SchemaQuestions } from "../../core/catalog/schema/loaded-table.ts";
import type { DatabaseRecord, KeptRoutine, RoutineRecord, TableRecord, ViewRecord } from "../../core/catalog/record.ts";
import type { Schema } from "../../core/catalog/table.ts";
import {
	putDatabase,
	putRoutine,
	putTable,
	putView,
	removeDatabase,
	removeRoutine,
	removeTable,
	removeView,
} from "../../core/catalog/write.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { Transaction } from "../../core/store/transaction/transaction.ts";

const birth = { release: "1", objectVersion: 0 };
const pair = { charset: "utf8", collation: "utf8_bin" };
const questions: SchemaQuestions = {
	database: () => pair,
	table: ({ resolved }) => ({ stated: resolved, inForce: resolved }),
	column: ({ resolved }) => ({ inForce: resolved, text: resolved }),
};

const referring = {
	id: 1,
	name: "fk",
	columnIds: [],
	referencedDatabase: "one",
	referencedTable: "t1",
	referencedColumns: [],
};

function recordOf(id: number, databaseId: number, name: string, definitionVersion: number): TableRecord {
	return {
		id,
		databaseId,
		name,
		written: {},
		resolved: pair,
		columns: [],
		indexes: [],
		foreignKeys: id % 3 === 0 ? [referring] : [],
		checks: [],
		maximumColumnId: 0,
		maximumIndexId: 0,
		engine: "InnoDB",
		comment: "",
		autoIncrementStart: null,
		shardRowIdBits: 0,
		createdMicroseconds: 0,
		updatedMicroseconds: 0,
		definitionVersion,
		...birth,
	};
}

function viewOf(id: number, databaseId: number, name: string, text: string): ViewRecord {
	return {
		id,
		databaseId,
		name,
		text,
		algorithm: "UNDEFINED",
		definer: { user: "root", host: "%" },
		security: "DEFINER",
		clientCharset: "utf8",
		connectionCollation: "utf8_bin",
		release: "1",
	};
}

function routineOf(name: string, comment: string): RoutineRecord {
	return { name, what: "procedure", comment } as RoutineRecord;
}

/** The contents of a schema, without order. */
function plain({ version, databases, references }: Schema): unknown {
	return [
		version,
		[...databases]
			.map(([name, { id, record, tables, views, routines }]) => [
				name,
				id,
				record.written,
				tables.size,
				[...tables].map(([key, table]) => [key, table.id, table.database, table.definitionVersion]).sort(),
				[...views].map(([key, view]) => [key, view.id, view.database, view.record.text]).sort(),
				[...routines].map(([key, routine]) => [key, "id" in routine, routine.comment]).sort(),
			])
			.sort(),
		[...references]
			.map(([name, referring]) => [
				name,
				referring
					.tables()
					.map(({ id }) => id)
					.sort(),
			])
			.sort(),
	];
}

const change = fc.record({
	kind: fc.constantFrom(
		"put",
		"move",
		"remove",
		"rename",
		"database",
		"view",
		"no-view",
		"third",
		"no-third",
		"routine",
		"no-routine",
		"look",
	),
	name: fc.integer({ min: 0, max: 9 }),
	other: fc.integer({ min: 0, max: 9 }),
});

test("incremental loading gives the same schema as full loading", async (t) => {
	await fc.assert(
		fc.asyncProperty(fc.array(change, { maxLength: 60 }), async (changes) => {
			const store = openMemoryStore();
			const loader = schemaLoader(questions);
			const tables = new Map<string, TableRecord>();
			const views = new Map<number, ViewRecord>();
			const routines = new Map<number, KeptRoutine>();
			let hasThird = false;
			let nextId = 10;
			for (const { kind, name, other } of changes) {
				const transaction = new Transaction(store);
				const databaseId = 1 + (name % 2);
				const at = `${databaseId} t${name}`;
				const found = tables.get(at);
				if (kind === "database" || nextId === 10) {
					// Some in the record of their database, as they were once kept.
					const older = other % 2 === 0 ? {} : { routines: [routineOf(`o${other}`, "older")] };
					await putDatabase(transaction, { id: 1, name: "One", written: {}, resolved: pair, ...birth, ...older });
					await putDatabase(transaction, { id: 2, name: "two", written: {}, resolved: pair, ...birth });
					nextId++;
				} else if (kind === "put" || kind === "move") {
					const id = found === undefined || kind === "move" ? nextId++ : found.id;
					const record = recordOf(id, databaseId, `T${name}`, (found?.definitionVersion ?? 0) + 1);
					await putTable(transaction, record, found);
					tables.set(at, record);
				} else if (kind === "remove" && found !== undefined) {
					await removeTable(transaction, found);
					tables.delete(at);
				} else if (kind === "rename" && found !== undefined && !tables.has(`${1 + (other % 2)} t${other}`)) {
					const record = recordOf(found.id, 1 + (other % 2), `T${other}`, found.definitionVersion + 1);
					await putTable(transaction, record, found);
					tables.delete(at);
					tables.set(`${record.databaseId} t${other}`, record);
				} else if (kind === "view") {
					// The same view again, under another name or in the other database.
					const former = views.get(name);
					const record = viewOf(former?.id ?? nextId++, 1 + (other % 2), `V${name}${other}`, `select ${other}`);
					await putView(transaction, record, former);
					views.set(name, record);
				} else if (kind === "no-view" && views.has(name)) {
					await removeView(transaction, views.get(name) as ViewRecord);
					views.delete(name);
				} else if (kind === "routine") {
					const id = routines.get(name)?.id ?? nextId++;
					const record = { ...routineOf(`R${name}`, `${other}`), id, databaseId: 1 + (name % 2) };
					await putRoutine(transaction, record);
					routines.set(name, record);
				} else if (kind === "no-routine" && routines.has(name)) {
					const record = routines.get(name) as KeptRoutine;
					await removeRoutine(transaction, record, { id: record.databaseId } as DatabaseRecord);
					routines.delete(name);
				} else if (kind === "third" || (kind === "no-third" && hasThird)) {
					const third = { id: 3, name: "three", written: { charset: `c${other}` }, resolved: pair, ...birth };
					await (kind === "third" ? putDatabase : removeDatabase)(transaction, third);
					hasThird = kind === "third";
				}
				await transaction.commit();
				if (kind !== "look") {
					continue;
				}
				t.deepEqual(plain(await loader.load(store.snapshot())), plain(await loadSchema(store.snapshot(), questions)));
			}
			t.deepEqual(plain(await loader.load(store.snapshot())), plain(await loadSchema(store.snapshot(), questions)));
		}),
		{ numRuns: 60 },
	);
});

test("a table that did not change is the same object", async (t) => {
	const store = openMemoryStore();
	const loader = schemaLoader(questions);
	const step = async (act: (transaction: Transaction) => unknown): Promise<Schema> => {
		const transaction = new Transaction(store);
		await act(transaction);
		await transaction.commit();
		return loader.load(store.snapshot());
	};
	await step((transaction) => putDatabase(transaction, { id: 1, name: "d", written: {}, resolved: pair, ...birth }));
	const before = await step((transaction) => putTable(transaction, recordOf(2, 1, "a", 1)));
	const now = await step((transaction) => putTable(transaction, recordOf(3, 1, "b", 1)));
	t.is(now.databases.get("d")?.tables.get("a"), before.databases.get("d")?.tables.get("a"));
	t.deepEqual([before.databases.get("d")?.tables.size, now.databases.get("d")?.tables.size], [1, 2]);
});

test("versions before the change log's first entry are answered with undefined", (t) => {
	let log: Uint8Array | undefined;
	for (let version = 1; version <= 400; version++) {
		log = loggedChange(log, version, version === 390 ? [] : [`${version}`, "7", `d${version}`, "v8", "r9"]);
	}
	t.deepEqual(
		[...(changedObjects(log, 397, 400)?.tables ?? [])].sort((a, b) => a - b),
		[7, 398, 399, 400],
	);
	t.deepEqual(
		[...(changedObjects(log, 397, 400)?.databases ?? [])].sort((a, b) => a - b),
		[398, 399, 400],
	);
	t.deepEqual(changedObjects(log, 397, 400)?.views, new Set([8]));
	t.deepEqual(changedObjects(log, 397, 400)?.routines, new Set([9]));
	const nothing = new Set<number>();
	const none = { tables: nothing, databases: nothing, views: nothing, routines: nothing };
	t.deepEqual(changedObjects(log, 400, 400), none);
	t.is(changedObjects(log, 389, 400), undefined, "a change of anything");
	t.deepEqual(
		[...(changedObjects(log, 395, 398)?.tables ?? [])].sort((a, b) => a - b),
		[7, 396, 397, 398],
		"newer ones do not count",
	);
	t.is(changedObjects(loggedChange(log, 401, ["1"]), 100, 401), undefined, "too long ago");
	t.true((log?.length ?? 0) <= 1024);
	t.is(changedObjects(undefined, 1, 2), undefined, "no log");
});

test("a layered map equals a plain map", (t) => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.option(fc.integer(), { nil: undefined })), {
				maxLength: 300,
			}),
			(changes) => {
				const plainMap = new Map(Array.from({ length: 20 }, (_, key) => [key, -key]));
				let layered = LayeredMap.over(new Map(plainMap));
				for (const [key, value] of changes) {
					layered = layered.with(key, value);
					if (value === undefined) {
						plainMap.delete(key);
					} else {
						plainMap.set(key, value);
					}
					t.is(layered.size, plainMap.size);
					t.is(layered.get(key), plainMap.get(key));
				}
				t.deepEqual(new Map(layered), new Map([...layered.keys()].map((key) => [key, plainMap.get(key)!])));
				t.is([...layered.values()].length, plainMap.size);
			},
		),
		{ numRuns: 100 },
	);
});

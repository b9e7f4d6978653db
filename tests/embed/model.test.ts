/**
 * Model of forks: random forks, snapshots, restores, writes, definitions and closes, against plain copies.
 *
 * Every database is a map of tables with their rows; a fork or snapshot copies it. After each step all databases that
 * are open must hold what their maps say. The first database is in memory or in a directory.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { type Database, open, type Snapshot } from "../../apps/embed/index.ts";

/** Rows by table: the value by id; and the next id. */
type Tables = Map<string, { readonly rows: Map<number, number>; next: number }>;

interface Modelled {
	readonly db: Database;
	tables: Tables;
}

function copyOf(tables: Tables): Tables {
	return new Map([...tables].map(([name, { rows, next }]) => [name, { rows: new Map(rows), next }]));
}

const names = ["p", "q"];
/** Few, so that steps meet: a snapshot is returned to twice, with a write between. */
const mostDatabases = 4;
const mostSnapshots = 2;
const pick = fc.nat(30);
const step = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant("insert"), which: pick, table: pick, value: fc.nat(99) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant("update"), which: pick, table: pick, value: fc.nat(99) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant("delete"), which: pick, table: pick, value: fc.nat(5) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constantFrom("create", "drop", "truncate"),
			which: pick,
			table: pick,
			value: fc.nat(),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constantFrom("fork", "snapshot", "forkOfSnapshot"),
			which: pick,
			table: pick,
			value: fc.nat(),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constantFrom("restore", "restore", "restore", "close", "letGo"),
			which: pick,
			table: pick,
			value: fc.nat(),
		}),
	},
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
	readonly #databases: Modelled[];
	readonly #snapshots: { readonly snapshot: Snapshot; readonly tables: Tables }[] = [];

	constructor(first: Database) {
		this.#databases = [{ db: first, tables: new Map() }];
	}

	async make({ kind, which, table, value }: Step): Promise<void> {
		const all = this.#databases;
		const chosen = all[which % Math.max(all.length, 1)];
		const name = names[table % names.length]!;
		const kept = this.#snapshots[table % Math.max(this.#snapshots.length, 1)];
		if (chosen === undefined) {
			return;
		}
		const { db, tables } = chosen;
		const found = tables.get(name);
		switch (kind) {
			case "create":
				if (found === undefined) {
					await db.query(`create table ${name} (id int auto_increment primary key, v int, index (v))`);
					tables.set(name, { rows: new Map(), next: 1 });
				}
				break;
			case "fork":
				if (all.length < mostDatabases) {
					all.push({ db: await db.fork(), tables: copyOf(tables) });
				}
				break;
			case "snapshot":
				this.#snapshots.push({ snapshot: await db.snapshot(), tables: copyOf(tables) });
				if (this.#snapshots.length > mostSnapshots) {
					this.#snapshots.shift()?.snapshot.letGo();
				}
				break;
			case "forkOfSnapshot":
				if (kept !== undefined && all.length < mostDatabases) {
					all.push({ db: await open({ from: kept.snapshot }), tables: copyOf(kept.tables) });
				}
				break;
			case "restore":
				if (kept !== undefined) {
					await db.restore(kept.snapshot);
					chosen.tables = copyOf(kept.tables);
				}
				break;
			case "letGo":
				if (kept !== undefined) {
					this.#snapshots.splice(this.#snapshots.indexOf(kept), 1);
					kept.snapshot.letGo();
				}
				break;
			case "close":
				if (all.length > 1) {
					all.splice(all.indexOf(chosen), 1);
					await db.close();
				}
				break;
			default:
				if (found !== undefined) {
					await this.#change(kind, db, name, tables, value);
				}
		}
	}

	async #change(kind: string, db: Database, name: string, tables: Tables, value: number): Promise<void> {
		const table = tables.get(name)!;
		const { rows } = table;
		switch (kind) {
			case "insert":
				await db.query(`insert into ${name} (v) values (?)`, [value]);
				rows.set(table.next++, value);
				break;
			case "update":
				await db.query(`update ${name} set v = ? where v < ?`, [value, value]);
				for (const [id, v] of rows) {
					rows.set(id, v < value ? value : v);
				}
				break;
			case "delete":
				await db.query(`delete from ${name} where id % 5 = ?`, [value]);
				for (const id of [...rows.keys()]) {
					if (id % 5 === value) {
						rows.delete(id);
					}
				}
				break;
			case "truncate":
				await db.query(`truncate ${name}`);
				tables.set(name, { rows: new Map(), next: 1 });
				break;
			default:
				await db.query(`drop table ${name}`);
				tables.delete(name);
		}
	}

	/** Pairs of the databases' tables and the maps'. */
	async states(): Promise<readonly [held: unknown, expected: unknown][]> {
		const states: [unknown, unknown][] = [];
		for (const { db, tables } of this.#databases) {
			for (const name of names) {
				const expected = tables.get(name);
				const held = await db.query<{ id: number; v: number }>(`select id, v from ${name} order by id`).then(
					(rows) => rows.map(({ id, v }) => [id, v]),
					(failure: { errno: number }) => failure.errno,
				);
				states.push([held, expected === undefined ? 1146 : [...expected.rows].sort(([a], [b]) => a - b)]);
			}
		}
		return states;
	}

	async close(): Promise<void> {
		for (const { db } of this.#databases) {
			await db.close();
		}
		for (const { snapshot } of this.#snapshots) {
			snapshot.letGo();
		}
	}
}

async function play(
	first: Database,
	steps: readonly Step[],
	assert: (states: readonly [unknown, unknown][]) => void,
): Promise<void> {
	const world = new World(first);
	try {
		for (const each of steps) {
			await world.make(each);
			assert(await world.states());
		}
	} finally {
		await world.close();
	}
}

test("databases in memory hold what plain copies hold", async (t) => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: "max" }), async (steps) => {
			await play(await open(), steps, (states) => {
				for (const [held, expected] of states) {
					t.deepEqual(held, expected);
				}
			});
		}),
		{ numRuns: 120 },
	);
});

test("so do a database in a directory and its forks", async (t) => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: "max" }), async (steps) => {
			const folder = mkdtempSync(join(tmpdir(), "verso-model-"));
			try {
				await play(await open({ dataDir: join(folder, "data") }), steps, (states) => {
					for (const [held, expected] of states) {
						t.deepEqual(held, expected);
					}
				});
			} finally {
				rmSync(folder, { recursive: true });
			}
		}),
		{ numRuns: 30 },
	);
});

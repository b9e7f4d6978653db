/**
 * Random changes of a table against a model of SQL; after each run, indexes against rows.
 */
import test from "ava";
import { settingsOn } from "../../rules/settings.ts";
import fc from "fast-check";
import { loadSchema } from "../../../core/catalog/schema/load.ts";
import { schemaQuestions } from "../../../core/exec/ddl/schema-questions.ts";
import { decodeCount } from "../../../core/store/page/count.ts";
import { rowCountKey } from "../../../core/store/encoding/keys.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { bookOf } from "../../../plugins/index.ts";
import { answerOf, connectTest, openTestKernel } from "../../client.ts";
import { walkIndexes } from "../walk-indexes.ts";

interface ModelRow {
	readonly id: number;
	readonly u: number | null;
	readonly k: number;
}

type Model = Map<number, ModelRow>;

interface Change {
	readonly sql: string;
	apply(model: Model): void;
}

const id = fc.integer({ min: 1, max: 6 });
const unique = fc.option(fc.integer({ min: 1, max: 6 }), { freq: 4 });
const plain = fc.integer({ min: 0, max: 3 });
const row = fc.record({ id, u: unique, k: plain });

function rivals(model: Model, { id: own, u }: Pick<ModelRow, "id" | "u">): ModelRow[] {
	return [...model.values()].filter((each) => each.id === own || (u !== null && each.u === u));
}

const values = ({ id: own, u, k }: ModelRow): string => `(${own}, ${u ?? "null"}, ${k}, concat('s', ${k}))`;

const changes: fc.Arbitrary<Change>[] = [
	row.map((given) => ({
		sql: `insert ignore into t values ${values(given)}`,
		apply: (model) => void (rivals(model, given).length === 0 && model.set(given.id, given)),
	})),
	row.map((given) => ({
		sql: `replace into t values ${values(given)}`,
		apply(model) {
			for (const rival of rivals(model, given)) {
				model.delete(rival.id);
			}
			model.set(given.id, given);
		},
	})),
	row.map((given) => ({
		sql: `insert into t values ${values(given)} on duplicate key update k = k + 10, s = concat('s', k)`,
		apply(model) {
			const [rival] = rivals(model, given).sort((a, b) => Number(b.id === given.id) - Number(a.id === given.id));
			model.set(rival?.id ?? given.id, rival === undefined ? given : { ...rival, k: rival.k + 10 });
		},
	})),
	fc.tuple(id, unique).map(([own, u]) => ({
		sql: `update ignore t set u = ${u ?? "null"} where id = ${own}`,
		apply(model) {
			const there = model.get(own);
			if (there !== undefined && rivals(model, { id: own, u }).length === 1) {
				model.set(own, { ...there, u });
			}
		},
	})),
	fc.tuple(id, id).map(([from, to]) => ({
		sql: `update ignore t set id = ${to} where id = ${from}`,
		apply(model) {
			const there = model.get(from);
			if (there !== undefined && !model.has(to)) {
				model.delete(from);
				model.set(to, { ...there, id: to });
			}
		},
	})),
	plain.map((k) => ({
		sql: `delete from t where k = ${k}`,
		apply(model) {
			for (const each of [...model.values()].filter((there) => there.k === k)) {
				model.delete(each.id);
			}
		},
	})),
];

/** Changes in a transaction that is committed or rolled back. */
const part = fc.record({
	changes: fc.array(fc.oneof(...changes), { maxLength: 12 }),
	end: fc.constantFrom("commit", "rollback"),
});

async function check(
	parts: readonly { readonly changes: readonly Change[]; readonly end: string }[],
	keys: string,
): Promise<string[]> {
	const memory = openMemoryStore();
	const store: FastStore = {
		snapshot: () => memory.snapshot(),
		commit: (batch) => memory.commit(batch),
		check: () => memory.check(),
		close: async () => undefined,
	};
	const kernel = await openTestKernel("2.1.7", store);
	const session = await connectTest(kernel);
	await answerOf(
		session,
		`create table t (id int not null, u int, k int, s varchar(8), ${keys}, unique (u), key (k), key (s(1), k))`,
	);
	let model: Model = new Map();
	for (const { changes: all, end } of parts) {
		const before = new Map(model);
		await answerOf(session, "begin");
		for (const change of all) {
			await answerOf(session, change.sql);
			change.apply(model);
		}
		const counts = (await answerOf(session, "select count(*) from t")).concat(
			await answerOf(session, "select count(k) from t"),
		);
		if (counts[1] !== counts[3]) {
			return [`${counts[1]} rows are counted, ${counts[3]} are there`];
		}
		await answerOf(session, end);
		model = end === "commit" ? model : before;
	}
	const [, ...found] = await answerOf(session, "select id, u, k from t order by id");
	const expected = [...model.values()]
		.sort((a, b) => a.id - b.id)
		.map((each) => `${each.id}\t${each.u ?? "NULL"}\t${each.k}`);
	await kernel.close();
	const snapshot = store.snapshot();
	const schema = await loadSchema(
		snapshot,
		schemaQuestions(
			bookOf("2.1.7"),
			settingsOn(() => true),
		),
	);
	const table = schema.databases.get("test")!.tables.get("t")!;
	const wrong = await walkIndexes(table, store);
	const kept = decodeCount(await snapshot.get(rowCountKey(table.id)));
	if (kept !== model.size) {
		wrong.push(`${kept} rows are counted of ${model.size}`);
	}
	snapshot.release();
	return found.join() === expected.join()
		? wrong
		: [`found ${found.join(" | ")} instead of ${expected.join(" | ")}`, ...wrong];
}

for (const [name, keys] of [
	["with a primary key", "primary key (id)"],
	["without one", "unique key first (id)"],
] as const) {
	test(`rows and indexes equal the model, ${name}`, async (t) => {
		await fc.assert(
			fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
				t.deepEqual(await check(parts, keys), []);
			}),
			{ numRuns: 40, seed: 7 },
		);
	});
}

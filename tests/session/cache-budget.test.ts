/**
 * Budget of the statement caches: weights, eviction, invalidation by a newer schema, and a heap that stays flat.
 */
import test from "ava";
import type { Schema } from "../../core/catalog/table.ts";
import { type CachePlace, CacheBudget } from "../../core/session/plan-cache/cache-budget.ts";
import { countWords, planWeight } from "../../core/session/plan-cache/statement-weight.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

function schemaOf(version: number): Schema {
	return { version, databases: new Map(), references: new Map() };
}

function placeOf(empty: () => void, isUsed = false): CachePlace {
	return { isUsed, hold: () => true, empty };
}

test("beyond the limit the oldest goes; what was used since is spared once", (t) => {
	const budget = new CacheBudget(1000);
	const emptied: number[] = [];
	const places = Array.from({ length: 14 }, (_, at) => placeOf(() => emptied.push(at)));
	for (const place of places.slice(0, 10)) {
		budget.fill(place, 100);
	}
	t.is(budget.taken, 1000);
	places[0]!.isUsed = true;
	places[1]!.isUsed = true;
	budget.fill(places[10]!, 100);
	budget.fill(places[11]!, 100);
	t.deepEqual(emptied, [2, 3]);
	for (const place of places.slice(4, 12)) {
		place.isUsed = true;
	}
	budget.fill(places[12]!, 100);
	t.deepEqual(emptied, [2, 3, 0], "spared once, and not used since");
	budget.fill(places[13]!, 300);
	t.deepEqual(emptied, [2, 3, 0, 13], "what would take more than a quarter is not kept");
	t.is(budget.taken, 1000);
	budget.fill(places[12]!, 50);
	t.is(budget.taken, 950, "filled again, a place counts once");
	budget.drop(places[12]!);
	t.deepEqual([budget.taken, budget.size], [900, 9]);
});

test("a statement is weighed by its words", (t) => {
	for (const [text, words] of [
		["", 0],
		["select 1", 2],
		["select a,b from t where x='it is one word' and `y z`>=10", 15],
		[`select ${Array(450).fill("1").join("+")}`, 900],
		["select 'open", 2],
	] as const) {
		t.is(countWords(text), words, text.slice(0, 60));
	}
	t.true(planWeight(2400) > 1_500_000, "IN of 1,200 numbers: 2.3 MB by V8's heap");
});

test("invalid plans are dropped after many schema changes and after a reload, valid ones stay", (t) => {
	const budget = new CacheBudget(1 << 20);
	const emptied: string[] = [];
	const place = (name: string, isValid: boolean): CachePlace => ({
		isUsed: true,
		hold: () => isValid,
		empty: () => emptied.push(name),
	});
	budget.notice(schemaOf(1));
	budget.fill(place("valid", true), 100);
	budget.fill(place("invalid", false), 100);
	budget.fill({ isUsed: false, empty: () => emptied.push("a text") }, 100);
	budget.notice(schemaOf(2));
	t.deepEqual(emptied, [], "the next change is no reason to search");
	budget.notice(schemaOf(65));
	t.deepEqual(emptied, ["invalid"]);
	budget.fill(place("invalid later", false), 100);
	budget.notice(schemaOf(64));
	t.deepEqual(emptied, ["invalid"], "an older schema");
	// A schema loaded again: rules may give other answers.
	budget.notice(schemaOf(65));
	t.deepEqual([emptied, budget.size], [["invalid", "invalid later"], 2]);
});

test("statements answer the same after their plans are removed", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	for (const name of ["a", "b", "a", "b"]) {
		await answerOf(session, `create database if not exists ${name}`);
		await answerOf(session, `use ${name}`);
		await answerOf(session, "create table if not exists t (id int primary key, v int)");
		await answerOf(session, "insert ignore into t values (1, 0)");
		t.is(await answerOf(session, "update t set v = v + 1 where id = 1"), "ok");
		t.is(await answerOf(session, "select count(*) from t where v > 0"), "count(*)\n1");
		t.is(await answerOf(session, "select 1 + 1"), "1 + 1\n2");
	}
	t.is(await answerOf(session, "select v from t"), "v\n2");
});

const limit = 64 * 2 ** 20;

async function takenBy(t: { is: (a: unknown, b: unknown) => boolean }, statements: readonly string[]) {
	const kernel = await openMemoryKernel({ release: "2.1.7" }, undefined, { memoryLimitBytes: limit });
	const session = await connectRoot(kernel);
	const status = (name: string) => Number(kernel.status().find(([each]) => each === name)?.[1]);
	await answerOf(session, "create table t (id int primary key, a int)");
	let most = 0;
	for (const sql of statements) {
		const answer = await answerOf(session, sql);
		t.is(answer.startsWith("ERROR"), false);
		most = Math.max(most, status("Verso_memory_caches"));
	}
	t.is(status("Verso_memory_limit"), limit);
	return { kernel, session, status, most };
}

for (const [what, count, make] of [
	["sums", 100, (at: number) => `select ${Array(300).fill("1").join("+")} as c${at}`],
	["texts with variables", 150, (at: number) => `select @v + ${Array(100).fill("1").join("+")} as c${at}`],
	["IN lists", 60, (at: number) => `select a as c${at} from t where id in (${Array(300).fill(at).join(",")})`],
	["shapes that are no parameters", 600, (at: number) => `select date_add('2020-01-01', interval ${at} day)`],
] as const) {
	test(`statements that come once stay within the budget: ${what}`, async (t) => {
		const { kernel, most } = await takenBy(
			t,
			Array.from({ length: count }, (_, at) => make(at)),
		);
		t.teardown(() => kernel.close());
		t.true(most > 0 && most <= limit / 16, `${most} bytes`);
	});
}

test("what recurs stays cached beside statements that come once", async (t) => {
	const often = "select a, id from t where id > 5 order by a";
	const { kernel, session } = await takenBy(t, []);
	t.teardown(() => kernel.close());
	const columns = async () => {
		let found: unknown;
		await session.execute(encodeText(often), {
			begin: (made: unknown) => {
				found = made;
			},
			rows: () => undefined,
			end: () => undefined,
			ok: () => undefined,
			error: () => undefined,
		} as never);
		return found;
	};
	const before = await columns();
	for (let at = 0; at < 50; at++) {
		await answerOf(session, `select ${Array(400).fill("1").join("+")} as c${at}`);
		t.true((await columns()) === before, `the same plan after ${at}`);
	}
});

test("prepared statements count, each text once, and give their memory back", async (t) => {
	const { kernel, session, status } = await takenBy(t, []);
	t.teardown(() => kernel.close());
	const text = encodeText("select a from t where id = ?");
	const first = await session.prepare(text);
	const one = status("Verso_memory_prepared");
	const second = await session.prepare(text);
	t.true(status("Verso_memory_prepared") - one < one, "the tree is shared");
	session.closePrepared(first.id);
	session.closePrepared(second.id);
	t.is(status("Verso_memory_prepared"), 0);
	let refused = "";
	for (let at = 0; at < 1000 && refused === ""; at++) {
		try {
			await session.prepare(encodeText(`select ${Array(2000).fill("1").join(",")} as c${at}`));
		} catch (failure) {
			refused = (failure as Error).message;
		}
	}
	t.regex(refused, /^Out of memory/);
	t.true(status("Verso_memory_prepared") <= limit / 16);
	session.close();
	t.is(status("Verso_memory_prepared"), 0);
});

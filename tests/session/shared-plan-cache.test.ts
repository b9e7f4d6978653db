/**
 * Shared plan cache: its size limit, and invalidation by a newer schema.
 */
import test from "ava";
import type { Schema } from "../../core/catalog/table.ts";
import { type PlanPlace, planWeight, SharedPlanCache } from "../../core/session/plan-cache/shared-plan-cache.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

function schemaOf(version: number): Schema {
	return { version, databases: new Map(), references: new Map() };
}

test("the oldest plan is removed above the size limit", (t) => {
	const shelf = new SharedPlanCache();
	const emptied: number[] = [];
	shelf.notice(schemaOf(1));
	for (let at = 0; at < 5003; at++) {
		shelf.fill({ hold: () => true, empty: () => emptied.push(at) }, planWeight(100));
	}
	t.deepEqual(emptied, [0, 1, 2]);
	t.is(shelf.size, 5000);
});

test("plans of long texts count for more", (t) => {
	const shelf = new SharedPlanCache();
	shelf.notice(schemaOf(1));
	let emptied = 0;
	for (let at = 0; at < 200; at++) {
		shelf.fill({ hold: () => true, empty: () => emptied++ }, planWeight(8192));
	}
	t.true(shelf.size < 40, `${shelf.size} plans of 8 kB of text`);
	t.is(shelf.size + emptied, 200);
	shelf.fill({ hold: () => true, empty: () => emptied++ }, planWeight(10_000_000));
	t.is(shelf.size, 0, "a plan beyond the limit is not kept");
	const place = { hold: () => true, empty: () => emptied++ };
	for (let at = 0; at < 10_000; at++) {
		shelf.fill(place, planWeight(100_000));
	}
	t.is(shelf.size, 1, "filled again, a place counts once");
});

test("invalid plans are dropped after many schema changes and after a reload, valid ones stay", (t) => {
	const shelf = new SharedPlanCache();
	const emptied: string[] = [];
	const place = (name: string, isValid: boolean): PlanPlace => ({
		hold: () => isValid,
		empty: () => emptied.push(name),
	});
	shelf.notice(schemaOf(1));
	shelf.fill(place("valid", true), planWeight(100));
	shelf.fill(place("invalid", false), planWeight(100));
	shelf.notice(schemaOf(2));
	t.deepEqual(emptied, [], "the next change is no reason to search");
	shelf.notice(schemaOf(65));
	t.deepEqual(emptied, ["invalid"]);
	shelf.fill(place("invalid later", false), planWeight(100));
	shelf.notice(schemaOf(64));
	t.deepEqual(emptied, ["invalid"], "an older schema");
	// A schema loaded again: rules may give other answers.
	shelf.notice(schemaOf(65));
	t.deepEqual([emptied, shelf.size], [["invalid", "invalid later"], 1]);
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

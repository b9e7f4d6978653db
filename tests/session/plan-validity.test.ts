/**
 * Plan validity: a cached plan outlives changes of other objects, and is made anew after a change of its own.
 */
import test from "ava";
import { SchemaReads } from "../../core/catalog/schema/schema-reads.ts";
import type { Database, Schema, Table } from "../../core/catalog/table.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

function schemaOf(tables: Readonly<Record<string, object>>, record: object = {}, shared?: Schema): Schema {
	const database = { id: 1, name: "d", record, tables: new Map(Object.entries(tables)), views: new Map() };
	return {
		version: 1,
		databases: new Map([["d", database as unknown as Database]]),
		references: new Map(),
		...(shared && { shared }),
	};
}

test("look-ups by name hold while they find the same objects", (t) => {
	const [a, b] = [{}, {}];
	const record = {};
	const before = schemaOf({ a, b }, record);
	const reads = new SchemaReads(before);
	const database = reads.view.databases.get("d");
	t.is(database?.tables.get("a"), a as Table);
	t.is(database?.tables.get("c"), undefined);
	t.is(reads.view.databases.get("e"), undefined);
	reads.seal();
	const others = schemaOf({ a, b: {}, x: {} }, {});
	t.true(reads.hold(others), "another table, and the database's record, which planning has not read");
	t.is(reads.schema, others);
	t.is(reads.view.databases.get("d")?.tables.get("x"), others.databases.get("d")?.tables.get("x"), "sealed: as now");
	t.false(reads.hold(schemaOf({ a: {}, b })), "its table");
	t.false(reads.hold(schemaOf({ a, c: {} })), "a name that was free");
	t.true(reads.hold(before));
});

test("the database's facts, lists and a temporary table are dependencies, too", (t) => {
	const a = {};
	const record = {};
	const facts = new SchemaReads(schemaOf({ a }, record));
	t.is(facts.view.databases.get("d")?.record as object, record);
	t.true(facts.hold(schemaOf({}, record)));
	t.false(facts.hold(schemaOf({}, {})));
	const list = new SchemaReads(schemaOf({ a }, record));
	t.is([...(list.view.databases.get("d")?.tables.keys() ?? [])].length, 1);
	t.false(list.hold(schemaOf({ a }, record)));
	const shared = schemaOf({ a }, record);
	const own = new SchemaReads(schemaOf({ a: {} }, record, shared));
	t.not(own.view.databases.get("d")?.tables.get("a"), a as Table);
	t.is(own.view.shared?.databases.get("d")?.tables.get("a"), a as Table);
	t.false(own.hold(shared), "without temporary tables it is another kind of schema");
});

test("statements see changes of their own objects between their runs, whatever plans are cached", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const [own, other] = [await connectRoot(kernel), await connectRoot(kernel)];
	for (const session of [own, other]) {
		await answerOf(session, "create database if not exists d");
		await answerOf(session, "use d");
	}
	const steps: readonly (readonly [change: string, statement: string, expected: string])[] = [
		["create table t (a int)", "select count(*) from t", "count(*)\n0"],
		["create table u (a int)", "select count(*) from t", "count(*)\n0"],
		["insert into t values (1)", "select count(*) from t", "count(*)\n1"],
		["truncate t", "select count(*) from t", "count(*)\n0"],
		["alter table t add b int default 5", "insert into t (a) values (1)", "ok"],
		["alter table t alter b set default 7", "insert into t (a) values (1)", "ok"],
		["truncate u", "select sum(b) from t", "sum(b)\n12"],
		["create view v as select a from t", "select count(*) from v", "count(*)\n2"],
		["create or replace view v as select a from t where b = 7", "select count(*) from v", "count(*)\n1"],
		["drop view v", "select count(*) from v", "ERROR 1146 (42S02) at line 1: Table 'd.v' doesn't exist"],
		["create table v (a int)", "select count(*) from v", "count(*)\n0"],
		["create function f() returns int deterministic return 1", "select d.f() from t limit 1", "d.f()\n1"],
		["drop function f", "select d.f() from t limit 1", "ERROR 1305 (42000) at line 1: FUNCTION d.f does not exist"],
		["create function f() returns int deterministic return 2", "select d.f() from t limit 1", "d.f()\n2"],
		["alter table t add primary key (b)", "delete from t where b = 5", "ok"],
		["create table c (b int, foreign key (b) references t (b))", "insert into c values (7)", "ok"],
		["create trigger g before insert on u for each row set new.a = 9", "insert into u values (1)", "ok"],
		["drop trigger g", "select a from u", "a\n9"],
	];
	for (const [change, statement, expected] of steps) {
		t.true((await answerOf(other, change)).startsWith("ok"), change);
		for (const session of [own, other]) {
			if (!/^(?:insert|delete)/.test(statement) || session === own) {
				t.is(await answerOf(session, statement), expected, `${statement} after ${change}`);
			}
		}
	}
	t.regex(await answerOf(own, "delete from t where b = 7"), /^ERROR 1451/);
	t.is(await answerOf(other, "drop table c"), "ok");
	t.is(await answerOf(own, "delete from t where b = 7"), "ok");
	t.is(await answerOf(own, "create temporary table t (z int)"), "ok");
	t.is(await answerOf(own, "select count(*) from t"), "count(*)\n0");
	t.is(await answerOf(own, "drop temporary table t"), "ok");
	t.regex(await answerOf(own, "select z from t"), /^ERROR 1054/);
});

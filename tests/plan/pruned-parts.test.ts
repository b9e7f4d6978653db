/**
 * Partition pruning: EXPLAIN's partitions include the partition of every row that is found.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const definitions = [
	"create table h (id int primary key) partition by hash(id) partitions 8",
	"create table l (k int) partition by list(k) (partition a values in (1, 2, 3), partition b values in " +
		"(4, 5, 6), partition c values in (null, 7))",
	"create table lc (k bigint unsigned) partition by list columns (k) (partition a values in (1, 2, 3), " +
		"partition b values in (4, 18446744073709551615))",
	"create table le (k int) partition by list(k % 3) (partition a values in (0), partition b values in " +
		"(1), partition c values in (2))",
	"create table r (k int) partition by range (k) (partition a values less than (3), partition b values " +
		"less than (6), partition c values less than maxvalue)",
	"create table d (k date) partition by range columns (k) (partition a values less than " +
		"('2020-01-01'), partition b values less than maxvalue)",
	"create table ls (k int, b int) partition by list(k) subpartition by hash(b) subpartitions 2 " +
		"(partition a values in (1), partition b values in (2), partition c values in (3))",
	"insert into ls values (1, 1), (2, 2), (3, 3)",
	"insert into h values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
	"insert into l values (1), (2), (3), (4), (5), (6), (7), (null)",
	"insert into lc values (1), (2), (3), (4), (18446744073709551615)",
	"insert into le values (0), (1), (2), (3), (4), (5)",
	"insert into r values (0), (1), (2), (3), (4), (5), (6), (7)",
	"insert into d values ('2019-12-31'), ('2020-01-01')",
];

const cases: readonly (readonly [table: string, condition: string, parts: string])[] = [
	["h", "id between 1 and 3", "p1,p2,p3"],
	["h", "id > 1 and id < 4", "p2,p3"],
	["h", "id between 1 and 100", "p0,p1,p2,p3,p4,p5,p6,p7"],
	["h", "id in (1, 9)", "p1"],
	["l", "k < 3", "a"],
	["l", "k > 6", "c"],
	["l", "k >= 6", "b,c"],
	["l", "k between 3 and 4", "a,b"],
	["l", "k is null", "c"],
	["l", "k < 3 or k > 5", "a,b,c"],
	["lc", "k > 4", "b"],
	["lc", "k < 4", "a"],
	["ls", "k > 2", "c_csp0,c_csp1"],
	["ls", "k = 1 or k > 2", "a_asp0,a_asp1,c_csp0,c_csp1"],
	["le", "k < 3", "a,b,c"],
	["le", "k between 3 and 4", "a,b"],
	["r", "k > 2", "b,c"],
	["r", "k > 2 and k < 6", "b"],
	["r", "k <= 3", "a,b"],
	["d", "k > '2019-12-31'", "b"],
	["d", "k < '2020-01-01'", "a"],
];

test("ranges and IN lists prune partitions", async (t) => {
	const kernel = await openMemoryKernel({});
	const session = await connectRoot(kernel);
	for (const definition of definitions) {
		t.regex(await answerOf(session, definition), /^ok/, definition);
	}
	for (const [table, condition, parts] of cases) {
		const explained = (await answerOf(session, `explain select * from ${table} where ${condition}`))
			.split("\n")[1]!
			.split("\t");
		t.is(explained[3], parts, `${table} where ${condition}`);
		// EXPLAIN names a subpartition with its partition.
		const leaves = parts.replaceAll(/[a-z]+_/g, "");
		const all = await answerOf(session, `select count(*) from ${table} where ${condition}`);
		t.is(
			await answerOf(session, `select count(*) from ${table} partition (${leaves}) where ${condition}`),
			all,
			`${table} where ${condition}`,
		);
	}
	await kernel.close();
});

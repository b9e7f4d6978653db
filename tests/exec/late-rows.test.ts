/**
 * Rows of VALUES that are bound while they are written, beside the same rows in short statements.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const count = 1500;

function row(at: number): string {
	return `(${at} + 0, concat('x', ${at}, if(${at} % 3 = 0, null, 'y')), cast('${at}.5' as decimal(8,1)) * -1, default)`;
}

function insert(verb: string, rows: readonly string[]): string {
	return `${verb} into late values ${rows.join()}`;
}

test("many rows of expressions are those of short statements", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const table = "create table late (a int primary key, b varchar(9), c decimal(8,1), d int default 7)";
	const rows = Array.from({ length: count }, (_, at) => row(at));
	const all = "select *, b is null from late order by a";

	await answerOf(session, table);
	t.is(await answerOf(session, insert("insert", rows)), "ok");
	const late = await answerOf(session, all);
	t.is(late.split("\n").length, count + 1);

	await answerOf(session, "truncate late");
	for (let at = 0; at < count; at += 500) {
		t.is(await answerOf(session, insert("insert", rows.slice(at, at + 500))), "ok");
	}
	t.is(await answerOf(session, all), late);

	// All or nothing, whatever is wrong, and wherever.
	await answerOf(session, "truncate late");
	const nothing = "select count(*) from late";
	const faults: readonly (readonly [string, RegExp])[] = [
		["(7, repeat('x', 10), 1, 1)", /^ERROR 1406/],
		["(7, no_such_function(1), 1, 1)", /^ERROR 1305/],
		["(7, 'x', 1)", /^ERROR 1136 .* row 1400$/],
		["(7, abs(), 1, 1)", /^ERROR 1582/],
		["(7, d, 1, 1)", /^ERROR 1062/],
	];
	for (const [wrong, error] of faults) {
		t.regex(await answerOf(session, insert("insert", rows.toSpliced(1399, 1, wrong))), error);
		t.is(await answerOf(session, nothing), "count(*)\n0");
	}
	t.is(await answerOf(session, insert("insert ignore", rows.toSpliced(1399, 1, "(7, repeat('x', 10), 1, 1)"))), "ok");
	t.is(await answerOf(session, nothing), `count(*)\n${count - 1}`);
	t.is(await answerOf(session, insert("replace", rows)), "ok");
	t.is(await answerOf(session, all), late);

	await answerOf(session, "truncate late");
	const empty = Array.from({ length: count }, () => "()").join();
	await answerOf(session, "create table defaults (a int primary key auto_increment, b int default 3)");
	t.is(await answerOf(session, `insert into defaults values ${empty}`), "ok");
	t.is(
		await answerOf(session, "select count(*), sum(b), max(a) from defaults"),
		`count(*)\tsum(b)\tmax(a)\n${count}\t${3 * count}\t${count}`,
	);
	await kernel.close();
});

test("many rows of expressions through a view, of a partition and by REPLACE", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(
		session,
		"create table parts (a int primary key, b int) partition by range (a) (partition p0 values less than (5000), partition p1 values less than maxvalue)",
	);
	await answerOf(session, "create view shown as select a, b from parts where b > 10 with check option");
	const rows = Array.from({ length: count }, (_, at) => `(${at}, abs(-${at}) + 11)`);
	t.is(await answerOf(session, `insert into shown values ${rows.join()}`), "ok");
	t.is(
		await answerOf(session, "select count(*), sum(b - a) from parts"),
		`count(*)\tsum(b - a)\n${count}\t${count * 11}`,
	);
	t.regex(await answerOf(session, `insert into parts partition (p1) values ${rows.join()}`), /^ERROR 1748/);
	t.is(await answerOf(session, `replace into parts partition (p0) values ${rows.join()}`), "ok");
	t.is(await answerOf(session, "select count(*) from parts"), `count(*)\n${count}`);
	await kernel.close();
});

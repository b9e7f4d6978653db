/**
 * Statements planned in turns (`plan/tree/planning-turns.ts`): each answers as when it is planned in one piece.
 *
 * The scripts of this folder, those of rights and of EXPLAIN are played with texts of kilobytes, and each turn ends
 * after one part.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import test from "ava";
import type { KernelOfStore } from "../../core/session/kernel/kernel-of-store.ts";
import { PlanningTurns } from "../../core/plan/tree/planning-turns.ts";
import { playQueries } from "../exec/query-script.ts";
import { parseScript } from "../golden/script.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { openTestKernel, runScript } from "../client.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { root } from "../root.ts";

const folders = ["session", "rights"].map((name) => join(root, "tests", name, "scripts"));
/** They show texts of statements, or limit their time. */
const excepted = new Set(["statement-event.txt", "examined-rows.txt", "variable-effect.txt"]);
const comment = ` /* ${"-".repeat(20_000)} */`;

PlanningTurns.prototype.isOver = () => true;

function lengthened(script: string): string {
	return script.replace(/^((?:[a-z][>?] )?(?:\(?select|update|delete|insert|replace)\b)/gim, `$1${comment}`);
}

for (const folder of folders) {
	for (const file of readdirSync(folder).filter((name) => !excepted.has(name))) {
		test(relative(root, join(folder, file)), async (t) => {
			const script = readFileSync(join(folder, file), "utf8");
			const [, release] = /^# release (\S+)/.exec(script) ?? [];
			const kernel = await openTestKernel(release, openMemoryStore());
			t.is((await runScript(kernel, lengthened(script))).replaceAll(comment, ""), script);
			await kernel.close();
		});
	}
}

const explained = join(root, "tests", "plan", "explain");

for (const file of readdirSync(explained)) {
	test(`EXPLAIN: ${file}`, async (t) => {
		const script = readFileSync(join(explained, file), "utf8");
		const lines = parseScript(script.replace(/^(explain\b(?: extended| format=\w+)?)/gim, `$1${comment}`));
		const printed = await playQueries(lines, await openMemoryKernel({ release: "2.1.7" }));
		t.is(printed.replaceAll(comment, ""), script);
	});
}

test("a long statement is planned in turns, between which others are served and KILL QUERY ends it", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const [first, second] = [await connectRoot(kernel), await connectRoot(kernel)];
	await answerOf(first, "create table test.n (a int)");
	const parts = Array.from({ length: 3000 }, (_, at) => `abs(a) > -${at}`).join(" and ");
	const long = `select count(*) from test.n where ${parts}`;
	let isAnswered = false;
	const answer = answerOf(first, long).finally(() => {
		isAnswered = true;
	});
	let served = 0;
	while (!isAnswered) {
		t.is(await answerOf(second, "select 1"), "1\n1");
		await new Promise((resolve) => setImmediate(resolve));
		served++;
	}
	t.is(await answer, "count(*)\n0");
	t.regex(await answerOf(first, `explain ${long}`), /^id\tselect_type/);
	t.true(served > 10, `${served}`);
	const killed = answerOf(first, `${long} and 1`);
	await new Promise((resolve) => setImmediate(resolve));
	await answerOf(second, `kill query ${first.id}`);
	t.regex(await killed, /^ERROR 1317/);
	t.is(await answerOf(first, "select 1"), "1\n1");
	await kernel.close();
});

const conditions = Array.from({ length: 2000 }, (_, at) => `abs(a) > -${at} - 1`).join(" and ");
const wherever: readonly (readonly [sql: string, answer: string])[] = [
	["insert into test.m select a from test.n where ?", "ok"],
	["insert into test.n values (1) on duplicate key update a = a + (? = 0)", "ok"],
	["select (select count(*) from test.n where ?) c", "c\n1"],
	["select count(*) c from test.m where exists (select 1 from test.n where ?)", "c\n1"],
	["select count(*) c from test.m where m.a in (select a from test.n where ? and n.a = m.a)", "c\n1"],
	["select count(*) c from test.n join test.m on m.a = n.a and abs(n.a) = 1 and ?", "c\n1"],
	["select count(*) c from test.m where a < any (select a + 1 from test.n where ?)", "c\n1"],
	["create view test.v as select a from test.n where ?", "ok"],
	["select count(*) c from test.v", "c\n1"],
	["describe test.v", ""],
	["show full columns from test.v", ""],
	[
		"select column_type c from information_schema.columns where table_schema = 'test' and table_name = 'v'",
		"c\nint(11)",
	],
	["select is_updatable c from information_schema.views where table_schema = 'test'", "c\nYES"],
	["create table test.t as select a from test.n where ?", "ok"],
	["set @a = (select count(*) from test.n where ?)", "ok"],
	["do (select count(*) from test.n where ?)", "ok"],
	["call test.p((select count(*) from test.n where ?))", "x\n1"],
	["explain insert into test.m select a from test.n where ?", ""],
];

test("whatever holds a long condition is planned in turns, between which others are served", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const [first, second] = [await connectRoot(kernel), await connectRoot(kernel)];
	await answerOf(first, "create table test.n (a int primary key)");
	await answerOf(first, "create table test.m (a int)");
	await answerOf(first, "create procedure test.p (x int) select x");
	await answerOf(first, "insert into test.n values (1)");
	for (const [sql, answer] of wherever) {
		let isAnswered = false;
		const condition =
			sql.includes(" join ") || sql.includes("n.a = m.a") ? conditions.replaceAll("abs(a)", "abs(n.a)") : conditions;
		const long = answerOf(first, sql.replace("?", condition)).finally(() => {
			isAnswered = true;
		});
		let served = 0;
		while (!isAnswered) {
			await answerOf(second, "select 1");
			await new Promise((resolve) => setImmediate(resolve));
			served++;
		}
		const given = await long;
		t.true(answer === "" ? !given.startsWith("ERROR") : given === answer, `${sql}: ${given.slice(0, 200)}`);
		t.true(served > 5, `${sql}: ${served}`);
	}
	await kernel.close();
});

test("short statements about long views answer", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "use test");
	await answerOf(session, "create table n (a int primary key)");
	await answerOf(session, "insert into n values (1)");
	for (const name of ["v", "w"]) {
		t.is(await answerOf(session, `create view ${name} as select a from n where ${conditions}`), "ok");
	}
	const answers: readonly (readonly [sql: string, answer: RegExp])[] = [
		["select v.a from v join w on v.a = w.a", /^a\n1$/],
		["insert into n select a + 1 from v", /^ok$/],
		["update v set a = a + 10 where a = 2", /^ok$/],
		["delete from v where a = 12", /^ok$/],
		["insert into v values (7)", /^ok$/],
		["explain select * from v, w", /\tn\t.*\n.*\tn\t/],
		["describe v", /^a\tint\(11\)\tNO/m],
		["show columns from w", /^a\tint\(11\)\tNO/m],
		["show create view v", /abs/],
		["select table_name from information_schema.columns where table_schema = 'test' order by 1", /\nn\nv\nw$/],
		["select table_name, is_updatable from information_schema.views where table_schema = 'test'", /v\tYES\nw\tYES/],
		["prepare s from 'select count(*) c from v'", /^ok$/],
		["execute s", /^c\n2$/],
		["do (select count(*) from v)", /^ok$/],
		["set @a = (select count(*) from v)", /^ok$/],
		["create view x as select v.a from v join w on v.a = w.a", /^ok$/],
		["select count(*) c from x", /^c\n2$/],
		["check table v", /status\tOK/],
	];
	for (const [sql, answer] of answers) {
		t.regex(await answerOf(session, sql), answer, sql);
	}
	await kernel.close();
});

test("a long condition needs the same privileges wherever it stands", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	for (const made of [
		"create database mine",
		"create table test.n (a int primary key)",
		"create table test.m (a int)",
		"create procedure test.p (x int) select x",
		"create user some",
		"grant all on mine.* to some",
		"grant insert, update, delete, create view, create, show view, execute on test.* to some",
		"grant select on test.m to some",
	]) {
		t.is(await answerOf(session, made), "ok", made);
	}
	const some = await kernel.connect({
		user: "some",
		accountHost: "%",
		host: "localhost",
		database: "mine",
		collationId: 45,
	});
	for (const [sql] of wherever) {
		if (sql.includes("test.n") && !sql.startsWith("insert into test.n")) {
			const condition = conditions.replaceAll("abs(a)", sql.includes("test.m") ? "abs(n.a)" : "abs(a)");
			t.regex(await answerOf(some, sql.replace("?", condition)), /^ERROR 114[23]/, sql);
		}
	}
	await kernel.close();
});

test("a loop that plans a long expression again and again takes the memory of one", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const { longStatements } = (kernel as KernelOfStore).server.memory;
	const long = Array.from({ length: 300 }, (_, at) => `@b > ${at}`).join(" and ");
	await answerOf(
		session,
		`create procedure test.p() begin
			declare i int default 0;
			while i < 6 do set i = i + 1; set @a = (${long}); end while;
		end`,
	);
	let most = 0;
	const { take } = longStatements;
	longStatements.take = (bytes) => {
		const isTaken = take.call(longStatements, bytes);
		most = Math.max(most, longStatements.taken);
		return isTaken;
	};
	t.is(await answerOf(session, `set @a = (${long})`), "ok");
	const ofOne = most;
	t.true(ofOne > 0);
	t.is(await answerOf(session, "call test.p()"), "ok");
	t.true(most < 3 * ofOne, `${most} bytes beside ${ofOne} of one`);
	t.is(longStatements.taken, 0);
	await kernel.close();
});

/**
 * Memory of statistics: beyond a bound in bytes the oldest go, and are as before when they are asked for again; those
 * of dropped tables do not stay.
 */
import test from "ava";
import type { KernelOfStore } from "../../core/session/kernel/kernel-of-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const boundBytes = 32 << 20;
const tables = 300;

test("statistics of tables with long keys are kept up to a bound, and found again", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const { statistics } = (kernel as KernelOfStore).server;
	const session = await connectRoot(kernel);
	await answerOf(session, "create table base (a int primary key)");
	await answerOf(session, `insert into base values ${Array.from({ length: 200 }, (_, at) => `(${at})`).join(", ")}`);
	const explain = (at: number): Promise<string> => answerOf(session, `explain select * from t${at} where v > '1'`);
	let first = "";
	let most = 0;
	for (let at = 0; at < tables; at++) {
		await answerOf(session, `create table t${at} (v varchar(700) primary key) charset latin1`);
		await answerOf(session, `insert into t${at} select concat(a, repeat('x', 690)) from base`);
		const explained = await explain(at);
		first = at === 0 ? explained : first;
		most = Math.max(most, statistics.keptBytes);
	}
	t.true(most > boundBytes / 2 && most <= boundBytes, `${most} bytes`);
	t.is(await explain(0), first);
	for (let at = 0; at < tables; at++) {
		await answerOf(session, `drop table t${at}`);
	}
	await kernel.close();
});

test("statistics of dropped tables do not stay", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const { statistics } = (kernel as KernelOfStore).server;
	const session = await connectRoot(kernel);
	await answerOf(session, "create table base (a int primary key)");
	await answerOf(session, `insert into base values ${Array.from({ length: 200 }, (_, at) => `(${at})`).join(", ")}`);
	await answerOf(session, "create table stays (v varchar(700) primary key) charset latin1");
	await answerOf(session, "insert into stays select concat(a, repeat('y', 690)) from base");
	const explain = (table: string): Promise<string> => answerOf(session, `explain select * from ${table} where v > '1'`);
	const explained = await explain("stays");
	const ofOne = statistics.keptBytes;
	for (let at = 0; at < 60; at++) {
		const temporary = at % 2 === 0 ? "" : "temporary";
		await answerOf(session, `create ${temporary} table t${at} (v varchar(700) primary key) charset latin1`);
		await answerOf(session, `insert into t${at} select concat(a, repeat('x', 690)) from base`);
		await explain(`t${at}`);
		await answerOf(session, `drop table t${at}`);
	}
	// Two megabytes more are let be, which are some fourteen tables.
	t.true(statistics.keptBytes < 20 * ofOne, `${statistics.keptBytes} bytes beside ${ofOne} of one table`);
	t.is(await explain("stays"), explained);
	await kernel.close();
});

/**
 * The event scheduler on a clock of the test's own: what runs when, as whom, once among several servers.
 */
import test, { type ExecutionContext } from "ava";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { composeBook } from "../../apps/compose/book.ts";
import { createParts, openFromParts, parts } from "../../apps/compose/server.ts";
import type { Kernel } from "../../core/kernel.ts";
import type { Session } from "../../core/session/api/session.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { answerOf, connectRoot } from "../memory-kernel.ts";

/** 2030-01-01 12:00:00 UTC */
const begin = 1893499200;

class Scene {
	readonly lines: string[] = [];
	nowSeconds = begin;
	readonly store: FastStore = openMemoryStore();
	readonly #t: ExecutionContext;

	constructor(t: ExecutionContext) {
		this.#t = t;
	}

	/** Another server on the same store and clock, with the scheduler on. */
	async open(): Promise<{ readonly kernel: Kernel; readonly root: Session }> {
		const { release, book } = await composeBook({ release: "2.1.7" });
		const container = createParts();
		container.register(parts.store, { useValue: this.store });
		container.register(parts.book, { useValue: book });
		container.register(parts.clock, { useValue: () => this.nowSeconds * 1e6 });
		const write = (line: string): void => void this.lines.push(JSON.parse(line).msg);
		container.register(parts.log, { useValue: pino({ level: "warn" }, { write }) });
		const kernel = await openFromParts(container, { release });
		this.#t.teardown(() => kernel.close());
		const root = await connectRoot(kernel);
		await this.play(root, "set time_zone = '+00:00'", "set global event_scheduler = on");
		return { kernel, root };
	}

	async play(session: Session, ...statements: readonly string[]): Promise<void> {
		for (const sql of statements) {
			this.#t.is(await answerOf(session, sql), "ok", sql);
		}
	}

	/** Waits until a query has this answer. */
	async sees(session: Session, sql: string, answer: string): Promise<void> {
		let found = "";
		for (let tries = 0; tries < 1000 && found !== answer; tries++) {
			found = (await answerOf(session, sql)).split("\n").slice(1).join("\n");
			await delay(10);
		}
		this.#t.is(found, answer, sql);
	}
}

test("events run at their times, and go or are disabled after the last", async (t) => {
	const scene = new Scene(t);
	const { root } = await scene.open();
	await scene.play(
		root,
		"create table t (who varchar(10), at datetime)",
		"create event once on schedule at '2030-01-01 12:00:10' do insert into t values ('once', now())",
		"create event kept on schedule at '2030-01-01 12:00:10' on completion preserve do insert into t values ('kept', now())",
		"create event often on schedule every 1 minute starts '2030-01-01 12:01:00' ends '2030-01-01 12:02:00' do begin insert into t values ('often', now()); select 1; end",
		"create event never on schedule at '2030-01-01 12:00:10' disable do insert into t values ('never', now())",
	);
	scene.nowSeconds = begin + 12;
	await scene.sees(root, "select * from t order by who", "kept\t2030-01-01 12:00:12\nonce\t2030-01-01 12:00:12");
	const states = "select event_name, status, last_executed from information_schema.events order by 1";
	await scene.sees(root, states, "kept\tDISABLED\t2030-01-01 12:00:12\nnever\tDISABLED\tNULL\noften\tENABLED\tNULL");
	scene.nowSeconds = begin + 60;
	await scene.sees(root, "select count(*) from t where who = 'often'", "1");
	scene.nowSeconds = begin + 125;
	await scene.sees(root, "select count(*) from t where who = 'often'", "2");
	await scene.sees(root, states, "kept\tDISABLED\t2030-01-01 12:00:12\nnever\tDISABLED\tNULL");
	t.deepEqual(scene.lines, []);
});

test("a body runs as its definer, in its database, sql_mode and time zone", async (t) => {
	const scene = new Scene(t);
	const { root } = await scene.open();
	await scene.play(
		root,
		"create database shop",
		"create user keeper@'%'",
		"grant event, insert, create on shop.* to keeper@'%'",
		"create table shop.t (account text, db text, mode text, zone text, collation text)",
		"set names utf8mb4 collate utf8mb4_unicode_ci",
		"set sql_mode = '', time_zone = '+02:00'",
		"create definer = keeper@'%' event shop.e on schedule at '2030-01-01 14:00:01' do insert into t values (current_user(), database(), @@sql_mode, @@time_zone, @@collation_connection)",
	);
	scene.nowSeconds = begin + 1;
	await scene.sees(root, "select * from shop.t", "keeper@%\tshop\t\t+02:00\tutf8mb4_unicode_ci");
	await scene.play(
		root,
		"create definer = keeper@'%' event shop.e on schedule at '2030-01-01 14:00:02' do delete from t",
		"create definer = nobody@'%' event shop.f on schedule at '2030-01-01 14:00:02' do delete from t",
	);
	scene.nowSeconds = begin + 2;
	await scene.sees(root, "select count(*) from information_schema.events", "0");
	t.deepEqual(scene.lines.toSorted(), [
		"Event Scheduler: [keeper@%].[shop.e] event execution failed.",
		"Event Scheduler: [keeper@%][shop.e] DELETE command denied to user 'keeper'@'%' for table 't'",
		"Event Scheduler: [nobody@%].[shop.f] event execution failed.",
		"Event Scheduler: [nobody@%][shop.f] The user specified as a definer ('nobody'@'%') does not exist",
	]);
});

test("an event runs once among servers on one store, and not while the scheduler is off", async (t) => {
	const scene = new Scene(t);
	const { root } = await scene.open();
	await scene.open();
	await scene.open();
	await scene.play(
		root,
		"create table t (id int primary key auto_increment)",
		"create event e on schedule every 1 minute do insert into t values ()",
	);
	await scene.sees(root, "select count(*) from t", "1");
	for (let round = 1; round <= 3; round++) {
		scene.nowSeconds += 60;
		await scene.sees(root, "select count(*) from t", String(round + 1));
	}
	// Two more looks of each server.
	await delay(2100);
	await scene.sees(root, "select count(*) from t", "4");
});

test("what was missed while no scheduler ran is made up for once, and only by events that run once", async (t) => {
	const scene = new Scene(t);
	const { root } = await scene.open();
	await scene.play(
		root,
		"set global event_scheduler = off",
		"create table t (who varchar(10))",
		"create event once on schedule at '2030-01-01 12:00:10' do insert into t values ('once')",
		"create event often on schedule every 1 hour starts '2030-01-01 11:30:00' do insert into t values ('often')",
		"create event over on schedule every 1 hour ends '2030-01-01 13:00:00' do insert into t values ('over')",
	);
	scene.nowSeconds = begin + 4000;
	await scene.play(root, "set global event_scheduler = on");
	await scene.sees(root, "select * from t", "once");
	await scene.sees(root, "select event_name from information_schema.events", "often");
	scene.nowSeconds = begin + 5400;
	await scene.sees(root, "select * from t order by who", "often\nonce");
	t.is(await answerOf(root, "drop database test"), "ok");
});

test("an event that loops ends with the server", async (t) => {
	const scene = new Scene(t);
	const { kernel, root } = await scene.open();
	await scene.play(
		root,
		"create event spin on schedule at '2030-01-01 12:00:01' do begin declare i int; while 1 do set i = 1; end while; end",
	);
	scene.nowSeconds = begin + 1;
	await scene.sees(
		root,
		"select user, command from information_schema.processlist where info like 'begin%'",
		"root\tQuery",
	);
	await kernel.close(50);
	t.pass();
});

/**
 * Parsed programs: in the budget of the statement caches, the least used go first, and one too large is kept beside it.
 */
import test from "ava";
import type { RoutineRecord, TriggerRecord } from "../../core/catalog/record.ts";
import type { KernelOfStore } from "../../core/session/kernel/kernel-of-store.ts";
import { CacheBudget } from "../../core/session/plan-cache/cache-budget.ts";
import { ParsedPrograms } from "../../core/session/programs/parsed-programs.ts";
import type { CreateProgram } from "../../core/sql/tree/statement.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const statement = { giveWay: () => undefined };

function bodyOf(number: number, statements: number): string {
	return `BEGIN SET @v = ${number}; ${"SET @a = @a + 1; ".repeat(statements)} END`;
}

function procedure(number: number, statements: number): RoutineRecord {
	return { what: "procedure", parameterText: "", bodyText: bodyOf(number, statements), sqlMode: "" } as RoutineRecord;
}

/** Counts programs that were not seen before. */
function counted(programs: ParsedPrograms) {
	const seen = new Set<CreateProgram>();
	const read = async (record: RoutineRecord): Promise<CreateProgram> => {
		const program = await programs.routine(record, statement);
		seen.add(program);
		return program;
	};
	return { seen, read };
}

test("programs are weighed in bytes: small ones stay, larger ones replace each other", async (t) => {
	const budget = new CacheBudget(10_000_000);
	const programs = new ParsedPrograms(budget);
	const { seen, read } = counted(programs);
	const small = Array.from({ length: 300 }, (_, at) => procedure(at, 1));
	for (const record of [...small, ...small]) {
		await read(record);
	}
	t.is(seen.size, 300);
	const weighed = budget.taken;
	t.true(weighed > 300 * 4000);
	// The schema has changed: other records of the same texts.
	for (const record of small) {
		await read({ ...record });
	}
	t.deepEqual([seen.size, budget.taken], [300, weighed]);

	const large = Array.from({ length: 12 }, (_, at) => procedure(at, 1700));
	for (const record of large) {
		const program = await read(record);
		t.true((await read(record)) === program);
		t.true(budget.taken <= budget.limit, `${budget.taken} bytes are kept`);
	}
	t.is(seen.size, 312);
	t.true(programs.size < 10, `${programs.size} programs are kept`);
	await read(large[0]!);
	t.is(seen.size, 313, "the first one was parsed again");
});

test("the least used programs go first", async (t) => {
	const programs = new ParsedPrograms(new CacheBudget(10_000_000));
	const { seen, read } = counted(programs);
	const often = procedure(-1, 1000);
	const program = await read(often);
	for (let at = 0; at < 40; at++) {
		await read(procedure(at, 1000));
		t.true((await read(often)) === program);
	}
	t.is(seen.size, 41);
	t.true(programs.size < 41);
});

test("a program too large for the budget is kept until the next one is parsed, and counts", async (t) => {
	const budget = new CacheBudget(10_000_000);
	const programs = new ParsedPrograms(budget);
	const { seen, read } = counted(programs);
	const small = procedure(1, 1);
	await read(small);
	const { taken } = budget;
	const large = procedure(2, 20_000);
	const program = await read(large);
	t.true((await read(large)) === program);
	t.true((await read({ ...large })) === program);
	t.true(programs.largeBytes > budget.limit / 4);
	t.is(budget.taken, taken, "others are not evicted for it");
	t.is(seen.size, 2);
	await read(procedure(3, 1));
	t.is(programs.largeBytes, 0);
	t.false((await read(large)) === program);
});

test("a trigger's program is kept as a routine's", async (t) => {
	const programs = new ParsedPrograms(new CacheBudget(1_000_000));
	const trigger = { time: "before", event: "insert", bodyText: bodyOf(1, 1), sqlMode: "" } as TriggerRecord;
	const program = await programs.trigger(trigger, statement);
	t.true((await programs.trigger({ ...trigger }, statement)) === program);
	t.is(programs.size, 1);
});

test("called programs count in the server's memory, within the limit of its caches", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" }, undefined, { memoryLimitBytes: 64 * 2 ** 20 });
	t.teardown(() => kernel.close(0));
	const { memory } = (kernel as KernelOfStore).server;
	const session = await connectRoot(kernel);
	const before = memory.taken().caches;
	for (let at = 0; at < 30; at++) {
		t.is(await answerOf(session, `create procedure p${at}() ${bodyOf(at, 300)}`), "ok");
		t.is(await answerOf(session, `call p${at}()`), "ok");
		t.true(memory.taken().caches <= memory.caches.limit);
	}
	t.true(memory.taken().caches > before + 1_000_000, `${memory.taken().caches} bytes`);
	t.true(memory.programs.size > 0 && memory.programs.size < 30, `${memory.programs.size} programs`);
	t.is(
		await answerOf(session, "show status like 'Verso_memory_caches'"),
		`Variable_name\tValue\nVerso_memory_caches\t${memory.taken().caches}`,
	);
});

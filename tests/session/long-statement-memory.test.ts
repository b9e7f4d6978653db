/**
 * Memory of long statements: taken from what all have together, given back when they end; 1041 where there is none.
 */
import test from "ava";
import { MemoryPool } from "../../core/exec/spill/memory-pool.ts";
import { LongStatementMemory } from "../../core/session/status/long-statement-memory.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("statements share a pool, and one that ends gives back what it took", (t) => {
	const pool = new MemoryPool(1 << 21);
	const [first, second] = [new LongStatementMemory(pool), new LongStatementMemory(pool)];
	const outOfMemory = { code: 1041 } as object;
	for (let tokens = 1000; tokens <= 8000; tokens += 1000) {
		first.takeTree(tokens);
	}
	t.true(first.isTaken);
	t.true(pool.taken > 8000 * 50);
	t.throws(() => second.takePlan(3000), outOfMemory);
	second.release();
	first.release();
	t.is(pool.taken, 0);
	t.false(first.isTaken);
	second.takePlan(1000);
	t.throws(() => second.takeTree(15_000), outOfMemory);
});

test("a program gives back what each of its long statements took", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const body = `
		declare at int default 0;
		declare most bigint default 0;
		while at < 20 do
			set @text = concat('select count(*) into @found from mysql.user where ', repeat(concat('abs(', at, ') >= 0 and '), 2000), '1');
			prepare long_one from @text;
			execute long_one;
			set at = at + 1;
			set most = greatest(most, (select variable_value from performance_schema.session_status
				where variable_name = 'Verso_memory_statements'));
		end while;
		select most;`;
	await answerOf(session, `create procedure test.many() begin ${body} end`);
	const most = Number((await answerOf(session, "call test.many()")).split("\n").at(-1));
	t.true(most > 500_000 && most < 6_000_000, `${most}`);
	await kernel.close();
});

test("a session gives back the memory of statements that succeed, fail to parse, fail to be planned, or are prepared", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const [session, other] = [await connectRoot(kernel), await connectRoot(kernel)];
	const parts = Array.from({ length: 30_000 }, (_, at) => `abs(@a) > ${at}`).join(" and ");
	const taken = async (): Promise<number> =>
		Number((await answerOf(other, "show status like 'Verso_memory_statements'")).split("\t").at(-1));
	const before = await taken();
	const running = answerOf(session, `select ${parts}`);
	let most = 0;
	let isOver = false;
	void running.finally(() => {
		isOver = true;
	});
	while (!isOver) {
		most = Math.max(most, await taken());
		await new Promise((resolve) => setImmediate(resolve));
	}
	t.is((await running).split("\n").at(-1), "NULL");
	t.true(most > before + 1e6, `${most}`);
	t.is(await taken(), before);
	t.regex(await answerOf(session, `select ${parts} from`), /^ERROR 1064/);
	t.is(await taken(), before);
	t.regex(await answerOf(session, `select ${parts} and nosuch`), /^ERROR 1054/);
	t.is(await taken(), before);
	t.regex(await answerOf(session, `select ${parts} and ?`), /^ERROR 1064/);
	t.is(await taken(), before);
	await session.prepare(`select ${parts}`);
	t.is(await taken(), before);
	await t.throwsAsync(async () => session.prepare(`select ${parts} from`), { code: 1064 } as object);
	t.is(await taken(), before);
	const untilTaken = async (): Promise<void> => {
		let isTaken = false;
		for (let asked = 0; asked < 1000 && !isTaken; asked++) {
			isTaken = (await taken()) > before;
			await new Promise((resolve) => setImmediate(resolve));
		}
		t.true(isTaken);
	};
	const killed = answerOf(session, `select ${parts} from`);
	await untilTaken();
	await answerOf(other, `kill query ${session.id}`);
	t.regex(await killed, /^ERROR 1317/);
	t.is(await taken(), before);
	const abandoned = answerOf(session, `select ${parts} from`);
	await untilTaken();
	session.abandon();
	session.close();
	t.regex(await abandoned, /^ERROR 1317/);
	t.is(await taken(), before);
	await kernel.close();
});
